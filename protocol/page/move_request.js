// SPDX-License-Identifier: MIT
// @ts-check
/** What the engine in a seat is asked for its move. */
const VARIETY = 1;  // discs that a game may give away in the book, so that games differ
const LEAST = 0.05;  // seconds left

/** @param {import("./state.js").Game} game @param {"black" | "white"} color
 * @param {import("./table.js").Seat} seat @param {import("./clock.js").Clock | null} clock
 * @param {number} remaining seconds @returns {Record<string, any>} */
export function moveRequest(game, color, seat, clock, remaining) {
  const { player, evaluator, kind, amount } = seat;
  /** @type {Record<string, any>} */
  const request = { action: "move", ...game, seat: color, player };
  if (player === "search") request.variety = VARIETY;
  if (player === "search" && evaluator) request.evaluator = evaluator;
  if (kind === "strength") request.strength = amount;
  if (clock) {
    request.clock = { remaining: Math.max(LEAST, remaining), increment: clock.increment };
  } else if (kind !== "strength") {
    request.limits = { [kind]: amount };
  }
  return request;
}
