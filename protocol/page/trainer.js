// SPDX-License-Identifier: MIT
// @ts-check
/** Mistakes of one's own games to try again, and endgames with one move that wins. */
import { byId, buttonOf, el, onClick, say, selectOf, set } from "./dom.js";
import { ask, failureText, isClosed } from "./engine.js";
import { exercise_changed, room } from "./exercise.js";
import { scoreText } from "./format.js";
import { merged } from "./numbers.js";
import { colorOf, legalMoves, readPosition, squareName, squareOf } from "./rules.js";
import { sayAt, unsay } from "./said.js";
import { told } from "./state.js";
import { collection } from "./store.js";
import { newId } from "./tab_store.js";
import { Tree } from "./tree.js";
import { language_changed, t } from "./words.js";

/** Where discs were lost. `lost` by `played`, of the `score` of `best`; solved twice in a row it is
 * learned. The counts are of answers `until` then; `missed` also counts the mistake in the game.
 * @typedef {{position: string, best: string, played: string, score: number, lost: number,
 * game: string, right_in_row: number, missed: number, asked?: number, until?: number}} Mistake */

const LEARNED = 2, DAY = 24 * 3600 * 1000;
const AS_GOOD = 1;     // discs that an answer may lose
/** @type {import("./exercise.js").Verdict} */
const NOT_LEGAL = { text: () => t("not_legal"), right: false, over: false };
const JUDGE = { limits: { level: 20 }, candidates: 46 };
const SOLVE = { exact: true, candidates: 46, book: false };

const kept = collection("mistakes", 500, ({ position }) => String(position));
/** Two tabs may have one mistake, so that an answer has a key of its own until the day is over. */
const answers = collection("answers", 5000, ({ id }) => String(id));

/** Tries and misses since the game. Entries of older pages have no `asked`: it is taken as the misses and
 * the right answers after them. `rate` estimates the probability of another miss, as `miss_rate` of
 * `sumi study` does.
 * @param {Mistake} item */
export function rated({ asked = 0, missed, right_in_row }) {
  const misses = Math.max(missed - 1, 0), tries = Math.max(asked, misses + right_in_row);
  return { asked: tries, missed: misses, rate: (misses + 1) / (tries + 2) };
}

/** @param {Mistake[]} items @returns {Mistake[]} the highest rate first */
export const hardestFirst = items => [...items].sort((a, b) => rated(b).rate - rated(a).rate);

/** @param {Mistake} item @param {{position: string, right: boolean, when: number}[]} given the latest first
 * @returns {Mistake} its counts with these answers */
export function counted(item, given) {
  const result = { ...item };
  for (const { position, right, when } of [...given].reverse()) {
    if (position !== item.position || when <= (item.until || 0)) continue;
    result.asked = rated(result).asked + 1;
    result.right_in_row = right ? result.right_in_row + 1 : 0;
    if (!right) ++result.missed;
    result.until = when;
  }
  return result;
}

/** Counts the answers of days before, which get no further ones: two tabs that do so find the same. */
function countOld() {
  const today = Math.floor(Date.now() / DAY) * DAY, old = answers.all().filter(({ when }) => when < today);
  const positions = new Set(old.map(({ position }) => position));
  kept.put(kept.all().filter(({ position }) => positions.has(position)).map(item => counted(item, old)));
  answers.remove(old);
}

/** @returns {Mistake[]} the latest last */
function mistakes() {
  const given = answers.all();
  return kept.all().reverse().filter(({ position, best, lost, missed, right_in_row }) =>
    typeof best === "string" && typeof position === "string" && readPosition(position) &&
    [lost, missed, right_in_row].every(Number.isFinite)).map(item => counted(item, given));
}
const due = () => mistakes().filter(({ right_in_row }) => !(right_in_row >= LEARNED));

/** @param {Mistake[]} fresh */
export function keepMistakes(fresh) {
  kept.put(fresh.map(item => {
    const { right_in_row, missed, asked, when, until } = kept.find(item) || { ...item, when: Date.now() };
    return { ...item, right_in_row, missed, asked, when, until };
  }));
  showMistakes();
}

/** @param {Mistake} mistake @param {boolean} right */
function note(mistake, right) {
  const { position } = mistake, item = kept.find(mistake);
  if (!item) return;
  answers.put([{ id: newId(), position, right, when: Math.max(Date.now(), (item.until || 0) + 1) }]);
  showMistakes();
}

/** @param {string} position @param {Record<string, any>} how
 * @returns {Promise<import("./tree.js").Candidate[]>} all moves, best first */
async function candidatesOf(position, how) {
  return (await ask({ position, ...how }).answer).candidates;
}

/** @param {Mistake} mistake @param {Tree} tree @param {string} move */
async function judge(mistake, tree, move) {
  const shown = { best: mistake.best, score: scoreText(mistake.score), played: mistake.played };
  if (move === mistake.best) return { text: () => t("right_best", shown), right: true, over: true };
  try {
    const candidates = await candidatesOf(mistake.position, JUDGE);
    tree.root.known.candidates = merged([], candidates);
    const [best] = candidates;
    const mine = candidates.find((/** @type {{move: string}} */ each) => each.move === move);
    const lost = mine ? best.score - mine.score : Infinity;
    const words = { move, best: best.move, lost: lost.toFixed(1) };
    const right = lost <= AS_GOOD;
    return { text: () => t(right ? "right_as_good" : "wrong_lost", words), right, over: right, again: !right };
  } catch (error) {
    if (!isClosed(error)) throw error;
    return { text: () => t("no_line"), right: false, over: false };
  }
}

/** @param {Mistake} mistake @param {(() => void) | null} next */
function retry(mistake, next) {
  const position = readPosition(mistake.position);
  if (!position) return;
  const tree = new Tree(position);
  let tried = false;
  /** The first try counts.
   * @param {boolean} right */
  const count = right => {
    if (!tried) note(mistake, right);
    tried = true;
  };
  room.enter({
    title: () => t("retry_title"), tree, next, solve: () => candidatesOf(mistake.position, JUDGE),
    question: () => t("retry_question", {
      side: t(colorOf(position.side)), played: mistake.played, lost: mistake.lost.toFixed(1),
      game: mistake.game,
    }),
    answer: async square => {
      if (!legalMoves(tree.root.position).includes(square)) return NOT_LEGAL;
      const verdict = await judge(mistake, tree, squareName(square, position.size));
      if (verdict.over || verdict.again) count(verdict.right);
      if (verdict.over) {
        tree.root.child(square);
        addBest(tree, mistake.best);
      }
      return verdict;
    },
    reveal: () => {
      count(false);
      addBest(tree, mistake.best);
      return () => t("best_was", { best: mistake.best, score: scoreText(mistake.score) });
    },
  });
}

/** @param {Tree} tree @param {string} best */
function addBest(tree, best) {
  const square = squareOf(best, tree.root.position.size);
  if (square === null) return;
  const node = tree.root.child(square);
  if (node) tree.root.children.sort((a, b) => (b === node ? 1 : 0) - (a === node ? 1 : 0));
}

/** Tries some again, one after the other.
 * @param {Mistake[]} items */
export function retryAll(items) {
  const [first, ...rest] = items;
  if (first) retry(first, rest.length > 0 ? () => retryAll(rest) : null);
}

/** One of those that are due, those missed more often more often. */
function train() {
  const items = due(), weights = items.map(({ missed }) => Math.min(missed, 5) + 1);
  let at = Math.random() * weights.reduce((sum, weight) => sum + weight, 0);
  const chosen = items.find((item, i) => (at -= weights[i]) < 0);
  if (chosen) retry(chosen, train);
}

async function problem() {
  const difficulty = Number(selectOf("problem-difficulty").value);
  buttonOf("problem-new").disabled = true;
  sayAt("problem-state", () => t("making_problem"));
  try {
    const seed = Math.floor(Math.random() * 2 ** 31);
    showProblem(await ask({ action: "problem", difficulty, seed }).answer);
    unsay("problem-state");
  } catch (error) {
    sayAt("problem-state", () => failureText(error));
  }
  buttonOf("problem-new").disabled = false;
}

/** @param {any} given */
function showProblem({ position: text, move: best, score, empties }) {
  const position = readPosition(String(text));
  if (!position) return void told.emit([t("no_problem"), true]);
  const tree = new Tree(position);
  const words = { best: String(best), score: scoreText(Number(score), true) };
  room.enter({
    title: () => t("problem_title"), tree, next: problem, solve: () => candidatesOf(text, SOLVE),
    question: () => t("problem_question", {
      side: t(colorOf(position.side)), empties: Number(empties),
    }),
    answer: square => {
      if (!legalMoves(tree.root.position).includes(square)) return NOT_LEGAL;
      const move = squareName(square, position.size);
      if (move !== best) {
        return { text: () => t("problem_wrong", { move }), right: false, over: false, again: true };
      }
      addBest(tree, words.best);
      return { text: () => t("problem_right", words), right: true, over: true };
    },
    reveal: () => {
      addBest(tree, words.best);
      return () => t("best_was", words);
    },
  });
}

/** @param {Mistake} item */
function rowOf(item) {
  const { asked, missed, rate } = rated(item);
  const words = [
    asked === 0 ? t("not_asked") : t("missed_of", { missed, asked, percent: Math.round(100 * rate) }),
    `${item.played} −${item.lost.toFixed(1)}`, item.game,
  ].filter(Boolean).join(" · ");
  return el("li", {}, el("button", { type: "button", class: "row-button", onclick: () => retry(item, null) }, words));
}

/** Reads what other tabs have written, too. */
export function showMistakes() {
  const all = mistakes(), count = due().length;
  say(byId("mistakes-count"), all.length === 0 ? t("no_mistakes")
    : t("mistakes_count", { due: count, learned: all.length - count }));
  for (const id of ["train", "train-hardest"]) set(byId(id), { disabled: count === 0 });
  for (const id of ["mistakes-all", "mistakes-forget"]) set(byId(id), { hidden: all.length === 0 });
  byId("mistakes-list").replaceChildren(...hardestFirst(all).map(rowOf));
  const chosen = selectOf("problem-difficulty").value || "2";
  selectOf("problem-difficulty").replaceChildren(...[1, 2, 3, 4, 5].map(n =>
    el("option", { value: n }, t("difficulty_n", { n }))));
  selectOf("problem-difficulty").value = chosen;
}

export function startTrainer() {
  onClick("train", train);
  onClick("train-hardest", () => retryAll(hardestFirst(due())));
  onClick("problem-new", problem);
  onClick("mistakes-forget", () => {
    if (!confirm(t("forget_sure"))) return;
    kept.clear();
    answers.clear();
    showMistakes();
  });
  language_changed.on(showMistakes);
  exercise_changed.on(showMistakes);
  countOld();
  showMistakes();
}
