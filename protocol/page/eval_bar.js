// SPDX-License-Identifier: MIT
// @ts-check
/** The evaluation bar above the board: Black's share. */
import { byId, say, set } from "./dom.js";
import { scoreText } from "./format.js";
import { state, valueOf } from "./state.js";
import { t } from "./words.js";

const STEEP = 16;  // discs ahead that fill three quarters of the other half

/** @param {number} value discs that Black is ahead @returns {number} 0 to 1 */
export const shareOfBlack = value => 0.5 + 0.5 * Math.tanh(value / STEEP);

/** @param {boolean} on false leaves an empty bar, so that the board stays where it is */
export function showBar(on) {
  const here = on ? valueOf(state.here) : null, bar = byId("eval-bar");
  const leader = here && here.value !== 0 ? here.value > 0 ? "black" : "white" : false;
  set(bar, {
    "data-off": here === null, "data-leader": leader,
    "aria-label": here ? `${t("black_advantage")} ${scoreText(here.value, here.exact)}` : t("evaluation"),
  });
  say(byId("eval-score"), here ? scoreText(Math.abs(here.value), here.exact) : "");
  byId("eval-black").style.width = `${100 * (here ? shareOfBlack(here.value) : 0.5)}%`;
}
