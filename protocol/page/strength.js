// SPDX-License-Identifier: MIT
// @ts-check
/** Opponents by strength, from the weakest to the strongest. */
import { about } from "./engine.js";
import { t } from "./words.js";

/** @typedef {import("./table.js").Seat} Seat */

/** The name of a search of three seconds a move, or by the clock. */
const STRONGEST = "strongest";

const WORDS = /** @type {import("./words.js").Word[]} */ (
  ["beginner", "easy", "medium", "hard", "expert"]);

/** "1", "2" and so on, and STRONGEST. */
export const strengthNames = () => [...about.strengths.map((_, i) => String(i + 1)), STRONGEST];

/** @param {Seat} seat undefined if it has settings of its own */
export function strengthOf(seat) {
  return strengthNames().find(name => {
    const { player, evaluator, kind, amount } = seatOf(name);
    return player === seat.player && evaluator === seat.evaluator && kind === seat.kind &&
      amount === seat.amount;
  });
}

/** @param {string} name @returns {Seat} */
export function seatOf(name) {
  const search = { player: "search", evaluator: "" };
  return name === STRONGEST ? { ...search, kind: "time", amount: 3 }
    : { ...search, kind: "strength", amount: Number(name) };
}

/** @param {string} name */
export function strengthTitle(name) {
  if (name === STRONGEST) return t("strongest");
  const i = Number(name) - 1, rating = about.strengths[i];
  const word = WORDS[Math.floor(i * WORDS.length / about.strengths.length)];
  return word ? t("strength_n", { strength: name, word: t(word), rating }) : name;
}
