// SPDX-License-Identifier: MIT
// @ts-check
/** Sets up a position disc by disc; the board shows it while it is made. */
import { byId, onClick, say, selectOf, set } from "./dom.js";
import { isOver, startPosition } from "./rules.js";
import { moved, opened, state } from "./state.js";
import { GameNode, Tree } from "./tree.js";
import { t } from "./words.js";

/** @typedef {import("./rules.js").Position} Position */

class Editor {
  constructor() {
    this.open = false;
    /** The tree whose only position is the one that is made.
     * @type {Tree | null} */
    this.tree = null;
  }
  /** Begins with the position on the board. */
  begin() {
    const { position } = state.here;
    this.open = true;
    selectOf("editor-size").value = String(position.size);
    selectOf("editor-side").value = String(position.side);
    this.show(position);
  }
  /** @param {Position} position */
  show({ size, discs }) {
    const side = selectOf("editor-side").value === "-1" ? -1 : 1;
    // Not settled: a position that is being made may have no moves.
    const tree = new Tree(startPosition(/** @type {number} */ (size)));
    tree.root = tree.here = new GameNode({ size, discs: discs.slice(), side });
    this.tree = tree;
    const over = isOver(tree.root.position);
    say(byId("editor-state"), over ? t("editor_over") : "");
    set(byId("editor-done"), { disabled: over });
    state.enter(tree);
  }
  /** @param {number} square */
  click(square) {
    const { position } = state.here, wanted = selectOf("editor-disc").value;
    const discs = position.discs.slice(), now = discs[square];
    discs[square] = wanted === "turn" ? (now === 0 ? 1 : now === 1 ? -1 : 0) : Number(wanted);
    this.show({ ...position, discs });
  }
  /** The position is the start of a new game. */
  done() {
    const { position } = state.here;
    this.open = false;
    /** @type {HTMLDetailsElement} */ (byId("editor")).open = false;
    state.open(new Tree({ ...position }));
  }
  /** The game that was on the board comes back. */
  leave() {
    if (!this.open) return;
    this.open = false;
    state.leave();
  }
}
export const editor = new Editor();

export function startEditor() {
  const details = /** @type {HTMLDetailsElement} */ (byId("editor"));
  details.addEventListener("toggle", () => {
    if (details.open && !editor.open) editor.begin();
    else if (!details.open) editor.leave();
  });
  const remake = () => editor.open && editor.show(state.here.position);
  const clear = () => {
    const size = Number(selectOf("editor-size").value);
    editor.show({ size, discs: new Int8Array(size * size), side: 1 });
  };
  const usual = () => editor.show(startPosition(Number(selectOf("editor-size").value)));
  byId("editor-side").addEventListener("change", remake);
  byId("editor-size").addEventListener("change", usual);
  onClick("editor-clear", clear);
  onClick("editor-start", usual);
  onClick("editor-done", () => editor.done());
  // Another game on the board ends it.
  opened.on(tree => {
    if (!editor.open || tree === editor.tree) return;
    editor.open = false;
    details.open = false;
    moved.emit(state.here);
  });
}
