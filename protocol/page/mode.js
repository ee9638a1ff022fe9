// SPDX-License-Identifier: MIT
// @ts-check
/** Whether the board is for a game or for analysis. Evaluations are shown in analysis only. */
import { set } from "./dom.js";
import { play } from "./play.js";
import { positionText, startPosition } from "./rules.js";
import { opened, Signal, state } from "./state.js";

/** @type {Signal<null>} */
export const mode_changed = new Signal();

class Mode {
  constructor() {
    this.analysis = false;
  }
  /** @param {boolean} analysis */
  choose(analysis) {
    set(document.body, { "data-mode": analysis ? "analysis" : "play" });
    if (this.analysis === analysis) return;
    this.analysis = analysis;
    mode_changed.emit(null);
  }
}
export const mode = new Mode();

/** The usual start, without a move.
 * @param {import("./tree.js").Tree} tree */
export const isUntouched = ({ root: { children, position } }) => children.length === 0 &&
  positionText(position) === positionText(startPosition(position.size));

/** A game that was opened from elsewhere is there to be analysed. */
export function startMode() {
  let before = state.tree;
  opened.on(tree => {
    if (state.put_by || tree === before) return;
    before = tree;
    if (tree !== play.tree && !isUntouched(tree)) mode.choose(true);
  });
}
