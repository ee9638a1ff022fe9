// SPDX-License-Identifier: MIT
// @ts-check
/** Live numbers of the position on the board: from the book at once, deeper as long as it is shown. */
import { ask, isClosed, line_changed } from "./engine.js";
import { scoreText } from "./format.js";
import { isOver, positionText } from "./rules.js";
import { learned, moved, state, told } from "./state.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {import("./tree.js").Candidate} Candidate */

const ALL_MOVES = 46;       // no position of ours has more
const REPORT_EVERY = 0.1;   // seconds
const PAUSE = 30;           // ms on a position before it is asked about, for keys that are held

/** How far and by whom. `limit`: "time 10", "level 20", "exact 1" (the best move), "exact 46" (all)
 * @typedef {{limit: string, evaluator: string, book: boolean}} Way */

/** The part of a query that a way stands for.
 * @param {Way} way @returns {Record<string, any>} */
export function queryOf({ limit, evaluator, book }) {
  const [kind, amount] = limit.split(" ");
  /** @type {Record<string, any>} */
  const query = kind === "exact" ? { exact: true, candidates: Number(amount), book: false }
    : { limits: { [kind]: Number(amount) }, candidates: ALL_MOVES, book };
  if (evaluator) query.evaluator = evaluator;
  return query;
}

/** Whether a candidate says no less than another one of the same move.
 * @param {Candidate} a @param {Candidate} b */
function noLess(a, b) {
  if (a.exact !== b.exact) return a.exact;
  if ((a.source === "book") !== (b.source === "book")) return a.source === "book";
  return a.depth > b.depth || (a.depth === b.depth && a.selectivity >= b.selectivity);
}

/** New candidates, and old ones where they say more: numbers do not become worse when we come back.
 * A single exact one is the best move, whatever estimates of the others say.
 * @param {Candidate[]} old @param {Candidate[]} fresh @returns {Candidate[]} best first */
export function merged(old, fresh) {
  const known = new Map(old.map(candidate => [candidate.move, candidate]));
  const proven = fresh.length === 1 && fresh[0].exact;
  for (const candidate of fresh) {
    const before = known.get(candidate.move);
    if (proven) known.set(candidate.move, { ...candidate, proven });
    else if (!before || noLess(candidate, before)) known.set(candidate.move, candidate);
  }
  const first = (/** @type {Candidate} */ { proven }) => proven ? 1 : 0;
  return [...known.values()].sort((a, b) => first(b) - first(a) || b.score - a.score);
}

/** Whether a move is as good as the best one, as far as the numbers that are shown tell.
 * @param {Candidate} candidate @param {Candidate} best */
export function asGood(candidate, best) {
  if (candidate === best) return true;
  const alike = candidate.exact === best.exact && (best.exact || candidate.source === best.source);
  return alike && scoreText(candidate.score, best.exact) === scoreText(best.score, best.exact);
}

class Numbers {
  constructor() {
    this.on = true;
    /** @type {Way} */
    this.way = { limit: "time 10", evaluator: "", book: true };
    /** An engine is to move, or an exercise hides them.
     * @type {() => boolean} */
    this.silent = () => false;
    /** @type {import("./socket.js").Question | null} */
    this.question = null;
    /** What the question is about.
     * @type {GameNode | null} */
    this.node = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {string} The limit of a single question, "" for the usual one. */
    this.once = "";
    moved.on(() => this.follow());
    line_changed.on(up => up && this.follow(true));
  }
  get working() {
    return this.question !== null;
  }
  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.follow(true);
  }
  /** @param {Way} way */
  choose(way) {
    this.way = way;
    this.follow(true);
  }
  /** Solves the position on the board.
   * @param {"exact 1" | "exact 46"} limit */
  solve(limit) {
    this.follow(true, limit);
  }
  stop() {
    if (this.question) this.question.stop();
  }
  /** What the board shows now is asked about. */
  follow(again = false, limit = "") {
    const { here } = state;
    const wanted = (this.on || limit !== "") && !this.silent() && !isOver(here.position);
    if (wanted && !again && this.node === here && this.question) return;
    this.stop();
    this.question = null;
    this.node = here;
    clearTimeout(this.timer);
    if (!wanted) return learned.emit(here);
    const way = limit ? { ...this.way, limit } : this.way;
    this.timer = setTimeout(() => this.ask(here, way), PAUSE);
  }
  /** @param {GameNode} node @param {Way} way */
  async ask(node, way) {
    const key = JSON.stringify(way), { known } = node;
    if (known.by !== undefined && known.by !== way.evaluator) known.candidates = undefined;
    if (known.done === key && known.candidates) return learned.emit(node);
    known.by = way.evaluator;
    const query = { position: positionText(node.position), ...queryOf(way), report_every: REPORT_EVERY };
    const question = ask(query, answer => this.take(node, way, answer));
    this.question = question;
    learned.emit(node);
    try {
      const answer = await question.answer;
      if (!answer.terminated) known.done = key;
      this.finish(question);
      this.take(node, way, answer);
    } catch (error) {
      this.finish(question);
      learned.emit(node);
      if (!isClosed(error)) told.emit([/** @type {Error} */ (error).message, true]);
    }
  }
  /** @param {import("./socket.js").Question} question */
  finish(question) {
    if (this.question === question) this.question = null;
  }
  /** @param {GameNode} node @param {Way} way @param {any} answer */
  take(node, way, answer) {
    if (node.known.by !== way.evaluator || !Array.isArray(answer.candidates)) return;
    node.known.candidates = merged(node.known.candidates || [], answer.candidates);
    node.known.published = answer.published;
    learned.emit(node);
  }
}
export const numbers = new Numbers();
