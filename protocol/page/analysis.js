// SPDX-License-Identifier: MIT
// @ts-check
/** The page of `sumi analyze --html`. C++ writes its tables and, for readers without scripts, a picture of the
 * board and the graph of each game. The board and the graphs of this script replace those of one game. */
import { takeMove } from "./analysed_move.js";
import { Board } from "./board.js";
import { byId, el, set } from "./dom.js";
import { showBar } from "./eval_bar.js";
import { markOfWord, scoreText, toneOf } from "./format.js";
import { startGraph } from "./graph.js";
import { addLine, pvButtons } from "./lines.js";
import { startLossGraph } from "./loss_graph.js";
import { colorOf, count, isOver, legalMoves, squareOf } from "./rules.js";
import { moved, readGame, state } from "./state.js";
import { showSteps, stepButtons, stepByKey } from "./steps.js";
import { Tree } from "./tree.js";
import { t, translate, useLanguage } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */
/** `confidence`: "99%", of the mark, or empty; the lines are "f5d6--c3".
 * @typedef {import("./analysed_move.js").Analysed & {shown_lost: string, confidence: string, forced?: boolean,
 * best_line: string, played_line: string}} Item */
/** A game as its section has it. `first`: number of the move to begin with.
 * @typedef {{start: string, moves: string, items: Item[], first: number}} Data */
/** `items`: the analysed moves by the positions before them.
 * @typedef {{tree: Tree, items: Map<GameNode, Item>}} Study */

/** @type {Map<Element, Study>} */
const studies = new Map();
/** The section whose game is on the board, and the pictures that were in its places.
 * @type {Element | null} */
let shown = null;
/** @type {Map<Element, ChildNode[]>} */
const pictures = new Map();
/** What replaces them, by `data-live`.
 * @type {Record<string, HTMLElement>} */
const live = {};
/** @type {Board} */
let board;
let drawn = state.here;
/** The line that the user follows, from an analysed position, and whether the last move entered it.
 * @type {{from: GameNode, nodes: GameNode[], entered: boolean} | null} */
let followed = null;

/** @param {string} line */
const movesOf = line => (line.match(/../g) || []).map(name => name === "--" ? "pass" : name);

/** @param {Element} section @returns {Study} */
function studyOf(section) {
  const known = studies.get(section);
  if (known) return known;
  const text = /** @type {Element} */ (section.querySelector(".data")).textContent || "";
  const data = /** @type {Data} */ (JSON.parse(text));
  const read = readGame({ start: data.start, moves: movesOf(data.moves) });
  const tree = read ? read.tree : new Tree(), line = tree.mainLine();
  /** @type {Map<GameNode, Item>} */
  const items = new Map();
  for (const item of data.items) {
    takeMove(line, item);
    items.set(line[item.number - 1], item);
  }
  const study = { tree, items };
  studies.set(section, study);
  goBefore(study, data.first);
  return study;
}

/** @param {Study} study @param {number} number of a move */
function goBefore({ tree }, number) {
  tree.here = tree.mainLine()[number - 1] || tree.here;
}

/** Puts the game of a section on the board, at the position before a move if one is named.
 * @param {Element} section @param {number} number */
function open(section, number = 0) {
  const study = studyOf(section);
  if (number > 0) goBefore(study, number);
  if (shown !== section) {
    for (const [place, picture] of pictures) place.replaceChildren(...picture);
    pictures.clear();
    shown = section;
    for (const place of /** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("[data-live]"))) {
      pictures.set(place, [...place.childNodes]);
      place.replaceChildren(live[place.dataset.live || ""]);
    }
  }
  state.open(study.tree);
}

/** Ends the line that the user follows when another position than one of it or beside it is on the board. */
function checkFollowed() {
  const { here } = state;
  if (!followed) return;
  const near = followed.entered || here.parent === drawn || drawn.parent === here;
  followed.entered = false;
  if (!near || !followed.nodes.includes(here)) followed = null;
}

/** The position that caption and lines describe: the one on the board, or where its line or variation begins. */
function base() {
  if (followed) return followed.from;
  const variation = state.here.variation();
  return (variation && variation.parent) || state.here;
}

/** @param {Item | undefined} item @returns {import("./board.js").Scene["labels"]} */
function labelsOf(item) {
  /** @type {import("./board.js").Scene["labels"]} */
  const labels = new Map();
  if (!item) return labels;
  const { size } = state.here.position;
  /** @param {string} name @param {{score: number, exact: boolean}} value @param {boolean} best */
  const label = (name, { score, exact }, best) => {
    const square = squareOf(name, size), long = Math.abs(score) > 9.9;
    const text = long ? scoreText(Math.round(score), true) : scoreText(score, exact);
    if (square !== null) labels.set(square, { text, exact, best, bad: !best });
  };
  label(item.move, item.after, false);
  label(item.best, item.before, true);
  return labels;
}

function show() {
  if (!shown) return;
  checkFollowed();
  const { here } = state, { position } = here, { items } = studyOf(shown);
  const item = items.get(base()), labels = labelsOf(here === base() ? item : undefined), [next] = here.children;
  board.show({
    position, last: here.move, next: next && labels.size === 0 ? next.move : null,
    legal: isOver(position) ? [] : legalMoves(position), labels, arrows: [],
    step: here.parent === drawn || drawn.parent === here,
  });
  drawn = here;
  showSteps(byId("steps").children);
  showBar(true);
  showCaption(item);
  showLines(item);
  for (const row of shown.querySelectorAll("tr[aria-current]")) set(row, { "aria-current": false });
  const row = item && document.getElementById(`${shown.id}-m${item.number}`);
  if (row) set(row, { "aria-current": "true" });
}

/** "27. Black a2 ?? −7.1 · best b3 −0.4 · lost 6.7 discs (98%)"
 * @param {Item | undefined} item */
function showCaption(item) {
  const { here } = state, { position } = here, texts = [], mark = item ? markOfWord(item.mark) : "";
  let head = "";
  if (item) {
    head = `${item.number}. ${t(colorOf(base().position.side))} ${item.move}`;
    texts.push(scoreText(item.after.score, item.after.exact));
    if (item.move !== item.best) {
      texts.push(`${t("best")} ${item.best} ${scoreText(item.before.score, item.before.exact)}`,
        t("lost_n", { discs: item.shown_lost }) + (item.confidence && ` (${item.confidence})`));
    }
    if (item.forced) texts.push(t("only_move"));
  } else {
    const node = here.variation() ? here : here.children[0] || here;
    if (node.parent) head = `${node.ply}. ${t(colorOf(node.parent.position.side))} ${node.name}`;
  }
  if (isOver(position)) {
    texts.push(t("game_over"), t("counts", { black: count(position, 1), white: count(position, -1) }));
  }
  byId("caption").replaceChildren(el("b", {}, head), " ", el("b", { class: toneOf(mark) }, mark),
    ` ${texts.join(" · ")}`);
}

/** @param {Item | undefined} item */
function showLines(item) {
  const from = base(), place = byId("lines"), focused = place.contains(document.activeElement);
  /** @type {[import("./words.js").Word, string][]} */
  const lines = item ? [["best", item.best_line], ["played_next", item.played_line]] : [];
  if (item && item.move === item.best) lines.pop();
  place.replaceChildren(...lines.map(([word, line]) => {
    const names = movesOf(line);
    /** @param {number} i */
    const choose = i => {
      const nodes = addLine(names, from);
      followed = { from, nodes, entered: true };
      state.goTo(nodes[names.slice(0, i).filter(name => name !== "pass").length]);
    };
    const buttons = pvButtons(names, from, choose);
    let node = /** @type {GameNode | undefined} */ (from);
    names.forEach((name, i) => {
      if (name === "pass") return;
      node = node && node.children.find(child => child.name === name);
      if (node === state.here) set(buttons[i], { "aria-current": "true" });
    });
    return el("p", {}, el("span", { class: "faint" }, t(word)), ...buttons);
  }));
  const here = /** @type {HTMLElement | null} */ (place.querySelector("[aria-current]"));
  if (focused && here) here.focus({ preventScroll: true });
}

function build() {
  live.player = el("div", {},
    el("div", { id: "eval-bar", role: "img" }, el("span", { id: "eval-black" }), el("b", { id: "eval-score" })),
    el("div", { id: "board" }), el("div", { id: "steps" }, ...stepButtons()),
    el("p", { id: "caption", "aria-live": "polite" }), el("div", { id: "lines" }));
  live.graphs = el("div", {}, el("div", { id: "graph", class: "graph" }),
    el("div", { id: "loss-graph", class: "graph", hidden: true }));
  document.body.append(el("div", { hidden: true }, live.player, live.graphs));
  board = new Board(byId("board"), square => state.play(square));
}

/** Scrolls to the board if it is not in view. */
function seeBoard() {
  const place = byId("board").getBoundingClientRect();
  if (place.bottom < place.height / 2 || place.top > innerHeight - place.height / 2) {
    live.player.scrollIntoView({ block: "start" });
  }
}

/** Goes to the game or the move that the address names: "#g2", "#g2-m27". */
function follow() {
  const [id, number = ""] = location.hash.slice(1).split("-m");
  const section = document.getElementById(id);
  if (!section || !section.matches("[data-game]")) return;
  const details = section.closest("details");
  if (details) details.open = true;
  open(section, Number(number));
  if (number) seeBoard();
  else (details || section).scrollIntoView();
}

/** The section of a game with moves that an event is in, unless it is on the board.
 * @param {Event} event */
function otherSection({ target }) {
  const section = target instanceof Element ? target.closest("[data-game]") : null;
  return section === shown ? null : section;
}

/** Links to games are the browser's, which notes where we were; those to moves name the place where we are.
 * @param {MouseEvent} event */
function click(event) {
  const target = /** @type {Element} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[href^='#']"));
  if (link) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const to_move = link.hash.includes("-m");
    if (to_move) event.preventDefault();
    if (to_move) history.replaceState(null, "", link.hash);
    if (link.hash === location.hash) follow();
    return;
  }
  const section = otherSection(event);
  if (section && target.closest("[data-live]")) open(section);
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (!shown || shown.closest("details:not([open])")) return;
  const target = /** @type {Element} */ (event.target);
  if (event.key === "Escape") {
    if (base() === state.here) return;
    const node = base();
    followed = null;
    state.goTo(node);
  } else if (!/Home|End/.test(event.key) || live.player.contains(target)) {  // else these scroll
    stepByKey(event);
  }
}

function start() {
  useLanguage(document.documentElement.lang === "ja" ? "ja" : "en");
  build();
  translate(document);
  document.documentElement.className = "live";
  startGraph();
  startLossGraph();
  moved.on(show);
  const first = document.querySelector("[data-game]");
  if (first && !first.closest("details")) open(first);
  for (const details of document.querySelectorAll("details.game")) {
    details.addEventListener("toggle", () => {
      const section = details.querySelector("[data-game]");
      if (section && section !== shown && /** @type {HTMLDetailsElement} */ (details).open) open(section);
    });
  }
  document.addEventListener("click", click);
  document.addEventListener("keydown", key);
  document.addEventListener("focusin", event => {
    const section = otherSection(event);
    if (section && /** @type {Element} */ (event.target).matches(":focus-visible")) open(section);
  });
  addEventListener("hashchange", follow);
  addEventListener("load", follow);  // after the browser scrolled
}
start();
