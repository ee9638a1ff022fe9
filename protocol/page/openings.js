// SPDX-License-Identifier: MIT
// @ts-check
/** All openings with a name: search in both languages, walk through one, play it from memory. */
import { byId, el, inputOf, say } from "./dom.js";
import { ask, isClosed, introduced } from "./engine.js";
import { openingName } from "./book.js";
import { room } from "./exercise.js";
import { legalMoves, squareName, squaresOf, startPosition, turnedLine } from "./rules.js";
import { learned, state } from "./state.js";
import { Tree } from "./tree.js";
import { language_changed, t } from "./words.js";

/** @typedef {{english: string, japanese: string, moves: string}} Opening */

const SHOWN = 60;

/** @type {Opening[]} */
let openings = [];

async function fetchAll() {
  try {
    const answer = await ask({ action: "openings" }).answer;
    openings = (answer.openings || []).map((/** @type {any} */ each) => ({
      english: String(each.english || ""), japanese: String(each.japanese || ""),
      moves: String(each.moves || ""),
    }));
    show();
  } catch (error) {
    if (!isClosed(error)) say(byId("openings-state"), /** @type {Error} */ (error).message);
  }
}

/** A text to search in and for: no capitals, no accents, katakana as hiragana.
 * @param {string} text */
export function plain(text) {
  return text.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "")
    .replace(/[\u30a1-\u30f6]/g, letter => String.fromCharCode(letter.charCodeAt(0) - 0x60));
}

/** @param {Opening[]} all @param {string} text @returns {Opening[]} */
export function search(all, text) {
  const words = plain(text).split(/\s+/).filter(Boolean);
  return all.filter(({ english, japanese, moves }) => {
    const where = `${plain(english)} ${plain(japanese)} ${moves}`;
    return words.every(word => where.includes(word));
  });
}

function show() {
  const found = search(openings, inputOf("opening-search").value);
  byId("openings").replaceChildren(...found.slice(0, SHOWN).map(opening => el("li", {},
    el("span", { class: "opening" }, el("b", {}, openingName(opening)),
      el("small", { class: "faint" }, opening.moves)),
    el("button", { type: "button", onclick: () => walk(opening) }, t("walk")),
    el("button", { type: "button", onclick: () => recall(opening) }, t("from_memory")))));
  const rest = found.length - SHOWN;
  say(byId("openings-state"), found.length === 0 ? t("none_found")
    : rest > 0 ? t("more_openings", { count: rest }) : "");
}

/** The names of a line on the way, at the nodes where they begin. The board may be turned.
 * @param {Tree} tree @param {string} moves of the opening */
function nameNodes(tree, moves) {
  const names = new Map(openings.map(opening => [opening.moves, opening]));
  for (const node of tree.mainLine()) {
    const opening = names.get(moves.slice(0, 2 * node.ply));
    if (opening) node.known.comment = openingName(opening);
  }
}

/** Opens the line; every step tells the names.
 * @param {Opening} opening */
function walk(opening) {
  const tree = new Tree(startPosition(8));
  tree.add(squaresOf(opening.moves, 8));
  nameNodes(tree, opening.moves);
  room.enter({
    title: () => openingName(opening), question: () => t("walk_question"), tree, next: null,
    answer: () => ({ text: () => "", right: true, over: true }), reveal: () => () => "", free: true,
  });
}

/** The moves are to be played without help; wrong ones are reported.
 * @param {Opening} opening */
function recall(opening) {
  const tree = new Tree(startPosition(8));
  let squares = squaresOf(opening.moves, 8), faults = 0;
  room.enter({
    title: () => openingName(opening), tree, next: () => recall(opening),
    question: () => t("recall_question", { count: squares.length }),
    answer: square => {
      const { ply, position } = tree.here, last = ply + 1 === squares.length;
      if (!legalMoves(position).includes(square)) {
        return { text: () => t("not_legal"), right: false, over: false };
      }
      if (ply === 0) squares = turnedLine(squares, square, 8) || squares;
      const wanted = squares[ply], right = square === wanted, move = squareName(wanted, 8);
      if (!right) ++faults;
      state.play(wanted);
      if (last) nameNodes(tree, opening.moves);
      const done = () => faults === 0 ? t("recall_right") : t("recall_faults", { count: faults });
      const text = () => last ? done() : t(right ? "recall_go_on" : "recall_wrong", { move });
      return { text, right: last ? faults === 0 : right, over: last };
    },
    reveal: () => {
      tree.add(squares.slice(tree.here.ply), tree.here);
      nameNodes(tree, opening.moves);
      learned.emit(state.here);
      return () => t("recall_shown");
    },
  });
}

export function startOpenings() {
  introduced.on(() => openings.length === 0 && fetchAll());
  language_changed.on(show);
  inputOf("opening-search").addEventListener("input", show);
}
