// SPDX-License-Identifier: MIT
// @ts-check
/** What people played in the position on the board: results by moves, the games, filters. */
import { byId, el, inputOf, onClick, say, set } from "./dom.js";
import { about, ask, failureText, introduced, isClosed, line_changed } from "./engine.js";
import { titleOf } from "./files.js";
import { scoreText } from "./format.js";
import { settings_changed } from "./settings.js";
import { moved, readGame, Signal, gameAt, state } from "./state.js";
import { colorOf } from "./rules.js";
import { language, language_changed, t } from "./words.js";

/** A game of the database in the orientation of the board; `ply`: of the position.
 * @typedef {import("./state.js").Game & {ply: number}} MetGame */
/** Results of the side to move. `score` is an average in discs.
 * @typedef {{games: number, wins: number, draws: number, losses: number, score: number | null,
 * first_year: number | null, last_year: number | null}} Results */
/** `same`: the squares equivalent to the move by symmetries of the position.
 * @typedef {Results & {move: string, same: string[], opening: any}} Played */
/** @typedef {Results & {all: number, moves: Played[], latest: MetGame[], best_known: MetGame[]}} Found */

const PAUSE = 30;  // ms on a position before the database is asked
const TYPING = 200;  // ms after a letter of a filter
const TEXTS = ["player", "opponent", "tournament"], YEARS = ["since", "until"];

/** The results for the position on the board have changed.
 * @type {Signal<null>} */
export const games_changed = new Signal();

/** @type {Found | null} */
let found = null;
let failed = "";
/** The latest question; older answers are not shown. */
let latest = 0;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** The moves that were played here, the most frequent first.
 * @returns {Played[]} */
export const playedHere = () => found ? found.moves : [];

/** True if the database has games, even if it finds none, or does not know a name of the filter. */
export const databaseHasGames = () => failed !== "" || (found !== null && found.all > 0);

const shown = () => document.body.dataset.tab === "book";

/** The filter of the fields.
 * @returns {Record<string, string | number>} */
function filterOf() {
  /** @type {Record<string, string | number>} */
  const filter = {};
  for (const name of TEXTS) {
    const text = inputOf(`games-${name}`).value.trim();
    if (text) filter[name] = text;
  }
  for (const name of YEARS) {
    const text = inputOf(`games-${name}`).value;
    if (text) filter[name] = Number(text);
  }
  return filter;
}

async function follow() {
  const { here } = state, mine = ++latest;
  clearTimeout(timer);
  /** @type {Found | null} */
  let answer = null;
  let fault = "";
  try {
    const wanted = about.games && here.position.size === 8;
    if (wanted) {
      answer = /** @type {any} */ (
        await ask({ action: "games", ...gameAt(here), filter: filterOf() }).answer);
    }
  } catch (error) {
    if (isClosed(error)) return;
    fault = failureText(error);
  }
  if (mine !== latest) return;
  found = answer;
  failed = fault;
  show();
  games_changed.emit(null);
}

/** @param {number} pause ms */
function followSoon(pause = PAUSE) {
  clearTimeout(timer);
  if (shown()) timer = setTimeout(follow, pause);
}

/** Wins, draws and losses as a bar.
 * @param {{wins: number, draws: number, losses: number}} results */
export function resultsBar({ wins, draws, losses }) {
  const bar = el("span", { class: "bar", "aria-hidden": "true" });
  for (const [name, count] of Object.entries({ win: wins, draw: draws, loss: losses })) {
    const part = el("span", { class: name });
    part.style.flexGrow = String(count);
    if (count > 0) bar.append(part);
  }
  return bar;
}

/** "1977–2015"
 * @param {Results} results */
function yearsText({ first_year, last_year }) {
  return first_year === last_year ? String(first_year ?? "") : `${first_year}–${last_year}`;
}

/** "games: 12,345 · 1977–2015 · won 48.0%, drawn 3.0%, lost 49.0% · average +0.4"
 * @param {Results} results */
export function resultsText(results) {
  const { games, wins, draws, losses, score } = results, decided = wins + draws + losses;
  const share = (/** @type {number} */ count) => `${(100 * count / decided).toFixed(1)}%`;
  return [
    t("games_n", { count: games.toLocaleString(language()) }), yearsText(results),
    decided > 0 ? t("results_n", { wins: share(wins), draws: share(draws), losses: share(losses) }) : "",
    score === null ? "" : t("average_n", { score: scoreText(score) }),
  ].filter(Boolean).join(" · ");
}

/** Opens a game where it came to the position.
 * @param {MetGame} game */
export function openMetGame(game) {
  const made = readGame(game);
  if (!made) return;
  made.tree.here = made.tree.mainLine()[game.ply] || made.tree.root;
  state.open(made.tree, made.info);
}

/** @param {MetGame[]} games */
export const gameRows = games => games.map(game => el("li", {},
  el("button", { type: "button", class: "row-button", onclick: () => openMetGame(game) },
    titleOf(game))));

/** @returns {string} why no results are shown; empty if there are results */
function noteText() {
  if (!about.version) return "";
  if (!about.games) return t("games_need_program");
  if (state.here.position.size !== 8) return t("games_only_8");
  if (failed || !found) return failed;
  if (found.all === 0) return t("games_none_yet");
  return found.games === 0 ? t("games_none_here") : "";
}

function show() {
  const some = found !== null && found.games > 0;
  say(byId("games-note"), noteText());
  set(byId("games-tools"), { hidden: !about.games });
  set(byId("games-options"), { hidden: !databaseHasGames() });
  const filter = Object.values(filterOf()).join(", ");
  say(byId("games-filter-now"), filter ? t("games_filter_now", { filter }) : t("games_filter"));
  set(byId("games-results"), { hidden: !some });
  if (!found || !some) return;
  const side = t(colorOf(state.here.position.side));
  say(byId("games-tally"), `${side}: ${resultsText(found)}`);
  byId("games-bar").replaceChildren(resultsBar(found));
  byId("games-latest").replaceChildren(...gameRows(found.latest));
  byId("games-known").replaceChildren(...gameRows(found.best_known));
}

/** Suggests names while somebody types.
 * @param {string} name of the field */
async function suggest(name) {
  const field = inputOf(`games-${name}`), text = field.value;
  const of = name === "tournament" ? name : "player";
  try {
    const { names } = await ask({ action: "names", of, text, count: 20 }).answer;
    if (field.value !== text) return;
    byId(`${of}-names`).replaceChildren(...names.map((/** @type {any} */ each) =>
      el("option", { value: String(each.name), label: t("games_n", { count: each.games }) })));
  } catch (error) {
    if (!isClosed(error)) throw error;
  }
}

function clearFilter() {
  for (const name of [...TEXTS, ...YEARS]) inputOf(`games-${name}`).value = "";
  follow();
}

/** Call when games have been imported. */
export const gamesAdded = () => followSoon(0);

export function startGames() {
  moved.on(() => followSoon());
  settings_changed.on(changes => "tab" in changes && followSoon(0));
  line_changed.on(up => up && followSoon());
  introduced.on(() => {
    show();
    followSoon();
  });
  language_changed.on(show);
  for (const name of TEXTS) {
    inputOf(`games-${name}`).addEventListener("input", () => {
      suggest(name);
      followSoon(TYPING);
    });
    inputOf(`games-${name}`).addEventListener("focus", () => suggest(name));
  }
  for (const name of YEARS) {
    inputOf(`games-${name}`).addEventListener("input", () => followSoon(TYPING));
  }
  onClick("games-all", clearFilter);
}
