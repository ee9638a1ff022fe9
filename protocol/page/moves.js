// SPDX-License-Identifier: MIT
// @ts-check
/** The game as text: the main line, variations behind the moves that they differ from. */
import { byId, el, onClick, say, set } from "./dom.js";
import { scoreText, toneOf } from "./format.js";
import { mode, mode_changed } from "./mode.js";
import { squareOf } from "./rules.js";
import { learned, moved, opened, state, valueOf } from "./state.js";
import { lineData } from "./tree.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").GameNode} GameNode */

/** @type {Map<GameNode, HTMLButtonElement>} */
const buttons = new Map();
/** What the list was made of: it is made again only for another tree. */
let made_of = "";
/** Deletions in this game, the oldest first.
 * @type {{node: GameNode, at: number}[]} */
let deleted = [];

/** @param {GameNode} node */
function moveButton(node) {
  const before = /** @type {GameNode} */ (node.parent);
  const side = before.position.side === 1 ? "black" : "white";
  const button = el("button", {
    type: "button", class: "move", "data-ply": node.ply, "data-move": node.name,
    onclick: () => state.goTo(node),
  }, el("span", { class: `disc-icon ${side}`, "aria-hidden": "true" }),
    el("small", {}, String(node.ply)), " ", el("b", {}, node.name), " ", el("i", { class: "mark" }));
  buttons.set(node, button);
  return button;
}

/** Writes the line that begins with a node.
 * @param {Element} place @param {GameNode} node
 * @param {number} depth */
function writeLine(place, node, depth) {
  for (let at = /** @type {GameNode | undefined} */ (node); at; at = at.children[0]) {
    place.append(moveButton(at));
    if (at.passed) {
      const words = t(at.passed === 1 ? "black_passes" : "white_passes");
      place.append(el("span", { class: "passed" }, words));
    }
    const siblings = at.parent && at !== node ? at.parent.children.slice(1) : [];
    for (const other of siblings) writeVariation(place, other, depth + 1);
  }
}

/** @param {Element} place @param {GameNode} node @param {number} depth */
function writeVariation(place, node, depth) {
  const variation = el("div", {
    class: depth > 3 ? "variation deep" : "variation", role: "group", "aria-label": t("variation"),
  });
  writeLine(variation, node, depth);
  place.append(variation);
}

function write() {
  const place = byId("moves"), { root } = state.tree;
  buttons.clear();
  place.replaceChildren();
  const [first, ...others] = root.children;
  if (!first) {
    place.append(el("span", { class: "faint" }, t("no_moves")));
    return;
  }
  const main = el("div", { class: "line" });
  writeLine(main, first, 0);
  place.append(main);
  // Variations of the first move follow it, before the second.
  const after = main.children[1] || null;
  for (const other of others) {
    writeVariation(main, other, 1);
    main.insertBefore(/** @type {Element} */ (main.lastElementChild), after);
  }
}

/** "19 c7 ??, Black, lost 37.3 discs, Black's advantage −40.0"
 * @param {GameNode} node */
function spoken(node) {
  const { mark = "", lost = 0 } = node.known, value = mode.analysis ? valueOf(node) : null;
  const parts = [[node.ply, node.name, mark].filter(Boolean).join(" "),
    t(node.parent && node.parent.position.side === 1 ? "black" : "white")];
  if (mark) parts.push(t("lost_n", { discs: lost.toFixed(1) }));
  if (value) parts.push(`${t("black_advantage")} ${scoreText(value.value, value.exact)}`);
  return parts.join(", ");
}

/** Marks and the place, without making the list again. */
function mark() {
  let changed = false;
  for (const [node, button] of buttons) {
    const { mark = "", comment } = node.known;
    const place = /** @type {Element} */ (button.lastElementChild);
    changed = changed || place.textContent !== mark;
    say(place, mark);
    set(button, {
      class: `move ${toneOf(mark)}`,
      "aria-current": node === state.here ? "true" : false,
      "aria-label": spoken(node),
      title: comment || false,
    });
  }
  if (changed) intoView();  // marks make the list longer
}

function show() {
  const key = JSON.stringify([lineData(state.tree.root), t("pass")]);
  if (key !== made_of || !buttons.has(state.tree.root.children[0])) {
    const focused = byId("moves").contains(document.activeElement);
    made_of = key;
    write();
    const button = buttons.get(state.here);
    if (focused && button) button.focus();
  }
  mark();
  intoView();
  showVerdict();
  say(byId("comment"), state.here.known.comment || "");
  const { here, root } = { here: state.here, root: state.tree.root };
  set(byId("go-first"), { disabled: here === root });
  set(byId("go-back"), { disabled: here === root });
  set(byId("go-forward"), { disabled: here.children.length === 0 });
  set(byId("go-last"), { disabled: here.children.length === 0 });
  set(byId("promote"), { disabled: here.variation() === null });
  set(byId("cut"), { disabled: here === root });
  set(byId("uncut"), { hidden: deleted.length === 0 });
}

function cut() {
  const taken = state.tree.cut();
  if (!taken) return;
  deleted.push(taken);
  moved.emit(state.here);
  byId("uncut").focus();
}

/** Undoes the last deletion. */
export function uncut() {
  const taken = deleted.pop();
  if (taken) state.step(tree => tree.restore(taken));
}

/** Whether a review marked a move and knows a better one.
 * @param {GameNode} node */
const hasVerdict = ({ known, name }) => Boolean(known.mark && known.best && known.best !== name);

/** The move that the verdict is about: the next one if it has a verdict, else the one that led here.
 * @returns {GameNode} */
function judged() {
  const next = state.here.children[0];
  return next && hasVerdict(next) ? next : state.here;
}

function showVerdict() {
  const node = judged(), { mark = "", lost = 0, best = "" } = node.known;
  const words = node === state.here ? "move_verdict" : "next_verdict";
  set(byId("verdict"), { hidden: !hasVerdict(node) });
  say(byId("verdict-text"), t(words, { number: node.ply, move: node.name, mark, lost: lost.toFixed(1), best }));
  say(byId("show-best"), t("show_best", { best }));
}

/** Plays the best move instead of the judged one, as a variation. */
function showBest() {
  const { parent, known } = judged();
  const square = parent && known.best ? squareOf(known.best, parent.position.size) : null;
  const node = parent && square !== null ? parent.child(square) : null;
  if (node) state.goTo(node);
}

/** Scrolls the list, never the page, to the move on the board. */
function intoView() {
  const list = byId("moves"), button = buttons.get(state.here);
  if (!button) {
    list.scrollTop = 0;
    return;
  }
  const top = button.offsetTop - list.offsetTop, bottom = top + button.offsetHeight;
  if (top < list.scrollTop) list.scrollTop = top - 6;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 6;
}

export function startMoves() {
  opened.on(() => {
    deleted = [];
  });
  moved.on(show);
  learned.on(node => {
    mark();
    if (node === state.here || node.parent === state.here) showVerdict();
  });
  language_changed.on(show);
  mode_changed.on(mark);
  onClick("go-first", () => state.step(tree => tree.first()));
  onClick("go-back", () => state.step(tree => tree.back()));
  onClick("go-forward", () => state.step(tree => tree.forward()));
  onClick("go-last", () => state.step(tree => tree.last()));
  onClick("show-best", showBest);
  onClick("promote", () => state.step(tree => tree.promote()));
  onClick("cut", cut);
  onClick("uncut", uncut);
}
