// SPDX-License-Identifier: MIT
// @ts-check
/** The game that is on the board, and the listeners for its changes. */
import { discScore, isOver, positionText, readPosition, squareOf, startPosition } from "./rules.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** A game as the server has it.
 * @typedef {{start?: string, size?: number, moves?: string[],
 * notes?: {discs?: number, seconds?: number, comment?: string}[], [key: string]: any}} Game */

const TEXTS = ["black", "white", "black_rating", "white_rating", "event", "round", "place", "date",
  "result", "comment"];

/** @template T */
export class Signal {
  constructor() {
    /** @type {((value: T) => void)[]} */
    this.listeners = [];
  }
  /** @param {(value: T) => void} listener */
  on(listener) {
    this.listeners.push(listener);
  }
  /** @param {T} value */
  emit(value) {
    for (const listener of this.listeners) listener(value);
  }
}

/** Another node is on the board, or the tree has changed.
 * @type {Signal<GameNode>} */
export const moved = new Signal();
/** There are other numbers or marks of a node.
 * @type {Signal<GameNode>} */
export const learned = new Signal();
/** Another game is on the board.
 * @type {Signal<Tree>} */
export const opened = new Signal();
/** Something to tell: [text, whether it is an error].
 * @type {Signal<[string, boolean]>} */
export const told = new Signal();

class State {
  constructor() {
    this.tree = new Tree();
    /** Who played, when and where.
     * @type {Record<string, string>} */
    this.info = {};
    /** What was on the board before an exercise.
     * @type {{tree: Tree, info: Record<string, string>}
     * | null} */
    this.put_by = null;
  }
  get here() {
    return this.tree.here;
  }
  /** @param {GameNode} node */
  goTo(node) {
    this.tree.here = node;
    moved.emit(node);
  }
  /** @param {(tree: Tree) => void} step */
  step(step) {
    step(this.tree);
    moved.emit(this.here);
  }
  /** @param {number} square @returns {boolean} whether it is legal */
  play(square) {
    const node = this.tree.play(square);
    if (node) moved.emit(node);
    return node !== null;
  }
  /** Another game; what was put by for an exercise is forgotten.
   * @param {Tree} tree @param {Record<string, string>} info */
  open(tree, info = {}) {
    this.put_by = null;
    this.put(tree, info);
  }
  /** @param {Tree} tree @param {Record<string, string>} info */
  put(tree, info) {
    this.tree = tree;
    this.info = info;
    opened.emit(tree);
    moved.emit(this.here);
  }
  /** Opens a tree for an exercise; the game comes back with `leave`.
   * @param {Tree} tree */
  enter(tree) {
    if (!this.put_by) this.put_by = { tree: this.tree, info: this.info };
    this.put(tree, {});
  }
  leave() {
    const before = this.put_by;
    if (before) this.open(before.tree, before.info);
  }
}
export const state = new State();

/** The position of a node and the moves to it, as actions take it.
 * @param {GameNode} node
 * @returns {Game} */
export function gameAt(node) {
  const root = state.tree.root.position, text = positionText(root);
  /** @type {Game} */
  const game = { size: root.size, moves: node.moves() };
  if (text !== positionText(startPosition(root.size))) game.start = text;
  return game;
}

/** The line on the board with all that the file told of it.
 * @returns {Game} */
export function wholeGame() {
  const line = state.tree.line();
  const game = { ...gameAt(line[line.length - 1]), ...state.info };
  const notes = line.slice(1).map(({ known }) => {
    /** @type {{discs?: number, seconds?: number, comment?: string}} */
    const note = {};
    if (known.discs !== undefined) note.discs = known.discs;
    if (known.seconds !== undefined) note.seconds = known.seconds;
    if (known.comment) note.comment = known.comment;
    return note;
  });
  if (notes.some(note => Object.keys(note).length > 0)) game.notes = notes;
  return game;
}

/** @param {Game} game @returns {{tree: Tree, info: Record<string, string>} | null} */
export function readGame(game) {
  const size = [4, 6, 8].includes(Number(game.size)) ? Number(game.size) : 8;
  const start = typeof game.start === "string" ? readPosition(game.start) : startPosition(size);
  if (!start) return null;
  const tree = new Tree(start);
  const squares = (game.moves || []).map(name => squareOf(String(name), start.size))
    .filter(square => square !== null);
  const nodes = tree.add(/** @type {number[]} */ (squares));
  nodes.forEach((node, i) => {
    const { discs, seconds, comment } = (game.notes && game.notes[i]) || {};
    if (typeof discs === "number") node.known.discs = discs;
    if (typeof seconds === "number") node.known.seconds = seconds;
    if (comment) node.known.comment = String(comment);
  });
  return { tree, info: textsOf(game) };
}

/** Who, when and where.
 * @param {Record<string, any>} game */
function textsOf(game) {
  /** @type {Record<string, string>} */
  const info = {};
  for (const name of TEXTS) if (game[name]) info[name] = String(game[name]);
  return info;
}

/** Black's advantage as far as it is known, and whether it is exact.
 * @param {GameNode} node
 * @returns {{value: number, exact: boolean} | null} */
export function valueOf(node) {
  const { position, known, parent } = node;
  if (isOver(position)) return { value: discScore(position, 1), exact: true };
  const best = known.candidates && known.candidates[0];
  if (best) return { value: best.score * position.side, exact: best.exact };
  if (known.value !== undefined) return { value: known.value, exact: known.exact === true };
  const before = parent && parent.known.candidates;
  const played = before && before.find(({ move }) => move === node.name);
  if (!parent || !played) return null;
  return { value: played.score * parent.position.side, exact: played.exact };
}

/** The game as it is stored, without how it is played. */
export function gameData() {
  const { tree, info } = state.put_by || state;
  return { tree: tree.toData(), info, link: location.hash };
}

/** A game that was kept.
 * @param {any} kept
 * @returns {{tree: Tree, info: Record<string, string>} | null} */
export function readKept(kept) {
  const tree = kept && Tree.fromData(kept.tree);
  return tree ? { tree, info: textsOf(kept.info || {}) } : null;
}
