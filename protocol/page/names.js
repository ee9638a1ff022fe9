// SPDX-License-Identifier: MIT
// @ts-check
/** Names of players and evaluators as people read them. */
import { WORDS } from "./word_list.js";
import { t } from "./words.js";

/** "One move ahead: most discs (S5)" for "nhand"; other names as they are.
 * @param {string} name */
export function playerTitle(name) {
  const word = `player ${name}`;
  return Object.prototype.hasOwnProperty.call(WORDS, word) ? t(/** @type {import("./words.js").Word} */ (word)) : name;
}

/** A name in a game; empty if it is unknown: missing, "?" or "???".
 * @param {string | undefined} name */
export const knownName = name => name && !/^\?+$/.test(name) ? playerTitle(name) : "";

/** "Tamenori – Logistello", or empty if both are unknown.
 * @param {Record<string, any>} game
 * @param {[string, string]} unknown what stands for an unknown name, Black's first */
export function pairText(game, unknown = [t("unknown_name"), t("unknown_name")]) {
  const black = knownName(game.black), white = knownName(game.white);
  return black || white ? `${black || unknown[0]} – ${white || unknown[1]}` : "";
}
