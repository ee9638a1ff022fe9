// SPDX-License-Identifier: MIT
// @ts-check
/** A game with variations: a tree of positions in which one node is on the board. */
import {
  isOver, play, positionText, readPosition, settled, squareName, startPosition,
} from "./rules.js";

/** @typedef {import("./rules.js").Position} Position */
/** What the engine says of a move.
 * @typedef {{move: string, score: number, depth: number,
 * selectivity: number, exact: boolean, source: string, book_plies?: number, nodes?: number,
 * likely_error?: number | null, seconds?: number, pv?: string[], proven?: boolean}} Candidate
 * `likely_error`: in discs; 0 if exact, null if unknown. `proven`: no other move is better. */
/** A score that others proved, for the side to move.
 * @typedef {{score: number, by: string, year: number}} Published */
/** What is known of a position. `value`: Black's advantage where no candidates are.
 * @typedef {{candidates?: Candidate[], published?: Published, by?: string, done?: string, value?: number, exact?: boolean,
 * mark?: string, lost?: number, best?: string, comment?: string, discs?: number,
 * seconds?: number}} Known */
/** The result of a review of the moves "f5d6c3"; `quality` as in `sumi analyze --json`. What it found of each
 * move is in its node.
 * @typedef {{moves: string, quality: any}} Review */
/** `notes`: what is known of a node, by its number in the order of the line.
 * @typedef {{start: string, line: any[], here: number[], notes?: Record<string, any>,
 * review?: Review}} TreeData */

const MOST_NODES = 20000;
/** What is stored of a node. */
const KEPT = [["mark", "string"], ["best", "string"], ["comment", "string"], ["lost", "number"],
  ["discs", "number"], ["seconds", "number"], ["value", "number"], ["exact", "boolean"]];

export class GameNode {
  /** @param {Position} position @param {GameNode | null} parent @param {number | null} move */
  constructor(position, parent = null, move = null) {
    this.position = position;
    this.parent = parent;
    this.move = move;
    /** Moves since the start.
     * @type {number} */
    this.ply = parent ? parent.ply + 1 : 0;
    /** @type {GameNode[]} The first is the main line. */
    this.children = [];
    /** @type {Known} */
    this.known = {};
  }
  /** "f5"; empty at the root. */
  get name() {
    return this.move === null ? "" : squareName(this.move, this.position.size);
  }
  /** The side that could not answer the move, 0 if it was the other's turn as usual. */
  get passed() {
    const before = this.parent ? this.parent.position.side : 0;
    return before === this.position.side && !isOver(this.position) ? -before : 0;
  }
  /** From the root to here. */
  path() {
    /** @type {GameNode[]} */
    const nodes = [];
    for (let node = /** @type {GameNode | null} */ (this); node; node = node.parent) {
      nodes.unshift(node);
    }
    return nodes;
  }
  /** The moves that lead here.
   * @returns {string[]} */
  moves() {
    return this.path().slice(1).map(node => node.name);
  }
  /** The node after a move, made if it is not there.
   * @param {number} square */
  child(square) {
    const known = this.children.find(child => child.move === square);
    if (known) return known;
    const position = play(this.position, square);
    if (!position) return null;
    const node = new GameNode(position, this, square);
    this.children.push(node);
    return node;
  }
  /** The first node of the variation that this one is in; null on the main line. */
  variation() {
    for (let node = /** @type {GameNode} */ (this); node.parent; node = node.parent) {
      if (node.parent.children[0] !== node) return node;
    }
    return null;
  }
}

export class Tree {
  /** @param {Position} start */
  constructor(start = startPosition(8)) {
    this.root = new GameNode(settled(start));
    this.here = this.root;
    /** @type {Review | null} */
    this.review = null;
  }
  /** Plays a move, along a line that is there or as a new variation.
   * @param {number} square */
  play(square) {
    const node = this.here.child(square);
    if (node) this.here = node;
    return node;
  }
  /** Adds a line below a node, as far as it is legal.
   * @param {readonly number[]} squares
   * @param {GameNode} from @returns the nodes that were found or made */
  add(squares, from = this.root) {
    /** @type {GameNode[]} */
    const nodes = [];
    for (const square of squares) {
      const node = (nodes[nodes.length - 1] || from).child(square);
      if (!node) break;
      nodes.push(node);
    }
    return nodes;
  }
  back() {
    if (this.here.parent) this.here = this.here.parent;
  }
  forward() {
    if (this.here.children.length > 0) this.here = this.here.children[0];
  }
  first() {
    this.here = this.root;
  }
  last() {
    while (this.here.children.length > 0) this.here = this.here.children[0];
  }
  /** The next variation of the move that led here, or the one before.
   * @param {1 | -1} step */
  sibling(step) {
    const line = this.here.parent ? this.here.parent.children : [];
    const at = line.indexOf(this.here) + step;
    if (at >= 0 && at < line.length) this.here = line[at];
  }
  /** Makes the line to a node the main line.
   * @param {GameNode} last */
  promote(last = this.here) {
    for (let node = last; node.parent; node = node.parent) {
      const line = node.parent.children;
      line.unshift(...line.splice(line.indexOf(node), 1));
    }
  }
  /** Takes the node on the board and what follows out of the tree.
   * @returns {{node: GameNode, at: number} | null} for restore() */
  cut() {
    const node = this.here, { parent } = node;
    if (!parent) return null;
    const at = parent.children.indexOf(node);
    parent.children.splice(at, 1);
    this.here = parent;
    return { node, at };
  }
  /** Undoes a cut(), the last one first. Replaces the same move if it was played again since.
   * @param {{node: GameNode, at: number}} taken */
  restore({ node, at }) {
    const { children } = /** @type {GameNode} */ (node.parent);
    const again = children.findIndex(({ move }) => move === node.move);
    if (again >= 0) children.splice(again, 1);
    children.splice(at, 0, node);
    this.here = node;
  }
  /** The nodes of the line that the board is in: to it, and on along the first children. */
  line() {
    const nodes = this.here.path();
    for (let node = this.here; node.children.length > 0;) nodes.push((node = node.children[0]));
    return nodes;
  }
  /** The nodes of the main line. */
  mainLine() {
    const nodes = [this.root];
    for (let node = this.root; node.children.length > 0;) nodes.push((node = node.children[0]));
    return nodes;
  }
  /** All nodes, the root first, in an order that the tree alone determines. */
  nodes() {
    const nodes = [this.root];
    for (let i = 0; i < nodes.length; ++i) nodes.push(...nodes[i].children);
    return nodes;
  }
  /** To be stored: a line is a list of moves, in which a list is a variation of the move before it.
   * @returns {TreeData} */
  toData() {
    const here = this.here.path().slice(1).map(node => /** @type {number} */ (node.move));
    /** @type {Record<string, any>} */
    const notes = {};
    this.nodes().forEach((node, i) => {
      const note = keptOf(node.known);
      if (Object.keys(note).length > 0) notes[i] = note;
    });
    const data = { start: positionText(this.root.position), line: lineData(this.root), here, notes };
    return this.review ? { ...data, review: this.review } : data;
  }
  /** The reverse; null for what no tree of ours is.
   * @param {any} data @returns {Tree | null} */
  static fromData(data) {
    const start = data && typeof data.start === "string" ? readPosition(data.start) : null;
    if (!start || !Array.isArray(data.line)) return null;
    const tree = new Tree(start);
    readLine(tree.root, data.line, { left: MOST_NODES });
    const notes = data.notes && typeof data.notes === "object" ? data.notes : {};
    tree.nodes().forEach((node, i) => notes[i] && Object.assign(node.known, keptOf(notes[i])));
    const { moves, quality } = Object(data.review);
    if (typeof moves === "string") tree.review = { moves, quality: Object(quality) };
    for (const square of Array.isArray(data.here) ? data.here : []) {
      const child = tree.here.children.find(each => each.move === square);
      if (!child) break;
      tree.here = child;
    }
    return tree;
  }
}

/** What is kept of a node, where it has the type that it should have.
 * @param {any} known @returns {Known} */
function keptOf(known) {
  /** @type {Record<string, any>} */
  const kept = {};
  for (const [name, type] of KEPT) if (typeof known[name] === type) kept[name] = known[name];
  return kept;
}

/** @param {GameNode} node @returns {any[]} */
export function lineData(node) {
  const line = [];
  while (node.children.length > 0) {
    const [first, ...others] = node.children;
    line.push(first.move);
    for (const other of others) line.push([other.move, ...lineData(other)]);
    node = first;
  }
  return line;
}

/** @param {GameNode} node @param {any[]} line @param {{left: number}} budget */
function readLine(node, line, budget) {
  let before = node;
  for (const item of line) {
    if (--budget.left < 0) return;
    if (Array.isArray(item)) {
      readLine(before, item, budget);
    } else {
      const child = Number.isInteger(item) ? node.child(item) : null;
      if (!child) return;
      before = node;
      node = child;
    }
  }
}
