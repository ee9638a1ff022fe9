// SPDX-License-Identifier: MIT
// @ts-check
/** Opponents by name, from the weakest to the strongest. */

/** @typedef {import("./table.js").Seat} Seat */
/** `book`: false plays without the opening book. `clocked`: plans its time when the game has clocks.
 * @typedef {{name: "beginner" | "easy" | "medium" | "hard" | "expert" | "master" | "strongest",
 * player: string, evaluator: string, kind: string, amount: number, book?: boolean,
 * clocked?: boolean}} Step */

const SEARCH = { player: "search", evaluator: "", kind: "level" };

/** @type {Step[]} */
export const STEPS = [
  { ...SEARCH, name: "beginner", player: "nhand", amount: 10 },
  { ...SEARCH, name: "easy", player: "bpfscn", amount: 10 },
  { ...SEARCH, name: "medium", evaluator: "table", amount: 3, book: false },
  { ...SEARCH, name: "hard", amount: 2, book: false },
  { ...SEARCH, name: "expert", amount: 8 },
  { ...SEARCH, name: "master", amount: 16 },
  { ...SEARCH, name: "strongest", kind: "time", amount: 3, clocked: true },
];

/** @param {Seat} seat @returns {Step | undefined} undefined if it has settings of its own */
export function stepOf({ player, evaluator, kind, amount }) {
  return STEPS.find(step => step.player === player &&
    (player !== "search" ||
      (step.evaluator === evaluator && step.kind === kind && step.amount === amount)));
}

/** @param {string} name @returns {Seat | null} */
export function seatOf(name) {
  const step = STEPS.find(each => each.name === name);
  if (!step) return null;
  const { player, evaluator, kind, amount } = step;
  return { player, evaluator, kind, amount };
}
