// SPDX-License-Identifier: MIT
// @ts-check
/** Who sits at the board, and what a game between them is called. */

/** Who sits there: `player` is "person" or one of the engine's players, `kind` "strength", "level" or "time".
 * @typedef {{player: string, evaluator: string, kind: string, amount: number}} Seat */
/** @typedef {{black: Seat, white: Seat, minutes: number, increment: number, size: number,
 * games: number}} Table */
/** @typedef {Record<string, string>} Info */

const COLORS = /** @type {("black" | "white")[]} */ (["black", "white"]);

/** The names of the engines in the seats.
 * @param {Table} table @returns {Info} */
export function namesOf(table) {
  /** @type {Info} */
  const names = {};
  for (const color of COLORS) {
    const { player, evaluator, kind, amount } = table[color];
    const limit = kind === "strength" ? `strength ${amount}`
      : kind === "level" && !(table.minutes > 0) ? String(amount) : "";
    if (player === "search") names[color] = ["Sumi", evaluator, limit].filter(Boolean).join(" ");
    else if (player !== "person") names[color] = player;
  }
  return names;
}

/** Others have sat down at a game; names that came from elsewhere stay.
 * @param {Info} info changed in its place, as others hold it, too
 * @param {Info} before @param {Info} after names of the engines */
export function rename(info, before, after) {
  for (const color of COLORS) {
    if (info[color] !== before[color]) continue;
    delete info[color];
    if (after[color]) info[color] = after[color];
  }
}
