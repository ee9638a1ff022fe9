// SPDX-License-Identifier: MIT
// @ts-check
/** What the board shows: discs, numbers or opinions, arrows, the move that was played next. */
import { arrowsOf } from "./arrows.js";
import { byId, say, set } from "./dom.js";
import { editor } from "./editor.js";
import { showBar } from "./eval_bar.js";
import { exercise_changed, room } from "./exercise.js";
import { scoreText } from "./format.js";
import { mode, mode_changed } from "./mode.js";
import { playerTitle } from "./names.js";
import { asGood, numbers } from "./numbers.js";
import { opinionLabels, opinions_changed, playerOnBoard } from "./opinions.js";
import { play, play_changed } from "./play.js";
import { isOver, legalMoves, squareOf } from "./rules.js";
import { settings, settings_changed } from "./settings.js";
import { learned, moved, state } from "./state.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./board.js").Label} Label */

/** Whether the engine evaluates the position on the board. */
export const evaluationsWanted = () => (settings.numbers || settings.arrows) && mode.analysis;

/** @returns {Map<number, Label>} */
function numberLabels() {
  const { here } = state, candidates = here.known.candidates || [], [best] = candidates;
  /** @type {Map<number, Label>} */
  const found = new Map();
  for (const candidate of candidates) {
    const square = squareOf(candidate.move, here.position.size);
    if (square === null) continue;
    found.set(square, {
      text: scoreText(candidate.score, candidate.exact), exact: candidate.exact,
      best: asGood(candidate, best), book: candidate.source === "book",
    });
  }
  return found;
}

/** The evaluations of moves, by the engine or by another player.
 * @returns {Map<number, Label>} */
function labels() {
  if (numbers.silent()) return new Map();
  if (playerOnBoard() !== "" && mode.analysis) return opinionLabels();
  const answered = room.current !== null && room.verdict !== null;
  return (settings.numbers && mode.analysis) || answered ? numberLabels() : new Map();
}

/** The move that was played next in the current line.
 * @returns {number | null} */
function nextMove() {
  const [next] = state.here.children;
  return next && mode.analysis && !state.put_by ? next.move : null;
}

/** @type {import("./board.js").Board} */
let board;
let asked = false;
/** The node that was drawn before. */
let drawn = state.here;

function draw() {
  asked = false;
  const { here } = state, { position } = here, over = isOver(position) || editor.open ||
    (play.lostHere && !mode.analysis);
  const evaluated = mode.analysis && !numbers.silent();
  board.turn(settings.turned);
  board.show({
    position, last: here.move, legal: over ? [] : legalMoves(position), labels: labels(),
    next: nextMove(), step: here.parent === drawn || drawn.parent === here,
    arrows: settings.arrows && evaluated ? arrowsOf(here.known.candidates || [], position.size) : [],
  });
  drawn = here;
  showBar(settings.numbers && evaluated);
  set(byId("numbers-toggle"), { "aria-pressed": settings.numbers && mode.analysis ? "true" : "false" });
  set(byId("arrows-toggle"), { "aria-pressed": settings.arrows ? "true" : "false" });
  set(byId("turn-board"), { "aria-pressed": settings.turned ? "true" : "false" });
  const player = playerOnBoard();
  say(byId("board-note"), player ? t("values_of", { player: playerTitle(player) }) : "");
}

function drawSoon() {
  if (!asked) requestAnimationFrame(draw);
  asked = true;
}

/** @param {import("./board.js").Board} shown */
export function startScene(shown) {
  board = shown;
  for (const signal of [moved, learned]) signal.on(node => node === state.here && drawSoon());
  for (const signal of [mode_changed, play_changed, exercise_changed, opinions_changed]) signal.on(drawSoon);
  settings_changed.on(drawSoon);
  language_changed.on(drawSoon);
  draw();
}
