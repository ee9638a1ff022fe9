// SPDX-License-Identifier: MIT
// @ts-check
/** What a player of another kind thinks of each move, on a scale of its own. */
import { byId, el, fillSelect, inputOf, say, selectOf, set } from "./dom.js";
import { about, ask, failureText, introduced, isClosed, line_changed } from "./engine.js";
import { playLine } from "./lines.js";
import { playerTitle } from "./names.js";
import { isOver, squareOf } from "./rules.js";
import { sayAt } from "./said.js";
import { gameAt, moved, Signal, state } from "./state.js";
import { language_changed, t } from "./words.js";

const PAUSE = 120;  // ms on a position before a player is asked

/** There are others, or they are to be shown elsewhere.
 * @type {Signal<null>} */
export const opinions_changed = new Signal();

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** What was answered last.
 * @type {{node: import("./tree.js").GameNode, player: string, opinions: any[]} | null} */
let known = null;
/** @type {import("./socket.js").Question | null} */
let question = null;

/** "12", "0.53", "−3.1e−5"
 * @param {any} value @param {number} digits */
function valueText(value, digits = 4) {
  if (typeof value !== "number") return "–";
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(digits)));
  return text.replace(/-/g, "−");
}

/** The player whose values are to be on the board, in place of the numbers; "" for none. */
export const playerOnBoard = () =>
  inputOf("opinion-board").checked ? selectOf("opinion-player").value : "";

/** Its values for the squares.
 * @returns {Map<number, import("./board.js").Label>} */
export function opinionLabels() {
  const { here } = state, found = new Map();
  if (!known || known.node !== here || known.player !== playerOnBoard()) return found;
  const best = Math.max(...known.opinions.map(({ value }) => Number(value)));
  for (const { move, value } of known.opinions) {
    const square = squareOf(String(move), here.position.size);
    if (square !== null) found.set(square, { text: valueText(value, 3), best: value === best, opinion: true });
  }
  return found;
}

async function follow() {
  const player = selectOf("opinion-player").value, { here } = state;
  if (question) question.stop();
  question = null;
  if (player === "" || isOver(here.position)) return show([], () => "");
  const asked = ask({ action: "opinions", ...gameAt(here), player });
  question = asked;
  sayAt("opinion-state", () => t("thinking"));
  try {
    const { opinions } = await asked.answer;
    if (question === asked) {
      known = { node: here, player, opinions: opinions || [] };
      show(known.opinions, () => (opinions || []).length === 0 ? t("no_opinions") : "");
    }
  } catch (error) {
    if (question === asked && !isClosed(error)) show([], () => failureText(error));
  }
  if (question === asked) question = null;
}

/** @param {any[]} opinions @param {() => string} words */
function show(opinions, words) {
  const best = Math.max(...opinions.map(({ value }) => Number(value)));
  const sorted = [...opinions].sort((a, b) => b.value - a.value);
  byId("opinions").replaceChildren(...sorted.map(({ move, value, terms }) => el("tr", {
    class: value === best ? "best" : false, "data-move": String(move),
  },
    el("td", {}, el("button", {
      type: "button", class: "move-button", onclick: () => playLine([String(move)]),
    }, String(move))),
    el("td", { class: "score" }, valueText(value)),
    el("td", { class: "name" }, (terms || []).map((/** @type {any} */ term) =>
      `${term.name} ${valueText(term.value)}`).join(" · ")))));
  set(byId("opinions-table"), { hidden: opinions.length === 0 });
  sayAt("opinion-state", words);
  opinions_changed.emit(null);
}

function followSoon() {
  clearTimeout(timer);
  timer = setTimeout(follow, PAUSE);
}

function fillPlayers() {
  const size = state.here.position.size;
  fillSelect(selectOf("opinion-player"), [{ value: "", text: t("nobody") },
    ...about.players.filter(({ name, sizes }) => name !== "search" && sizes.includes(size))
      .map(({ name, help }) => ({ value: name, text: playerTitle(name), title: help }))]);
  const chosen = about.players.find(({ name }) => name === selectOf("opinion-player").value);
  say(byId("opinion-help"), chosen ? chosen.help : "");
}

export function startOpinions() {
  introduced.on(fillPlayers);
  language_changed.on(fillPlayers);
  line_changed.on(up => up && followSoon());
  moved.on(() => {
    fillPlayers();
    followSoon();
  });
  selectOf("opinion-player").addEventListener("change", () => {
    fillPlayers();
    follow();
  });
  byId("opinion-board").addEventListener("change", () => opinions_changed.emit(null));
}
