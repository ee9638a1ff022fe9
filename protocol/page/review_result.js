// SPDX-License-Identifier: MIT
// @ts-check
/** The result of a review: how well each side played, and its worst moves. */
import { el } from "./dom.js";
import { toneOf } from "./format.js";
import { t } from "./words.js";

/** @typedef {import("./review.js").Reviewed} Reviewed */

const WORST = 10;
const COLORS = /** @type {("black" | "white")[]} */ (["black", "white"]);
const STAGES = /** @type {("opening" | "midgame" | "endgame")[]} */ (["opening", "midgame", "endgame"]);

/** @param {any} number @param {number} digits */
const cell = (number, digits) => typeof number === "number" ? number.toFixed(digits) : "–";
/** @param {any} part */
const accuracy = part => part && typeof part.accuracy === "number" ? `${part.accuracy.toFixed(0)}%` : "–";

/** A row for each side.
 * @param {any} quality @param {[string, (side: any) => string][]} columns */
function table(quality, columns) {
  const head = columns.map(([name]) => el("th", { scope: "col" }, name));
  return el("table", { class: "summary" },
    el("thead", {}, el("tr", {}, el("td"), ...head)),
    el("tbody", {}, ...COLORS.map(color => el("tr", {},
      el("th", { scope: "row" }, el("span", { class: `disc-icon ${color}`, "aria-hidden": "true" }), ` ${t(color)}`),
      ...columns.map(([, of]) => el("td", {}, quality[color] ? of(quality[color]) : "–"))))));
}

/** @param {any} quality */
export function summary(quality) {
  return [
    table(quality, [
      [t("accuracy"), accuracy], [t("mean_lost"), side => cell(side.mean_lost, 2)],
      [t("best_moves"), side => `${cell(side.best_moves, 0)}/${cell(side.moves, 0)}`],
      ["?!", side => cell(side.inaccuracies, 0)], ["?", side => cell(side.mistakes, 0)],
      ["??", side => cell(side.blunders, 0)],
    ]),
    el("details", {}, el("summary", {}, t("by_stage")),
      table(quality, STAGES.map(stage => [t(stage), side => accuracy(side[stage])]))),
  ];
}

/** @param {Reviewed[]} moves @param {(item: Reviewed) => void} go */
export function worstMoves(moves, go) {
  const items = moves.filter(({ mark }) => mark !== "").sort((a, b) => b.lost - a.lost).slice(0, WORST);
  if (items.length === 0) return [];
  return [el("h2", { class: "minor" }, t("worst_moves")), el("ol", { class: "worst" }, ...items.map(item => {
    const { number, side, move, mark, best } = item, lost = `−${item.lost.toFixed(1)}`;
    return el("li", {}, el("button", {
      type: "button", class: `move ${toneOf(mark)}`, onclick: () => go(item),
      "aria-label": [`${number} ${move} ${mark} ${lost}`, t(side), `${t("best")} ${best}`].join(", "),
    }, el("span", { class: `disc-icon ${side}`, "aria-hidden": "true" }), el("small", {}, String(number)), " ",
    el("b", {}, move), " ", el("i", { class: "mark" }, mark), ` ${lost}`));
  }))];
}
