// SPDX-License-Identifier: MIT
// @ts-check
/** The opening book behind the position on the board: names, scores, games, lines to remember. */
import { byId, el, inputOf, onClick, say, selectOf, set } from "./dom.js";
import { about, ask, failureText, introduced, isClosed, line_changed } from "./engine.js";
import { scoreText } from "./format.js";
import { playLine } from "./lines.js";
import { databaseHasGames, games_changed, playedHere, resultsBar, resultsText } from "./games.js";
import { sayAt, unsay } from "./said.js";
import { gameAt, moved, Signal, state, wholeGame } from "./state.js";
import { language, language_changed, t } from "./words.js";

/** @typedef {{english: string, japanese: string, moves: any}} Opening */

const PAUSE = 60;  // ms on a position before the book is asked

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** The latest question about the book; older answers are not shown. */
let latest = 0;
/** @type {any} */
let shown = null;
/** @type {import("./tree.js").GameNode | null} */
let shown_node = null;

/** Another opening has a name.
 * @type {Signal<Opening | null>} */
export const named = new Signal();

/** "Perpendicular (Tatedori) / 縦取り"; behind the Japanese name its reading in brackets says nothing:
 * "縦取り / Perpendicular".
 * @param {Opening} opening */
export function openingName({ english, japanese }) {
  if (!english || !japanese || english === japanese) return english || japanese || "";
  return language() === "ja" ? `${japanese} / ${english.replace(/ *\([^()]*\)$/, "")}`
    : `${english} / ${japanese}`;
}

async function follow() {
  const { here } = state, mine = ++latest;
  try {
    const answer = await ask({ action: "book", ...gameAt(here) }).answer;
    if (mine !== latest) return;
    shown = answer;
    shown_node = here;
    show();
  } catch (error) {
    if (mine !== latest || isClosed(error)) return;
    shown = { moves: [], opening: null, line: [], failed: /** @type {Error} */ (error).message };
    show();
  }
}

function followSoon() {
  clearTimeout(timer);
  timer = setTimeout(follow, PAUSE);
}

/** What people played, or if the database has no games what the book counts.
 * @param {BookRow} row */
function gamesCell({ move, played }) {
  const { wins = 0, draws = 0, losses = 0 } = played || (databaseHasGames() ? {} : move || {});
  const decided = wins + draws + losses, games = played ? played.games : decided;
  if (games === 0) return el("td", { class: "games" });
  const share = decided > 0 ? ` · ${Math.round(100 * (wins + draws / 2) / decided)}%` : "";
  return el("td", {
    class: "games", title: played ? resultsText(played) : t("games_title", { wins, draws, losses }),
  }, resultsBar({ wins, draws, losses }),
  el("small", {}, games.toLocaleString(language()) + share));
}

/** `move`: the book's; `played`: what people played. One of them may be missing.
 * @typedef {{square: string, move: any, played: import("./games.js").Played | undefined}} BookRow */

/** The book's moves, best first, then those that only people played.
 * @param {any[]} moves @param {import("./games.js").Played[]} played @returns {BookRow[]} */
export function bookRows(moves, played) {
  const of = (/** @type {string} */ square) => played.find(({ same }) => same.includes(square));
  const rows = moves.map(move => ({ square: String(move.move), move, played: of(String(move.move)) }));
  const rest = played.filter(each => rows.every(row => row.played !== each));
  return [...rows, ...rest.map(each => ({ square: each.move, move: null, played: each }))];
}

/** The name that a move leads to, if it is another than that of the position.
 * @param {any} move */
function newName(move) {
  if (!move.opening) return "";
  const name = openingName(opening(move.opening));
  return shown.opening && name === openingName(opening(shown.opening)) ? "" : name;
}

/** @param {BookRow} row */
function bookRow(row) {
  const { square, move, played } = row, exact = move !== null && move.exact;
  const score = move && typeof move.score === "number" ? scoreText(move.score, exact) : "";
  return el("tr", { "data-move": square },
    el("td", {}, el("button", {
      type: "button", class: "move-button", onclick: () => playLine([square]),
    }, square)),
    el("td", { class: exact ? "score exact" : "score" }, score),
    gamesCell(row),
    el("td", { class: "name" }, newName(move || played)));
}

/** A name as the server has it: a text or both languages.
 * @param {any} value @returns {Opening} */
export function opening(value) {
  if (typeof value === "string") return { english: value, japanese: value, moves: "" };
  return { english: String(value.english || ""), japanese: String(value.japanese || ""), moves: value.moves };
}

function show() {
  if (!shown) return;
  const name = shown.opening ? openingName(opening(shown.opening)) : "";
  say(byId("opening-name"), name);
  say(byId("book-opening"), name || t("no_name"));
  const moves = Array.isArray(shown.moves) ? shown.moves : [];
  const rows = bookRows(moves, shown_node === state.here ? playedHere() : []);
  byId("book-moves").replaceChildren(...rows.map(bookRow));
  set(byId("book-table"), { hidden: rows.length === 0 });
  say(byId("book-state"), shown.failed || (moves.length === 0 ? t("not_in_book") : ""));
  const line = (Array.isArray(shown.line) ? shown.line : []).map(String);
  set(byId("book-line-row"), { hidden: line.length === 0 });
  byId("book-line").replaceChildren(...line.map((/** @type {string} */ move, /** @type {number} */ i) =>
    el("button", {
      type: "button", class: "pv-move", onclick: () => {
        if (shown_node === state.here) playLine(line.slice(0, i + 1));
      },
    }, move)));
  named.emit(shown.opening ? opening(shown.opening) : null);
}

async function learn() {
  sayAt("learn-state", () => t("learning"));
  try {
    await ask({ action: "learn", ...wholeGame() }).answer;
    sayAt("learn-state", () => t("learned"));
    followSoon();
  } catch (error) {
    sayAt("learn-state", () => failureText(error));
  }
}

/** @param {any} answer @param {number} loss */
function linesText({ all, to_remember, lines, held }, loss) {
  if (all !== undefined) return t("lines_result", { all, remember: to_remember, loss });
  return lines === null ? t("lines_lost") : t("lines_held", { lines, held: scoreText(held, true) });
}

async function countLines() {
  const max_loss = Number(inputOf("lines-loss").value) || 0, side = selectOf("lines-side").value;
  const hold = selectOf("lines-by").value, how = hold ? { hold } : {};
  sayAt("lines-result", () => t("thinking"));
  try {
    const answer = await ask({ action: "lines", ...gameAt(state.here), max_loss, side, ...how }).answer;
    sayAt("lines-result", () => linesText(answer, max_loss));
  } catch (error) {
    sayAt("lines-result", () => failureText(error));
  }
}

export function startBook() {
  moved.on(() => {
    followSoon();
    unsay("lines-result");
    unsay("learn-state");
  });
  line_changed.on(up => up && followSoon());
  language_changed.on(show);
  games_changed.on(show);
  introduced.on(() => {
    set(byId("learn-row"), { hidden: !about.learns });
    set(byId("own-book-note"), { hidden: about.learns });
  });
  onClick("learn", learn);
  onClick("lines-count", countLines);
}
