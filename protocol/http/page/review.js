// SPDX-License-Identifier: MIT
// @ts-check
/** Analysis of the main line, whatever variation is on the board: what each move cost, marks, mistakes to
 * try again. */
import { byId, inputOf, onClick, selectOf, set } from "./dom.js";
import { about, ask, failureText } from "./engine.js";
import { markOfWord } from "./format.js";
import { mode } from "./mode.js";
import { play } from "./play.js";
import { summary, worstMoves } from "./review_result.js";
import { colorOf, readPosition } from "./rules.js";
import { sayAt, unsay } from "./said.js";
import { settings, settings_changed } from "./settings.js";
import { gameAt, learned, moved, opened, state } from "./state.js";
import { keepMistakes, retryAll } from "./trainer.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** A move as `sumi analyze --json` has it.
 * @typedef {{number: number, side: string, move: string,
 * best: string, lost: number, mark: string, before: {score: number, exact: boolean},
 * after: {score: number, exact: boolean}, position: string, best_line: string[],
 * [key: string]: any}} Reviewed */

const LOST = 2;  // discs that a mistake costs

/** @type {import("./socket.js").Question | null} */
let question = null;
/** @type {{analysis: any, line: GameNode[]} | null} */
let shown = null;

/** Puts what is known of a move into the tree.
 * @param {GameNode[]} line @param {Reviewed} item */
function take(line, item) {
  const node = line[item.number];
  if (!node || !node.parent || node.name !== item.move) return;
  const side = node.parent.position.side;
  Object.assign(node.known, {
    mark: markOfWord(item.mark), lost: item.lost, best: item.best, value: item.after.score * side,
    exact: item.after.exact,
  });
  Object.assign(node.parent.known, { value: item.before.score * side, exact: item.before.exact });
  learned.emit(node);
}

async function start() {
  if (question || state.put_by || state.tree.root.children.length === 0) return;
  const line = state.tree.mainLine(), level = levelChosen();
  settings_changed.emit({ review_level: level });
  shown = null;
  show();
  const asked = ask({ action: "review", ...gameAt(line[line.length - 1]), limits: { level } },
    answer => {
      if (question !== asked) return;
      showProgress(Number(answer.done), Number(answer.all));
      if (answer.move) take(line, answer.move);
    });
  question = asked;
  showProgress(0, line.length - 1);
  try {
    const { analysis } = await asked.answer;
    if (question === asked && analysis) finish(analysis, line);
    unsay("review-state");
  } catch (error) {
    sayAt("review-state", () => failureText(error));
  }
  if (question === asked) question = null;
  show();
}

/** @param {any} analysis @param {GameNode[]} line */
function finish(analysis, line) {
  for (const item of analysis.moves || []) take(line, item);
  if ((state.put_by || state).tree.root !== line[0]) return;
  shown = { analysis, line };
  const mine = selectOf("review-side").value;
  keepMistakes(mistakesOf(mine));
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

/** @param {string} side "black", "white" or "both" @returns {import("./trainer.js").Mistake[]} */
function mistakesOf(side) {
  const items = /** @type {Reviewed[]} */ (shown ? shown.analysis.moves || [] : []);
  const { black = "", white = "", date = "" } = state.info;
  const game = [black || white ? `${black || "?"} – ${white || "?"}` : "", date].filter(Boolean).join(", ");
  return items.filter(item => item.lost >= LOST && (side === "both" || item.side === side) &&
    readPosition(item.position)).map(item => ({
      position: item.position, best: item.best, played: item.move, score: item.before.score,
      lost: item.lost, game, right_in_row: 0, missed: 1,
    }));
}

/** The position before a mistake.
 * @param {Reviewed} item */
function goTo(item) {
  const node = shown && shown.line[item.number];
  if (!node || !node.parent || state.put_by) return;
  state.goTo(node.parent);
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
  const { quality, moves = [] } = shown.analysis;
  result.replaceChildren(...(quality ? summary(quality) : []), 
    ...worstMoves(moves.filter((/** @type {Reviewed} */ { side }) => isChosen(side)), goTo));
}

export function startReview() {
  inputOf("review-level").value = String(settings.review_level);
  onClick("review-start", start);
  onClick("mistake-back", () => goToMistake(-1));
  onClick("mistake-on", () => goToMistake(1));
  moved.on(showButtons);
  learned.on(showButtons);
  onClick("review-stop", () => question && question.stop());
  for (const side of ["black", "white", "both"]) {
    onClick(`retry-${side}`, () => retryAll(mistakesOf(side)));
  }
  opened.on(tree => {
    if (state.put_by) return show();
    selectOf("review-side").value = usualSide();
    if (question) question.stop();
    unsay("review-state");
    if (shown && !shown.line.includes(tree.root)) shown = null;
    show();
  });
  byId("review-side").addEventListener("change", show);
  language_changed.on(show);
  show();
}
