// SPDX-License-Identifier: MIT
// @ts-check
/** Two clocks with an increment. The time that it is now is given from outside, in seconds. */

/** @typedef {import("./rules.js").Side} Side */

export class Clock {
  /** @param {number} seconds of each side @param {number} increment seconds added after a move */
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
  /** To be stored.
   * @param {number} now */
  toData(now) {
    return { increment: this.increment, remaining: [this.left(1, now), this.left(-1, now)] };
  }
  /** The reverse; nobody's clock runs. Null for what no clock of ours is.
   * @param {any} data @returns {Clock | null} */
  static fromData(data) {
    const { increment, remaining } = data || {};
    const [black, white] = Array.isArray(remaining) ? remaining : [];
    if (![increment, black, white].every(Number.isFinite)) return null;
    const clock = new Clock(black, increment);
    clock.remaining["-1"] = white;
    return clock;
  }
  /** The side whose time is over, or 0.
   * @param {number} now @returns {Side | 0} */
  flagged(now) {
    for (const side of /** @type {Side[]} */ ([1, -1])) if (this.left(side, now) <= 0) return side;
    return 0;
  }
}
