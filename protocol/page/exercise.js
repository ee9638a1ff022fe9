// SPDX-License-Identifier: MIT
// @ts-check
/** A question about a position: the board waits for an answer, tells whether it was right, and goes
 * back to the game that was on it. */
import { byId, narrowScreen, onClick, say, set } from "./dom.js";
import { moved, opened, Signal, state } from "./state.js";
import { Tree } from "./tree.js";
import { language_changed, t } from "./words.js";

/** Words in the language that is chosen when they are shown.
 * @typedef {() => string} Words */
/** What is said to an answer. `over`: there is nothing more to answer. `again`: it was wrong, and the solution
 * is not shown yet.
 * @typedef {{text: Words, right: boolean | null, over: boolean, again?: boolean}} Verdict */
/** `reveal` shows the answer on the board and tells it. `free`: there is nothing to answer.
 * @typedef {{title: Words, question: Words, tree: Tree, answer: (square: number) =>
 * Promise<Verdict> | Verdict, reveal: () => Words, next: (() => void) | null, free?: boolean,
 * solve?: () => Promise<import("./tree.js").Candidate[]>}} Exercise  `solve`: all moves, best first. */

/** An exercise began, was answered or left.
 * @type {Signal<null>} */
export const exercise_changed = new Signal();

class Room {
  constructor() {
    /** @type {Exercise | null} */
    this.current = null;
    /** The answer is still to come: no numbers. */
    this.asking = false;
    /** @type {Verdict | null} */
    this.verdict = null;
    this.judging = false;
  }
  /** @param {Exercise} exercise */
  enter(exercise) {
    this.current = exercise;
    this.asking = !exercise.free;
    this.verdict = null;
    this.judging = false;
    state.enter(exercise.tree);
    exercise_changed.emit(null);
    if (narrowScreen().matches) byId("play-area").scrollIntoView({ block: "start" });
    else scrollTo({ top: 0 });
  }
  /** @param {number} square */
  async answer(square) {
    const { current } = this;
    if (!current || this.judging) return;
    this.judging = true;
    show();
    const verdict = await current.answer(square);
    if (this.current !== current || !this.asking) return;
    this.judging = false;
    this.verdict = verdict;
    this.asking = !verdict.over;
    exercise_changed.emit(null);
    moved.emit(state.here);
  }
  again() {
    this.verdict = null;
    exercise_changed.emit(null);
  }
  reveal() {
    if (!this.current) return;
    this.asking = false;
    this.judging = false;
    const { current } = this;
    this.verdict = { text: current.reveal(), right: null, over: true };
    exercise_changed.emit(null);
    moved.emit(state.here);
  }
  leave() {
    if (!this.current) return;
    this.current = null;
    this.asking = false;
    state.leave();
    exercise_changed.emit(null);
  }
  /** The user has opened another game: that one stays. */
  drop() {
    if (!this.current) return;
    this.current = null;
    this.asking = false;
    exercise_changed.emit(null);
  }
}
export const room = new Room();

function show() {
  const { current, verdict, asking, judging } = room;
  set(byId("exercise"), { hidden: !current });
  set(document.body, { "data-asking": asking });  // hides what would give the answer away
  if (!current) return;
  say(byId("exercise-title"), current.title());
  say(byId("exercise-question"), current.question());
  say(byId("exercise-verdict"), judging ? t("judging") : verdict ? verdict.text() : "");
  set(byId("exercise-verdict"), {
    "data-right": !verdict || verdict.right === null || judging ? false : verdict.right ? "true" : "false",
  });
  set(byId("exercise-again"), { hidden: !verdict || !verdict.again || judging });
  set(byId("exercise-reveal"), { hidden: !asking });
  set(byId("exercise-next"), { hidden: asking || !current.next });
}

export function startExercise() {
  opened.on(() => state.put_by || room.drop());
  exercise_changed.on(show);
  language_changed.on(show);
  onClick("exercise-again", event => {
    room.again();
    if (event.detail === 0) byId("skip").click();  // the keyboard's focus goes to the board
  });
  onClick("exercise-reveal", () => room.reveal());
  onClick("exercise-leave", () => room.leave());
  onClick("exercise-next", () => room.current && room.current.next && room.current.next());
}
