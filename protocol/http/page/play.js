// SPDX-License-Identifier: MIT
// @ts-check
/** Plays a game: asks the engines in the seats for their moves and runs the clocks. */
import { Clock } from "./clock.js";
import { ask, isClosed, line_changed } from "./engine.js";
import { isOver, discScore, squareOf, startPosition } from "./rules.js";
import { gameAt, learned, opened, Signal, state, told } from "./state.js";
import { Tree } from "./tree.js";

/** @typedef {import("./rules.js").Side} Side */
/** @typedef {import("./tree.js").GameNode} GameNode */
/** Who sits there: `player` is "person" or one of the engine's players, `kind` "level" or "time".
 * @typedef {{player: string, evaluator: string, kind: string, amount: number}} Seat */
/** @typedef {{black: Seat, white: Seat, minutes: number, increment: number, size: number,
 * games: number}} Table */

const VARIETY = 1;           // discs that a game may give away in the book, so that games differ
const SHORTEST_MOVE = 350;  // ms, that two quick engines can be watched

/** Play began, paused or ended, or a clock was pressed.
 * @type {Signal<null>} */
export const play_changed = new Signal();
const now = () => performance.now() / 1000;

/** @param {Side | number} side @returns {"black" | "white"} */
export const colorOf = side => side === 1 ? "black" : "white";

class Play {
  constructor() {
    /** @type {Seat} */
    const person = { player: "person", evaluator: "", kind: "level", amount: 8 };
    /** @type {Table} */
    this.table = { black: person, white: { ...person, player: "search" }, minutes: 0, increment: 0,
      size: 8, games: 1 };
    this.running = false;
    /** Where the game that is played stands; the board may show another node. */
    this.tip = state.here;
    /** The game that was begun here.
     * @type {Tree | null} */
    this.tree = null;
    /** @type {Clock | null} */
    this.clock = null;
    /** @type {import("./socket.js").Question | null} */
    this.question = null;
    /** @type {Set<string>} The seats that have moved in this game. */
    this.begun = new Set();
    /** Of a series: games to come, and wins of who was Black first. */
    this.left = 0;
    this.tally = { wins: 0, draws: 0, losses: 0, swapped: false };
    /** @type {Signal<Side>} Whose time is over. */
    this.out_of_time = new Signal();
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
  /** A new game from the usual start, or from the position on the board.
   * @param {boolean} here */
  begin(here = false) {
    const { size, games } = this.table;
    this.tally = { wins: 0, draws: 0, losses: 0, swapped: false };
    this.start(here ? state.here.position : startPosition(size));
    const watched = !this.isPerson(1) && !this.isPerson(-1);
    this.left = watched ? Math.max(0, games - 1) : 0;
    play_changed.emit(null);
  }
  /** @param {import("./rules.js").Position} position */
  start(position) {
    this.halt();
    this.tree = new Tree(position);
    state.open(this.tree, this.names());
    const { minutes, increment } = this.table;
    this.clock = minutes > 0 ? new Clock(minutes * 60, increment) : null;
    this.begun.clear();
    this.resume();
  }
  names() {
    const clocked = this.table.minutes > 0;
    /** @param {Seat} seat */
    const name = ({ player, evaluator, kind, amount }) => {
      if (player === "person") return "";
      if (player !== "search") return player;
      const level = kind === "level" && !clocked ? String(amount) : "";
      return ["Sumi", evaluator, level].filter(part => part !== "").join(" ");
    };
    /** @type {Record<string, string>} */
    const names = {};
    if (name(this.table.black)) names.black = name(this.table.black);
    if (name(this.table.white)) names.white = name(this.table.white);
    return names;
  }
  resume() {
    if (isOver(state.here.position)) return;
    this.running = true;
    this.tip = state.here;
    if (this.clock) this.clock.start(this.tip.position.side, now());
    play_changed.emit(null);
    this.think();
  }
  /** Stops the thinking and the clocks; the game can go on later. */
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
    state.goTo(node);
    if (this.running) this.advance(node, side);
    return true;
  }
  /** The game that is played has got a move.
   * @param {GameNode} node @param {Side} side who moved */
  advance(node, side) {
    this.tip = node;
    if (this.question) this.question.stop();
    this.question = null;
    if (isOver(node.position)) return this.end();
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
    const question = ask(this.message(node)), began = now();
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
  /** @param {GameNode} node */
  message(node) {
    const { side } = node.position, seat = this.seat(side), color = colorOf(side);
    /** @type {Record<string, any>} */
    const message = { action: "move", ...gameAt(node), seat: color, player: seat.player };
    if (seat.player === "search") message.variety = VARIETY;
    if (seat.player === "search" && seat.evaluator) message.evaluator = seat.evaluator;
    if (this.clock) {
      const remaining = Math.max(0.05, this.clock.left(side, now()));
      message.clock = { remaining, increment: this.clock.increment };
    } else {
      message.limits = { [seat.kind]: seat.amount };
    }
    if (!this.begun.has(color)) message.new_game = true;
    this.begun.add(color);
    return message;
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
    if (state.here === node) state.goTo(next);
    else state.goTo(state.here);
    learned.emit(node);
    this.advance(next, side);
  }
  end() {
    const score = discScore(this.tip.position, 1);
    this.halt();
    if (!state.info.result) state.info.result = String(score);
    const first = this.tally.swapped ? -score : score;
    if (first > 0) ++this.tally.wins;
    else if (first < 0) ++this.tally.losses;
    else ++this.tally.draws;
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
      const tally = { ...this.tally, swapped: !this.tally.swapped };
      this.start(tree.root.position);
      this.tally = tally;
      this.left = left;
      play_changed.emit(null);
    }, 1500);
  }
  /** Back to the last position in which a person was to move, without the moves since. */
  takeBack() {
    const from = state.here;
    let node = from.parent;
    while (node && node.parent && !this.isPerson(node.position.side)) node = node.parent;
    if (!node) return;
    const branch = from.path()[node.ply + 1];
    state.tree.here = branch;
    state.tree.cut();
    delete state.info.result;
    const running = this.running || isOver(from.position);
    this.halt();
    state.goTo(node);
    if (running) this.resume();
    else play_changed.emit(null);
  }
  /** The seats change places; the game goes on. */
  swap() {
    const { black, white } = this.table;
    this.choose({ ...this.table, black: white, white: black });
  }
  /** @param {Table} table */
  choose(table) {
    this.table = table;
    if (this.question) this.question.stop();
    this.question = null;
    play_changed.emit(null);
    this.think();
  }
  /** @param {Side | number} side @returns {number | null} seconds */
  timeLeft(side) {
    return this.clock ? this.clock.left(/** @type {Side} */ (side), now()) : null;
  }
  watchFlag() {
    const side = this.running && this.clock ? this.clock.flagged(now()) : 0;
    if (side === 0) return;
    this.pause();
    this.out_of_time.emit(side);
  }
}
export const play = new Play();
