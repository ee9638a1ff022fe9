// SPDX-License-Identifier: MIT
// @ts-check
/** Plays a game: asks the engines in the seats for their moves and runs the clocks. */
import { Clock } from "./clock.js";
import { ask, isClosed, line_changed } from "./engine.js";
import { moveRequest } from "./move_request.js";
import { colorOf, discScore, isOver, squareOf, startPosition } from "./rules.js";
import { settings } from "./settings.js";
import { gameAt, learned, opened, Signal, state, told } from "./state.js";
import { seatOf } from "./strength.js";
import { namesOf, rename } from "./table.js";
import { Tree } from "./tree.js";

/** @typedef {import("./rules.js").Side} Side */
/** @typedef {import("./tree.js").GameNode} GameNode */
/** @typedef {import("./table.js").Seat} Seat */
/** @typedef {import("./table.js").Table} Table */
/** Of a series: wins of who was Black first, by this name.
 * @typedef {{name: string, wins: number, draws: number, losses: number, swapped: boolean}} Tally */

const SHORTEST_MOVE = 350;  // ms, so that two quick engines can be watched

/** Play began, paused or ended, or a clock was pressed.
 * @type {Signal<null>} */
export const play_changed = new Signal();
export const now = () => performance.now() / 1000;

export class Play {
  constructor() {
    /** @type {Seat} */
    const person = { player: "person", evaluator: "", kind: "level", amount: 10 };
    /** @type {Table} */
    this.table = { black: person, white: seatOf(settings.strength), minutes: 0, increment: 0,
      size: 8, games: 1 };
    this.running = false;
    /** Where the game that is played stands; the board may show another node. */
    this.tip = state.here;
    /** The game that is played, or was before it was paused or ended.
     * @type {Tree | null} */
    this.tree = null;
    /** Who lost the game on time or resigned, or 0.
     * @type {Side | 0} */
    this.loser = 0;
    this.resigned = false;
    /** @type {Clock | null} */
    this.clock = null;
    /** @type {import("./socket.js").Question | null} */
    this.question = null;
    /** @type {Set<string>} The seats that have moved in this game. */
    this.begun = new Set();
    /** Games of a series that are to come. */
    this.left = 0;
    /** @type {Tally | null} */
    this.tally = null;
    opened.on(tree => {
      this.pause();
      if (!state.put_by && tree !== this.tree) this.clock = null;
    });
    line_changed.on(up => up && this.think());
    setInterval(() => this.watchFlag(), 200);
  }
  /** @param {Side | number} side */
  seat(side) {
    return this.table[colorOf(side)];
  }
  /** @param {Side | number} side */
  isPerson(side) {
    return this.seat(side).player === "person";
  }
  /** An engine is to move in the game that is played, and its position is on the board. */
  engineToMove() {
    return this.running && state.here === this.tip && !isOver(this.tip.position) &&
      !this.isPerson(this.tip.position.side);
  }
  /** The game on the board is the one that is played, or was. */
  get onBoard() {
    return state.tree === this.tree;
  }
  /** It is on the board, or comes back to it after an exercise. */
  get kept() {
    return (state.put_by || state).tree === this.tree;
  }
  get over() {
    return this.loser !== 0 || isOver(this.tip.position);
  }
  /** The position on the board ends a game that was lost on time or resigned. */
  get lostHere() {
    return this.onBoard && this.loser !== 0 && state.here === this.tip;
  }
  /** The game on the board could continue, and an engine or a clock waits for that. */
  get paused() {
    const alone = this.isPerson(1) && this.isPerson(-1) && !this.clock;
    return this.onBoard && !this.running && !this.over && !alone;
  }
  /** It can continue from the position on the board. */
  get canGoOn() {
    return !state.put_by && !isOver(state.here.position) && !(this.onBoard && this.loser !== 0);
  }
  /** A new game from the usual start, or from the position on the board.
   * @param {boolean} here */
  begin(here = false) {
    const { size, games } = this.table;
    this.tally = null;
    this.start(here ? state.here.position : startPosition(size));
    if (!this.isPerson(1) && !this.isPerson(-1) && games > 1) {
      const name = namesOf(this.table).black;
      this.tally = { name, wins: 0, draws: 0, losses: 0, swapped: false };
      this.left = games - 1;
    }
    play_changed.emit(null);
  }
  /** @param {import("./rules.js").Position} position */
  start(position) {
    this.halt();
    this.tree = new Tree(position);
    this.loser = 0;
    state.open(this.tree, namesOf(this.table));
    const { minutes, increment } = this.table;
    this.clock = minutes > 0 ? new Clock(minutes * 60, increment) : null;
    this.begun.clear();
    this.resume();
  }
  /** @param {GameNode} from the position that the game continues from */
  resume(from = state.here) {
    if (!this.canGoOn) return;
    if (!this.onBoard) this.loser = 0;
    this.running = true;
    this.tree = state.tree;
    this.tip = from;
    if (this.clock) this.clock.start(this.tip.position.side, now());
    play_changed.emit(null);
    this.think();
  }
  /** Stops the thinking and the clocks; the game can resume later. */
  pause() {
    this.halt();
    this.left = 0;
    play_changed.emit(null);
  }
  halt() {
    this.running = false;
    if (this.clock) this.clock.halt(now());
    if (this.question) this.question.stop();
    this.question = null;
  }
  /** A person has chosen a square.
   * @param {number} square @returns {boolean} */
  person(square) {
    if (this.engineToMove()) return false;
    const side = state.here.position.side, node = state.here.child(square);
    if (!node) return false;
    if (this.running && !this.isPerson(side)) this.pause();
    // A move that was played is only looked at again.
    const goes_on = this.running && !this.tip.path().includes(node);
    if (goes_on) state.tree.promote(node);
    state.goTo(node);
    if (goes_on) this.advance(node, side);
    return true;
  }
  /** The game that is played has got a move.
   * @param {GameNode} node @param {Side} side who moved */
  advance(node, side) {
    this.tip = node;
    if (this.question) this.question.stop();
    this.question = null;
    if (isOver(node.position)) return this.end(discScore(node.position, 1));
    if (this.clock) {
      this.clock.press(side, now());
      this.clock.start(node.position.side, now());
    }
    play_changed.emit(null);
    this.think();
  }
  /** The engine in the seat is asked for its move. */
  async think() {
    const node = this.tip, { side } = node.position;
    if (!this.running || this.question || this.isPerson(side) || isOver(node.position)) return;
    const color = colorOf(side), remaining = this.clock ? this.clock.left(side, now()) : 0;
    const request = moveRequest(gameAt(node), color, this.seat(side), this.clock, remaining);
    if (!this.begun.has(color)) request.new_game = true;
    this.begun.add(color);
    const question = ask(request), began = now();
    this.question = question;
    play_changed.emit(null);
    try {
      const answer = await question.answer;
      const rest = this.isPerson(-side) ? 0 : SHORTEST_MOVE - 1000 * (now() - began);
      if (rest > 0) await new Promise(done => setTimeout(done, rest));
      if (this.question === question) this.moveOf(node, answer);
    } catch (error) {
      if (this.question !== question) return;
      this.question = null;
      if (isClosed(error)) return;
      told.emit([/** @type {Error} */ (error).message, true]);
      this.pause();
    }
  }
  /** @param {GameNode} node @param {any} answer */
  moveOf(node, answer) {
    this.question = null;
    const { side, size } = node.position, square = squareOf(String(answer.move), size);
    const next = square === null ? null : node.child(square);
    if (!next) return this.pause();
    if (typeof answer.score === "number" && !node.known.candidates) {
      node.known.value = answer.score * side;
      node.known.exact = answer.exact === true;
    }
    if (typeof answer.seconds === "number") next.known.seconds = answer.seconds;
    state.tree.promote(next);  // what was taken back stays as a variation
    if (state.here === node) state.goTo(next);
    else state.goTo(state.here);
    learned.emit(node);
    this.advance(next, side);
  }
  /** @param {number} score Black's, or 1 or -1 for a win on time */
  end(score) {
    this.halt();
    if (this.loser !== 0) state.info.result = `${this.loser === 1 ? "W" : "B"}+${this.resigned ? "R" : "T"}`;
    else if (!state.info.result) state.info.result = String(score);
    if (this.tally) {
      const first = this.tally.swapped ? -score : score;
      ++this.tally[first > 0 ? "wins" : first < 0 ? "losses" : "draws"];
    }
    play_changed.emit(null);
    if (this.left > 0) this.nextOfSeries(this.left - 1);
  }
  /** @param {number} left */
  nextOfSeries(left) {
    const tree = state.tree;
    setTimeout(() => {
      if (state.tree !== tree || this.running) return;
      const { black, white } = this.table;
      this.table = { ...this.table, black: white, white: black };
      const tally = this.tally && { ...this.tally, swapped: !this.tally.swapped };
      this.start(tree.root.position);
      this.tally = tally;
      this.left = left;
      play_changed.emit(null);
    }, 1500);
  }
  /** Where a person was last to move in the game that is played here, before its last move; null
   * where nothing can be taken back.
   * @returns {GameNode | null} */
  takeBackTo() {
    if (!this.onBoard || this.loser !== 0) return null;
    let node = this.tip.parent;
    while (node && !this.isPerson(node.position.side)) node = node.parent;
    return node;
  }
  /** Goes back there; the moves since are kept as a variation. */
  takeBack() {
    const node = this.takeBackTo();
    if (!node) return;
    const running = this.running || this.over;
    this.halt();
    delete state.info.result;
    this.tip = node;
    state.goTo(node);
    if (running) this.resume();
    else play_changed.emit(null);
  }
  /** The seats change places; the game continues. */
  swap() {
    const { black, white } = this.table;
    this.choose({ ...this.table, black: white, white: black });
  }
  /** A searching engine continues if its seat does not change.
   * @param {Table} table */
  choose(table) {
    const before = this.table, color = colorOf(this.tip.position.side);
    this.table = table;
    if (this.onBoard) rename(state.info, namesOf(before), namesOf(table));
    if (JSON.stringify(before[color]) !== JSON.stringify(table[color])) {
      if (this.question) this.question.stop();
      this.question = null;
    }
    play_changed.emit(null);
    this.think();
  }
  /** @param {Side | number} side @returns {number | null} seconds */
  timeLeft(side) {
    return this.clock ? this.clock.left(/** @type {Side} */ (side), now()) : null;
  }
  watchFlag() {
    const side = this.running && this.clock ? this.clock.flagged(now()) : 0;
    if (side !== 0) this.lose(side, false);
  }
  /** @param {Side} side @param {boolean} resigned else on time */
  lose(side, resigned) {
    this.loser = side;
    this.resigned = resigned;
    this.end(-side);
  }
  /** Who would resign: the only person, or of two the one who is to move; 0 where nobody can.
   * @returns {Side | 0} */
  get resigner() {
    if (!this.running || this.tip.ply === 0) return 0;
    const { side } = this.tip.position;
    if (this.isPerson(side)) return side;
    return this.isPerson(-side) ? /** @type {Side} */ (-side) : 0;
  }
  resign() {
    if (this.resigner !== 0) this.lose(this.resigner, true);
  }
  /** The same game again, with colours swapped. */
  rematch() {
    if (!this.tree) return;
    const { black, white } = this.table;
    this.table = { ...this.table, black: white, white: black };
    this.tally = null;
    this.start(this.tree.root.position);
  }
}
export const play = new Play();
