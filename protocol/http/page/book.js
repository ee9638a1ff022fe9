// SPDX-License-Identifier: MIT
// @ts-check
/** The opening book behind the position on the board: names, scores, games, lines to remember. */
import { byId, el, inputOf, onClick, say, selectOf, set } from "./dom.js";
import { about, ask, failureText, introduced, isClosed, line_changed } from "./engine.js";
import { scoreText } from "./format.js";
import { playLine } from "./candidates.js";
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

/** Games won, drawn and lost by the side that plays the move, as a bar.
 * @param {any} move */
function gamesCell({ wins = 0, draws = 0, losses = 0 }) {
  const all = wins + draws + losses;
  if (all === 0) return el("td", { class: "games" });
  const meter = el("span", { class: "bar", "aria-hidden": "true" });
  for (const [name, count] of Object.entries({ win: wins, draw: draws, loss: losses })) {
    const part = el("span", { class: name });
    part.style.flexGrow = String(count);
    if (count > 0) meter.append(part);
  }
  return el("td", { class: "games", title: t("games_title", { wins, draws, losses }) }, meter,
    el("small", {}, `${all} · ${Math.round(100 * (wins + draws / 2) / all)}%`));
}

/** The name that a move leads to, if it is another than that of the position.
 * @param {any} move */
function newName(move) {
  if (!move.opening) return "";
  const name = openingName(opening(move.opening));
  return shown.opening && name === openingName(opening(shown.opening)) ? "" : name;
}

/** @param {any} move */
function bookRow(move) {
  const score = typeof move.score === "number" ? scoreText(move.score, move.exact) : "";
  return el("tr", { "data-move": String(move.move) },
    el("td", {}, el("button", {
      type: "button", class: "move-button", onclick: () => playLine([String(move.move)]),
    }, String(move.move))),
    el("td", { class: move.exact ? "score exact" : "score" }, score),
    gamesCell(move),
    el("td", { class: "name" }, newName(move)));
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
  byId("book-moves").replaceChildren(...moves.map(bookRow));
  set(byId("book-table"), { hidden: moves.length === 0 });
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
  introduced.on(() => set(byId("learn-row"), { hidden: !about.learns }));
  onClick("learn", learn);
  onClick("lines-count", countLines);
}
