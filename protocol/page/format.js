// SPDX-License-Identifier: MIT
// @ts-check
/** Numbers as people read them. */

/** "+2.1", "−0.5", "0.0"; whole where it is exact.
 * @param {number} score @param {boolean} exact */
export function scoreText(score, exact = false) {
  const text = Math.abs(score).toFixed(exact && Number.isInteger(score) ? 0 : 1);
  if (Number(text) === 0) return text;
  return (score > 0 ? "+" : "−") + text;
}

/** "12", "3.4 k", "12.3 M", "5.0 G"
 * @param {number} count */
export function countText(count) {
  if (count < 1000) return String(count);
  const [divisor, unit] = count < 1e6 ? [1e3, "k"] : count < 1e9 ? [1e6, "M"] : [1e9, "G"];
  const value = count / divisor;
  return `${value < 100 ? value.toFixed(1) : value.toFixed(0)} ${unit}`;
}

/** "0.4 s", "75 s"
 * @param {number} seconds */
export function secondsText(seconds) {
  return `${seconds < 10 ? seconds.toFixed(1) : seconds.toFixed(0)} s`;
}

/** "4:05", "0:09.3" where it is short.
 * @param {number} seconds */
export function clockText(seconds) {
  const left = Math.max(0, seconds), tenths = left < 20;
  const shown = tenths ? Math.floor(left * 10) / 10 : Math.ceil(left);
  const minutes = Math.floor(shown / 60), rest = shown - 60 * minutes;
  return `${minutes}:${tenths ? rest.toFixed(1).padStart(4, "0") : String(rest).padStart(2, "0")}`;
}

/** @type {Record<string, string>} */
const MARKS = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** The mark of a move that the engine calls so; "" where it has none.
 * @param {string} word */
export const markOfWord = word => MARKS[word] || "";

/** @type {Record<string, string>} */
const TONES = { "?!": "m1", "?": "m2", "??": "m3" };

/** The class of a mark's colour.
 * @param {string} mark */
export const toneOf = mark => TONES[mark] || "";
