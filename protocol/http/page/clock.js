// SPDX-License-Identifier: MIT
// @ts-check
/** Two clocks with an increment. The time that it is now is given from outside, in seconds. */

/** @typedef {import("./rules.js").Side} Side */

export class Clock {
  /** @param {number} seconds of each side @param {number} increment seconds behind a move */
  constructor(seconds, increment) {
    this.increment = increment;
    this.remaining = { "1": seconds, "-1": seconds };
    /** @type {Side | 0} Whose clock runs. */
    this.side = 0;
    this.since = 0;
  }
  /** @param {Side} side @param {number} now */
  left(side, now) {
    return this.remaining[side] - (this.side === side ? now - this.since : 0);
  }
  /** @param {Side} side @param {number} now */
  start(side, now) {
    this.halt(now);
    this.side = side;
    this.since = now;
  }
  /** Nobody's clock runs.
   * @param {number} now */
  halt(now) {
    if (this.side !== 0) this.remaining[this.side] = this.left(this.side, now);
    this.side = 0;
  }
  /** A move was made: the increment for it.
   * @param {Side} side @param {number} now */
  press(side, now) {
    if (this.side === side) this.halt(now);
    this.remaining[side] += this.increment;
  }
  /** The side whose time is over, or 0.
   * @param {number} now @returns {Side | 0} */
  flagged(now) {
    for (const side of /** @type {Side[]} */ ([1, -1])) if (this.left(side, now) <= 0) return side;
    return 0;
  }
}
