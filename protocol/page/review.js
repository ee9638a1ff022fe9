// SPDX-License-Identifier: MIT
// @ts-check
/** Analysis of the main line, whatever variation is on the board: what each move cost, marks, mistakes to
 * try again. */
import { takeMove } from "./analysed_move.js";
import { byId, inputOf, onClick, selectOf, set } from "./dom.js";
import { about, ask, failureText } from "./engine.js";
import { mode } from "./mode.js";
import { pairText } from "./names.js";
import { play } from "./play.js";
import { summary, worstMoves } from "./review_result.js";
import { colorOf, positionText } from "./rules.js";
import { sayAt, unsay } from "./said.js";
import { settings, settings_changed } from "./settings.js";
import { gameAt, learned, moved, opened, Signal, state } from "./state.js";
import { keepMistakes, retryAll } from "./trainer.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** A move of which a review is kept. `score`: of the best move, for the side to move.
 * @typedef {{node: GameNode, parent: GameNode, number: number, side: "black" | "white", move: string,
 * best: string, lost: number, mark: string, score: number}} Reviewed */

const LOST = 2;  // discs that a mistake costs

/** @type {import("./socket.js").Question | null} */
let question = null;
/** The game of the question.
 * @type {import("./tree.js").Tree | null} */
let asked_of = null;
/** @type {import("./tree.js").Review | null} */
let shown = null;

/** A review of the game on the board is complete.
 * @type {Signal<null>} */
export const reviewed = new Signal();

async function start() {
  if (question || state.put_by || state.tree.root.children.length === 0) return;
  const { tree } = state, line = tree.mainLine(), level = levelChosen();
  settings_changed.emit({ review_level: level });
  const asked = ask({ action: "review", ...gameAt(line[line.length - 1]), limits: { level } },
    answer => {
      if (question !== asked) return;
      showProgress(Number(answer.done), Number(answer.all));
      if (answer.move) takeMove(line, answer.move);
    });
  question = asked;
  asked_of = tree;
  showProgress(0, line.length - 1);
  follow();
  show();
  try {
    const { analysis } = await asked.answer;
    if (question === asked && analysis) finish(tree, analysis, line);
    unsay("review-state");
  } catch (error) {
    sayAt("review-state", () => failureText(error));
  }
  if (question === asked) question = asked_of = null;
  follow();
  show();
}

/** @param {import("./tree.js").Tree} tree @param {any} analysis @param {GameNode[]} line */
function finish(tree, analysis, line) {
  for (const item of analysis.moves || []) takeMove(line, item);
  if (tree !== onBoard()) return;
  tree.review = { moves: line[line.length - 1].moves().join(""), quality: Object(analysis.quality) };
  const mine = selectOf("review-side").value;
  keepMistakes(mistakesOf(mine, line));
  reviewed.emit(null);
}

/** The game on the board, or the one that comes back after an exercise. */
const onBoard = () => (state.put_by || state).tree;

/** The review of the game on the board; null after an edit of the reviewed moves, and during a new review.
 * @returns {import("./tree.js").Review | null} */
function reviewHere() {
  const tree = onBoard(), { review } = tree;
  if (!review || tree === asked_of) return null;
  const moves = tree.mainLine().map(({ name }) => name).join("");
  return moves.startsWith(review.moves) ? review : null;
}

/** @returns {boolean} whether another review is shown from now on */
function follow() {
  const before = shown;
  shown = reviewHere();
  return shown !== before;
}

/** @param {GameNode[]} line @returns {Reviewed[]} */
function reviewedMoves(line) {
  const items = [];
  for (const node of line) {
    const { parent, known: { lost, mark = "", best = "" } } = node;
    if (!parent || lost === undefined) continue;
    const { side } = parent.position;
    items.push({ node, parent, number: node.ply, side: colorOf(side), move: node.name, best, lost, mark,
      score: (parent.known.value || 0) * side });
  }
  return items;
}

/** @param {string} color */
const isChosen = color => ["both", color].includes(selectOf("review-side").value);

/** A move of the chosen side with a mark.
 * @param {GameNode} node */
const isMistake = ({ known, parent }) =>
  known.mark && parent !== null && isChosen(colorOf(parent.position.side));

/** Who is to learn: the only person of a game that is played here, else both sides. */
function usualSide() {
  const people = [play.isPerson(1), play.isPerson(-1)];
  if (state.tree !== play.tree || people[0] === people[1]) return "both";
  return people[0] ? "black" : "white";
}

/** Goes to the position before the next mistake of the line on the board, or the one before.
 * @param {1 | -1} step */
export function goToMistake(step) {
  if (!mode.analysis || state.put_by) return;
  const before = state.tree.line().filter(isMistake).map(({ parent }) => /** @type {GameNode} */ (parent));
  const { ply } = state.here;
  const found = step === 1 ? before.find(node => node.ply > ply)
    : before.reverse().find(node => node.ply < ply);
  if (found) state.goTo(found);
}

/** The buttons to mistakes are there once a move has a mark. */
function showButtons() {
  const marked = state.tree.line().some(isMistake);
  for (const id of ["mistake-back", "mistake-on"]) set(byId(id), { hidden: !marked });
  const none = state.put_by !== null || state.tree.root.children.length === 0;
  set(byId("review-start"), { disabled: question !== null || none });
}

function levelChosen() {
  const value = Math.round(Number(inputOf("review-level").value));
  return Number.isFinite(value) ? Math.max(0, Math.min(about.max_level, value)) : 20;
}

/** @param {number} done @param {number} all */
function showProgress(done, all) {
  set(byId("review-progress"), { value: done, max: Math.max(all, 1) });
  sayAt("review-state", () => t("review_progress", { done, all }));
}

/** @param {string} side "black", "white" or "both" @param {GameNode[]} line
 * @returns {import("./trainer.js").Mistake[]} */
function mistakesOf(side, line = shown ? onBoard().mainLine() : []) {
  const { info } = state, names = pairText(info, [t("black"), t("white")]);
  const game = [names, info.date].filter(Boolean).join(", ");
  return reviewedMoves(line).filter(item => item.lost >= LOST && (side === "both" || item.side === side))
    .map(({ parent, best, move, score, lost }) => ({
      position: positionText(parent.position), best, played: move, score, lost, game, right_in_row: 0, missed: 1,
    }));
}

/** The position before a mistake.
 * @param {Reviewed} item */
function goTo({ parent }) {
  if (state.put_by) return;
  state.goTo(parent);
  byId("play-area").scrollIntoView({ block: "nearest" });
}

function show() {
  const busy = question !== null, result = byId("review-result");
  showButtons();
  set(byId("review-stop"), { hidden: !busy });
  set(byId("review-progress"), { hidden: !busy });
  for (const side of ["black", "white", "both"]) {
    const count = mistakesOf(side).length;
    set(byId(`retry-${side}`), { disabled: count === 0 });
  }
  const away = state.put_by !== null;
  set(byId("retry"), { hidden: !shown || away });
  set(result, { hidden: away });
  if (!shown) return result.replaceChildren();
  const items = reviewedMoves(onBoard().mainLine());
  result.replaceChildren(...summary(shown.quality), ...worstMoves(items.filter(({ side }) => isChosen(side)), goTo));
}

export function startReview() {
  inputOf("review-level").value = String(settings.review_level);
  onClick("review-start", start);
  onClick("mistake-back", () => goToMistake(-1));
  onClick("mistake-on", () => goToMistake(1));
  moved.on(() => {
    showButtons();
    if (follow()) show();
  });
  learned.on(showButtons);
  onClick("review-stop", () => question && question.stop());
  for (const side of ["black", "white", "both"]) {
    onClick(`retry-${side}`, () => retryAll(mistakesOf(side)));
  }
  opened.on(() => {
    if (state.put_by) return show();
    selectOf("review-side").value = usualSide();
    if (question) question.stop();
    unsay("review-state");
    follow();
    show();
  });
  byId("review-side").addEventListener("change", show);
  language_changed.on(show);
  show();
}
