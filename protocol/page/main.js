// SPDX-License-Identifier: MIT
// @ts-check
/** Puts the parts of the page together. */
import { Board } from "./board.js";
import { startBook } from "./book.js";
import { startCandidates } from "./candidates.js";
import { startCopyOut } from "./copy_out.js";
import { byId, onClick, selectOf, set } from "./dom.js";
import { editor, startEditor } from "./editor.js";
import { line } from "./engine.js";
import { room, startExercise } from "./exercise.js";
import { keepLink, startFiles } from "./files.js";
import { startGameBar } from "./game_bar.js";
import { startGames } from "./games.js";
import { startGamesImport } from "./games_import.js";
import { startGraph } from "./graph.js";
import { startHint } from "./hint.js";
import { adopt, goOn, playData } from "./kept_play.js";
import { startKeys } from "./keys.js";
import { linkOf, readLink } from "./link.js";
import { startLossGraph } from "./loss_graph.js";
import { mode, mode_changed, startMode } from "./mode.js";
import { startMoves } from "./moves.js";
import { startNewMove } from "./new_move.js";
import { numbers } from "./numbers.js";
import { startOpenings } from "./openings.js";
import { startOpinions } from "./opinions.js";
import { play, play_changed } from "./play.js";
import { remember, showRecent, startRecent } from "./recent.js";
import { reviewed, startReview } from "./review.js";
import { isOver } from "./rules.js";
import { evaluationsWanted, startScene } from "./scene.js";
import { begin, readyToPlay, seatControls, startSeats } from "./seats.js";
import { settings, settings_changed } from "./settings.js";
import { startSheet } from "./sheet.js";
import { startSketch } from "./sketch.js";
import { gameData, moved, readKept, state, told } from "./state.js";
import { startSolution } from "./solution.js";
import { startSound } from "./sound.js";
import { startStatus } from "./status.js";
import { keepGame, keepRefused, mended, refused_changed, slot } from "./store.js";
import { BEAT, STALE } from "./tab_store.js";
import { chooseTab, startTabs } from "./tabs.js";
import { showMistakes, startTrainer } from "./trainer.js";
import { Tree } from "./tree.js";
import { language_changed, pickLanguage, t, translate, useLanguage } from "./words.js";

const board = new Board(byId("board"), choose);

/** A person has chosen a square.
 * @param {number} square */
function choose(square) {
  const { position } = state.here;
  if (editor.open) return editor.click(square);
  if (isOver(position)) return;
  if (room.current && room.asking) return void room.answer(square);
  if (position.discs[square] !== 0) return;
  if (readyToPlay()) begin(false);
  if (!play.person(square) && !play.engineToMove()) told.emit([t("not_legal"), false]);
}

/** The user has done something here: a page that was only opened writes nothing. */
let touched = false;
function keep() {
  if (!touched) return;
  stillOurs();
  const { tree } = state.put_by || state, playing = playData();
  if (slot.held || playing || tree.root.children.length > 0) keepGame({ ...gameData(), play: playing });
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let keep_timer;
function keepSoon() {
  touched = true;
  clearTimeout(keep_timer);
  keep_timer = setTimeout(() => {
    keep();
    keepLink();
  }, 300);
}

/** Tells the other tabs that this one is open; the clocks stop if one of them has taken the game over. */
function stillOurs() {
  if (slot.beat()) return;
  told.emit([t("taken_over"), true]);
  play.pause();
}

/** @param {any} data a stored game @returns {boolean} whether there is one on the board now */
function openKept(data) {
  const kept = readKept(data);
  if (!kept) return false;
  adopt(kept.tree, data.play);
  state.open(kept.tree, kept.info);
  return true;
}

/** Resumes the game of a closed tab.
 * @param {string} id */
function takeOver(id) {
  keep();
  if (!openKept(slot.takeOver(id))) showRecent();
}

/** @param {BeforeUnloadEvent} event */
const warn = event => event.preventDefault();

/** What the browser does not keep is lost with the page.
 * @param {boolean} refused */
function sayRefused(refused) {
  set(byId("not-kept"), { hidden: !refused });
  if (refused) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
}

function startTab() {
  setInterval(stillOurs, BEAT);
  setInterval(() => keepRefused(keep), STALE);
  setInterval(showRecent, STALE);
  addEventListener("storage", ({ key }) => {
    stillOurs();
    if (!key || /^sumi\.(recent|game)\./.test(key)) showRecent();
    if (!key || /^sumi\.(mistakes|answers)\./.test(key)) showMistakes();
  });
  addEventListener("pagehide", () => {
    keep();
    slot.leave();
  });
}

function useTheme() {
  const dark = settings.theme === "dark" ||
    (settings.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  set(document.documentElement, { "data-theme": dark ? "dark" : "light" });
}

/** @param {Partial<import("./settings.js").Settings>} changes */
function follow(changes) {
  if ("theme" in changes) useTheme();
  if ("language" in changes) useLanguage(pickLanguage(settings.language, navigator.language));
  if ("limit" in changes || "evaluator" in changes || "book" in changes) {
    numbers.choose({ limit: settings.limit, evaluator: settings.evaluator, book: settings.book });
  }
  if ("numbers" in changes || "arrows" in changes) numbers.turn(evaluationsWanted());
}

function startSettings() {
  settings_changed.on(follow);
  for (const name of /** @type {("language" | "theme")[]} */ (["language", "theme"])) {
    byId(name).addEventListener("change", () =>
      settings_changed.emit({ [name]: selectOf(name).value }));
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", useTheme);
  selectOf("theme").value = settings.theme;
  selectOf("language").value = pickLanguage(settings.language, navigator.language);
  onClick("numbers-toggle", () => settings_changed.emit({ numbers: !settings.numbers }));
  onClick("arrows-toggle", () => settings_changed.emit({ arrows: !settings.arrows }));
  onClick("turn-board", () => settings_changed.emit({ turned: !settings.turned }));
  onClick("skip", event => {
    event.preventDefault();
    board.focusOn(board.focus);
  });
}

/** A game that is not over continues as a game, and one that a link brings is there to be analysed. */
function chooseFirstTab() {
  if (play.kept && !play.over && state.tree.root.children.length > 0) chooseTab("play");
  else if (mode.analysis && settings.tab === "play") chooseTab("analysis");
}

/** The game of the address; else, and if it is the same, the one that was left in this tab; else one
 * that was left in a tab that is closed. Only the first two of them resume by themselves. */
function openFirst() {
  const data = slot.reopen(), kept = readKept(data), linked = readLink(location.hash);
  const same = kept && (data.link === location.hash || linkOf(kept.tree) === location.hash);
  if ((!linked || same) && openKept(data)) {
    if (slot.reloaded) goOn(data.play);
    return;
  }
  if (kept) remember(kept);
  if (!linked && openKept(slot.inherit())) return;
  state.open(linked || new Tree());
}

function start() {
  useTheme();
  byId("seats").append(seatControls("black"), seatControls("white"));
  useLanguage(pickLanguage(settings.language, navigator.language));
  translate(document);
  refused_changed.on(sayRefused);
  language_changed.on(() => {
    translate(document);
    document.title = t("title");
  });
  document.title = t("title");
  numbers.silent = () => editor.open || room.asking || play.engineToMove();
  numbers.way = { limit: settings.limit, evaluator: settings.evaluator, book: settings.book };
  startSettings();
  startMode();
  startTabs();
  numbers.on = evaluationsWanted();
  mode_changed.on(() => numbers.turn(evaluationsWanted()));
  startSheet();
  startHint();
  startStatus();
  startMoves();
  startGraph();
  startLossGraph();
  startCandidates();
  startOpinions();
  startSeats();
  startBook();
  startGames();
  startGamesImport();
  startFiles();
  startCopyOut();
  startRecent(takeOver);
  startEditor();
  startExercise();
  startSolution();
  startTrainer();
  startReview();
  startNewMove();
  startGameBar();
  startSound();
  startSketch();
  startOpenings();
  startKeys(choose);
  moved.on(keepSoon);
  play_changed.on(keepSoon);
  reviewed.on(keepSoon);
  openFirst();
  chooseFirstTab();
  touched = false;
  startTab();
  showRecent();
  startScene(board);
  line.connect();
  set(document.body, { "data-ready": "true" });
}
mended.then(start);
