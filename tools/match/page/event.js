// SPDX-License-Identifier: MIT
// @ts-check
/** The page of a tournament: games being played, tables in the user's language, a list of finished
 * games, and the replay of one. `sumi-match run --http` serves it; a report holds its data. */
import { Board } from "../../../protocol/page/board.js";
import { byId, el, fillSelect, onClick, say, selectOf, set, svg } from "../../../protocol/page/dom.js";
import { showBar } from "../../../protocol/page/eval_bar.js";
import { clockText, scoreText, secondsText } from "../../../protocol/page/format.js";
import { Scale, startGraphAt } from "../../../protocol/page/graph_scale.js";
import { count } from "../../../protocol/page/rules.js";
import { moved, readGame, state } from "../../../protocol/page/state.js";
import { stepButtons, stepByKey } from "../../../protocol/page/steps.js";
import { Tree } from "../../../protocol/page/tree.js";
import { WORDS } from "../../../protocol/page/word_list.js";
import {
  language, language_changed, pickLanguage, t, translate, useLanguage,
} from "../../../protocol/page/words.js";
import { EVENT_WORDS, RESULT_WORDS } from "./event_words.js";

/** A game. `black` and `white` are numbers of engines. `opening`: number of its first moves that
 * were given; `scores` (for Black) and `ms` are of the others. `left` and `thinking`, in seconds,
 * are of a game that is being played.
 * @typedef {{id: number, round: number, black: number, white: number, size?: number,
 * start?: string, opening: number, moves: string, scores: (number | null)[], ms: number[],
 * result?: string, ending?: string, detail?: string, left?: (number | null)[],
 * thinking?: number}} Played */
/** @typedef {import("../../../protocol/page/rules.js").Side} Side */
/** @typedef {import("../../../protocol/page/tree.js").GameNode} GameNode */
/** @typedef {{run: string, engines: string[], played: number, planned: number, over: boolean,
 * boards: Played[]}} News */

const POLL_MS = 500, TICK_MS = 100, TABLES_MS = 3000, ROWS = 50, HEIGHT = 140;
const SIDES = /** @type {Side[]} */ ([1, -1]);
Object.assign(WORDS, EVENT_WORDS);
/** @type {(key: keyof typeof EVENT_WORDS, values?: Record<string, string | number>) => string} */
const words = (key, values) => t(/** @type {any} */ (key), values);
/** @param {Side} side */
const color = side => side === 1 ? "black" : "white";

/** @type {string[]} */
let engines = [];
/** @type {Played[]} Finished. */
const games = [];
/** @type {Played | null} */
let open_game = null;

// Texts of the tables.

/** [pattern, Japanese], the texts between `{}` being any. */
const PATTERNS = RESULT_WORDS.map(([english, japanese]) => ({
  pattern: new RegExp(`^${english.split("{}").map(part =>
    part.replace(/[.*+?^$()|[\]\\]/g, "\\$&")).join("(.*)")}$`, "s"), japanese,
}));

/** The Japanese of a text of the tables; a text that none of the patterns is remains.
 * @param {string} text @returns {string} */
function japaneseOf(text) {
  for (const { pattern, japanese } of PATTERNS) {
    const found = pattern.exec(text);
    if (!found) continue;
    let at = 0;
    return japanese.replace(/\{\}/g, () => {
      const part = found[++at];
      return /^(black|white)$/i.test(part) ? japaneseOf(part) : part;
    });
  }
  return text;
}

/** @param {string} text */
const localText = text => language() === "ja" ? japaneseOf(text) : text;

/** The English texts of nodes.
 * @type {WeakMap<Node, string>} */
const originals = new WeakMap();

function translateTables() {
  const selector = "h1, h2, th, dt, summary, .tiles b, .tiles span, p.faint, svg.chart text";
  for (const element of document.querySelectorAll(selector)) {
    if (element.closest("[data-made]")) continue;
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      const text = originals.get(node) ?? node.data;
      originals.set(node, text);
      const wanted = localText(text);
      if (node.data !== wanted) node.data = wanted;
    }
  }
}

/** Puts new tables in the place of the old ones; opened details stay open.
 * @param {string} html from our server, which escapes the texts of engines */
function replaceTables(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const opened = new Set([...document.querySelectorAll("details[open] > summary")].map(each =>
    originals.get(/** @type {Node} */ (each.firstChild)) ?? each.textContent ?? ""));
  for (const id of ["when", "results", "details"]) {
    const part = fresh.getElementById(id);
    if (!part) continue;
    for (const summary of part.querySelectorAll("summary")) {
      if (opened.has(summary.textContent || "")) set(/** @type {Element} */ (summary.parentElement), { open: true });
    }
    byId(id).replaceChildren(...part.childNodes);
  }
  translateTables();
}

// Games being played.

/** @param {Played} game @returns {Tree} at its last move */
function treeOf(game) {
  const size = game.size || 8, names = game.moves.match(/../g) || [];
  const read = readGame({ size, start: game.start, moves: names });
  const tree = read ? read.tree : new Tree();
  tree.mainLine().slice(1 + game.opening).forEach(({ known }, i) => {
    const score = game.scores[i];
    if (score !== null) known.value = score;
    known.seconds = game.ms[i] / 1000;
  });
  tree.last();
  return tree;
}

/** "+3.2" by the engine of that side, for its last move.
 * @param {Tree} tree @param {Side} side */
function lastScore(tree, side) {
  const last = tree.here.path().reverse().find(({ parent }) => parent && parent.position.side === side);
  return last && last.known.value !== undefined ? scoreText(last.known.value) : "";
}

/** A row with disc, count, name and clock of each side.
 * @returns {{place: HTMLElement, show: (tree: Tree, game: Played, left: (side: Side) => string) => void}} */
function playerRows() {
  const rows = SIDES.map(side => ({
    side, count: el("b"), name: el("span", { class: "who" }), score: el("span", { class: "evaluation" }),
    clock: el("span", { class: "clock" }),
  }));
  const lines = rows.map(row => el("p", { class: "player" },
    el("span", { class: `disc-icon ${color(row.side)}`, "aria-hidden": "true" }),
    row.count, row.name, row.score, row.clock));
  return {
    place: el("div", {}, ...lines),
    show(tree, game, left) {
      const { position } = tree.here;
      rows.forEach(({ side, count: discs, name, score, clock }, i) => {
        say(discs, String(count(position, side)));
        say(name, engines[side === 1 ? game.black : game.white]);
        say(score, lastScore(tree, side));
        set(score, { title: t("black_advantage") });
        const text = left(side);
        say(clock, text);
        set(clock, { hidden: text === "" });
        set(lines[i], { "data-turn": !game.result && position.side === side ? "true" : false });
      });
    },
  };
}

/** @param {Board} board @param {Tree} tree @param {boolean} step */
function showPosition(board, tree, step) {
  const { position, move } = tree.here;
  board.show({ position, last: move, next: null, legal: [], labels: new Map(), arrows: [], step });
}

class LiveBoard {
  /** @param {Played} game */
  constructor(game) {
    const place = el("div", { inert: true });
    this.board = new Board(place, () => {});
    this.rows = playerRows();
    this.note = el("p", { class: "faint" });
    this.card = el("article", { class: "card", "data-game": game.id }, this.rows.place, place, this.note);
    this.place = place;
    this.plies = -1;
    this.game = game;
    this.tree = new Tree();
    this.since = 0;
  }
  /** @param {Played} game */
  show(game) {
    this.game = game;
    this.since = performance.now() / 1000 - (game.thinking || 0);
    this.tree = treeOf(game);
    const { ply, name } = this.tree.here;
    showPosition(this.board, this.tree, ply === this.plies + 1);
    if (this.plies < 0) for (const each of this.place.querySelectorAll("[id]")) each.removeAttribute("id");
    this.plies = ply;
    const parts = [words("game_n", { id: game.id })];
    if (game.round > 0) parts.push(words("round_n", { round: game.round + 1 }));
    if (ply > 0) parts.push(words("move_n", { ply, move: name }));
    say(this.note, parts.join(" · "));
    this.tick();
  }
  tick() {
    const thinking = Math.max(0, performance.now() / 1000 - this.since), { side: turn } = this.tree.here.position;
    this.rows.show(this.tree, this.game, side => {
      const left = this.game.left ? this.game.left[side === 1 ? 0 : 1] : null;
      const used = side === turn ? thinking : 0;
      return left !== null && left !== undefined ? clockText(left - used) : used > 0 ? secondsText(used) : "";
    });
  }
}

/** By number of the game.
 * @type {Map<number, LiveBoard>} */
const boards = new Map();

/** @param {Played[]} playing */
function showBoards(playing) {
  const now = new Set(playing.map(({ id }) => id));
  for (const [id, { card }] of boards) {
    if (now.has(id)) continue;
    card.remove();
    boards.delete(id);
  }
  for (const game of playing) {
    const known = boards.get(game.id), board = known || new LiveBoard(game);
    boards.set(game.id, board);
    board.show(game);
    if (!known) byId("live-boards").append(board.card);
  }
}

// News from the server.

/** @type {News | null} */
let news = null;
let lost = false, asked_tables = 0, tables_of = -1;

/** @param {string} path @returns {Promise<Response>} */
async function get(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

async function follow() {
  const fresh = /** @type {News} */ (await (await get("live")).json());
  if (news && news.run !== fresh.run) return location.reload();
  news = fresh;
  engines = fresh.engines;
  lost = false;
  showBoards(fresh.boards);
  const before = games.length;
  for (let more = games.length < fresh.played; more;) {
    const part = /** @type {Played[]} */ (await (await get(`games?from=${games.length}`)).json());
    games.push(...part);
    more = part.length > 0 && games.length < fresh.played;
  }
  if (games.length !== before) showGames();
  const due = fresh.over || performance.now() - asked_tables > TABLES_MS;
  if (tables_of !== fresh.played && due) {
    asked_tables = performance.now();
    const html = await (await get("results")).text(), found = /id="when">(\d+) /.exec(html);
    replaceTables(html);
    tables_of = found ? Number(found[1]) : -1;  // tables of a large event may be of fewer games
  }
}

async function followAlways() {
  try {
    await follow();
  } catch (error) {
    lost = true;
    showBoards([]);
  }
  showProgress();
  setTimeout(followAlways, POLL_MS);
}

function showProgress() {
  if (!news) return;
  const { played, planned, over } = news;
  const parts = [words("games_played", { played, planned })];
  if (over) parts.push(words("event_over"));
  else if (lost) parts.push(words("event_lost"));
  say(byId("progress-text"), parts.join(" "));
  const bar = /** @type {HTMLProgressElement} */ (byId("progress"));
  set(bar, { max: Math.max(planned, 1), value: played });
  set(byId("live"), { "data-lost": lost && !over });
}

// The list of finished games.

let rows = ROWS;

/** @param {Played} game */
function isWanted({ black, white, result = "" }) {
  const engine = selectOf("by-engine").value, ending = selectOf("by-ending").value;
  const on_board = /^(0|[BW]\+\d+)$/.test(result);
  if (ending === "board" && !on_board) return false;
  if (ending === "other" && on_board) return false;
  return engine === "" || [black, white].includes(Number(engine));
}

/** @param {Played} game */
function gameRow(game) {
  const { id, black, white, result = "", ending = "", detail, moves } = game;
  const names = { id, black: engines[black], white: engines[white] };
  return el("tr", { "aria-current": game === open_game ? "true" : false },
    el("td", {}, el("button", {
      type: "button", class: "game-button", "aria-label": words("show_game", names),
      onclick: () => openGame(game, true),
    }, String(id))),
    el("td", {}, result),
    el("td", { class: "left" }, names.black), el("td", { class: "left" }, names.white),
    el("td", { class: "left", title: detail }, localText(ending)),
    el("td", {}, String(moves.length / 2)));
}

function showGames() {
  fillSelect(selectOf("by-engine"), [{ value: "", text: words("all_engines") },
    ...engines.map((text, i) => ({ value: String(i), text }))]);
  fillSelect(selectOf("by-ending"), [{ value: "", text: words("all_endings") },
    { value: "board", text: words("board_decided") }, { value: "other", text: words("not_on_board") }]);
  const wanted = games.filter(isWanted).reverse(), left = wanted.length - rows;
  const heads = ["", words("result"), t("black"), t("white"), words("ending"), words("moves")];
  byId("game-table").replaceChildren(el("tr", {}, ...heads.map((text, i) =>
    el("th", { class: [2, 3, 4].includes(i) ? "left" : "" }, text))),
    ...wanted.slice(0, rows).map(gameRow));
  say(byId("no-games"), wanted.length === 0 ? words("no_games") : "");
  set(byId("more-games"), { hidden: left <= 0 });
  say(byId("more-games"), words("show_more", { count: Math.min(left, 4 * ROWS) }));
}

// The replay.

/** @type {Board} */
let board;
const replay_rows = playerRows();
/** What was shown before. */
let drawn = state.here;

/** @param {Played} game @param {boolean} into_view */
function openGame(game, into_view) {
  open_game = game;
  const tree = treeOf(game);
  tree.first();
  for (let i = 0; i < game.opening; ++i) tree.forward();
  state.open(tree);
  set(byId("replay"), { hidden: false });
  showGames();
  showReplay();
  if (into_view) byId("replay").scrollIntoView({ block: "start" });
}

function showReplay() {
  const game = open_game, { here, tree } = state;
  if (!game) return;
  say(byId("replay-title"), [words("game_n", { id: game.id }), game.result].join(": "));
  say(byId("replay-ending"), [localText(game.ending || ""), game.detail].filter(Boolean).join(": "));
  replay_rows.show(tree, game, side => timeUsed(here, side));
  showPosition(board, tree, here.parent === drawn || drawn.parent === here);
  drawn = here;
  showBar(true);
  const { seconds } = here.known, at = here.ply === 0 ? words("at_start")
    : words("move_n", { ply: here.ply, move: here.name });
  const how = here.ply === 0 ? "" : here.ply <= game.opening ? words("opening_move")
    : seconds !== undefined ? secondsText(seconds) : "";
  say(byId("replay-move"), [at, how].filter(Boolean).join(" · "));
}

/** Of all moves of a side up to a node, without those of the opening.
 * @param {GameNode} here @param {Side} side */
function timeUsed(here, side) {
  let seconds = 0;
  for (let node = here; node.parent; node = node.parent) {
    if (node.parent.position.side === side) seconds += node.known.seconds || 0;
  }
  return secondsText(seconds);
}

/** @param {number} width */
function drawCurves(width) {
  const line = state.tree.line(), squares = state.here.position.discs.length;
  const curves = SIDES.map(side => line.filter(({ parent, known }) =>
    parent && parent.position.side === side && known.value !== undefined)
    .map(({ ply, known }) => ({ ply, value: known.value || 0 })));
  const most = Math.min(squares, Math.max(8, ...curves.flat().map(({ value }) =>
    8 * Math.ceil(Math.abs(value) / 8))));
  const scale = new Scale(width, HEIGHT, -most, most);
  byId("curves").replaceChildren(scale.picture(words("curves"),
    ...[most, 0, -most].map(value => scale.rule(value, scoreText(value, true), value === 0)),
    ...curves.map((curve, i) => svg("path", {
      class: `curve ${i === 0 ? "loss-black" : "loss-white"}`, d: scale.path(curve),
    }))));
  const names = open_game ? [engines[open_game.black], engines[open_game.white]] : ["", ""];
  byId("curves-legend").replaceChildren(`${words("curves")}: `, ...SIDES.flatMap((side, i) => [
    svg("svg", { viewBox: "0 0 20 8", class: "sample", "aria-hidden": "true" },
      svg("path", { class: `curve loss-${color(side)}`, d: "M0 4H20" })), ` ${names[i]} `]));
  return scale;
}

// The page.

/** @param {boolean} live */
function build(live) {
  const languages = el("select", { id: "language", "data-label": "language" },
    el("option", { value: "en" }, "English"), el("option", { value: "ja" }, "日本語"));
  const main = /** @type {Element} */ (document.querySelector("main"));
  main.prepend(languages, el("section", { id: "live", "data-made": true, hidden: !live },
    el("p", { id: "progress-text", role: "status" }), el("progress", { id: "progress", "aria-hidden": "true" }),
    el("div", { id: "live-boards", class: "boards-live" })));
  // The heading of the tables stays first.
  main.prepend(...main.querySelectorAll("h1, h1 + p"));
  set(byId("games"), { "data-made": true });
  byId("games").append(
    el("h2", { "data-word": "all_games" }),
    el("section", { id: "replay", class: "card", hidden: true },
      el("div", { id: "replay-board" }, el("div", { id: "eval-bar", role: "img" },
        el("span", { id: "eval-black" }), el("b", { id: "eval-score" })), el("div", { id: "board" }),
      el("div", { id: "steps" }, ...stepButtons())),
      el("div", {}, el("h3", { id: "replay-title" }), replay_rows.place,
        el("p", { id: "replay-ending" }), el("p", { id: "replay-move", role: "status" }),
        el("div", { id: "curves", class: "graph" }), el("p", { id: "curves-legend", class: "faint" }))),
    el("div", { class: "filters" },
      el("select", { id: "by-engine", "data-label": "engine" }),
      el("select", { id: "by-ending", "data-label": "ending" })),
    el("div", { class: "card scroll", tabindex: "0", "data-label": "all_games", role: "region" },
      el("table", { id: "game-table" }), el("p", { id: "no-games", class: "faint" })),
    el("button", { id: "more-games", type: "button", hidden: true }));
  board = new Board(byId("board"), () => {});
}

function start() {
  const held = document.getElementById("event-data"), live = held === null;
  build(live);
  useLanguage(pickLanguage("", navigator.language));
  selectOf("language").value = language();
  if (held) {
    const data = JSON.parse(held.textContent || "{}");
    engines = data.engines;
    games.push(...data.games);
  }
  const show = () => {
    translate(document);
    translateTables();
    showGames();
    showReplay();
    showProgress();
  };
  language_changed.on(show);
  show();
  startGraphAt("curves", drawCurves);
  moved.on(showReplay);
  selectOf("language").addEventListener("change", () =>
    useLanguage(selectOf("language").value === "ja" ? "ja" : "en"));
  for (const id of ["by-engine", "by-ending"]) {
    selectOf(id).addEventListener("change", () => {
      rows = ROWS;
      showGames();
    });
  }
  onClick("more-games", () => {
    rows += 4 * ROWS;
    showGames();
  });
  document.addEventListener("keydown", event => open_game && stepByKey(event));
  if (!live) return;
  followAlways();
  setInterval(() => boards.forEach(each => each.tick()), TICK_MS);
}
start();
