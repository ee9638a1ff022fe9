// SPDX-License-Identifier: MIT
// @ts-check
/** Arrows from move to move of the engine's best lines. */
import { svg } from "./dom.js";
import { squareOf } from "./rules.js";

/** @typedef {import("./tree.js").Candidate} Candidate */
/** `ply`: 2 leads to the reply to the first move. `best`: of the best line.
 * @typedef {{from: number, to: number, ply: number, best: boolean}} Arrow */

const LINES = 3, BEST_MOVES = 4, OTHER_MOVES = 2;
const NEAR = 2;  // discs behind the best move within which a line is drawn

/** The best lines, the best one last: it is drawn over the others.
 * @param {Candidate[]} candidates best first @param {number} size @returns {Arrow[]} */
export function arrowsOf(candidates, size) {
  /** @type {Arrow[]} */
  const arrows = [];
  candidates.slice(0, LINES).filter(({ score }) => score >= candidates[0].score - NEAR)
    .forEach(({ pv = [] }, i) => {
      const names = pv.filter(name => name !== "pass").slice(0, i === 0 ? BEST_MOVES : OTHER_MOVES);
      for (let at = 1; at < names.length; ++at) {
        const from = squareOf(names[at - 1], size), to = squareOf(names[at], size);
        if (from !== null && to !== null) arrows.unshift({ from, to, ply: at + 1, best: i === 0 });
      }
    });
  return arrows.sort((a, b) => Number(a.best) - Number(b.best));
}

const START = 2, END = 2.6, HEAD = 2.8, WING = 1.5;

/** @param {{x: number, y: number}} from @param {{x: number, y: number}} to middles of squares
 * @param {Arrow} arrow */
export function arrowShape(from, to, { ply, best }) {
  const length = Math.hypot(to.x - from.x, to.y - from.y), half = best ? 0.6 : 0.35;
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  /** @param {number} far @param {number} aside */
  const point = (far, aside) => `${(from.x + along.x * far - along.y * aside).toFixed(2)} ${
    (from.y + along.y * far + along.x * aside).toFixed(2)}`;
  const tip = length - END, neck = tip - HEAD;
  const outline = [point(START, half), point(neck, half), point(neck, WING), point(tip, 0),
    point(neck, -WING), point(neck, -half), point(START, -half)];
  const [x, y] = point((START + neck) / 2, 0).split(" ").map(Number);
  return svg("g", { class: best ? "arrow-of best" : "arrow-of" },
    svg("path", { d: `M${outline.join("L")}Z` }),
    svg("circle", { cx: x, cy: y, r: 1.5 }), svg("text", { x, y: y + 0.8 }, String(ply)));
}
