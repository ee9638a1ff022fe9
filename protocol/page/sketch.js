// SPDX-License-Identifier: MIT
// @ts-check
/** Rough values of all positions of a game that was opened, so that the graph shows its course at
 * once. Analysis and live numbers take their place. */
import { ask, isClosed, line_changed } from "./engine.js";
import { isOver, positionText } from "./rules.js";
import { learned, opened, state, valueOf } from "./state.js";

/** @typedef {import("./tree.js").GameNode} GameNode */

// So little that a whole game takes a fraction of a second: the live numbers wait for it.
const QUERY = { limits: { level: 6 }, candidates: 1, priority: 1 };

/** @param {GameNode} node */
async function sketch(node) {
  try {
    const { candidates } = await ask({ position: positionText(node.position), ...QUERY }).answer;
    const [best] = candidates;
    if (!best || node.known.candidates || node.known.value !== undefined) return;
    Object.assign(node.known, { value: best.score * node.position.side, exact: best.exact });
    learned.emit(node);
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

function sketchGame() {
  const line = state.tree.line();
  if (state.put_by || line.length < 3) return;
  for (const node of line) if (!isOver(node.position) && !valueOf(node)) sketch(node);
}

export function startSketch() {
  opened.on(sketchGame);
  line_changed.on(up => up && sketchGame());
}
