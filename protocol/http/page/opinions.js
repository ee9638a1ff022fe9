// SPDX-License-Identifier: MIT
// @ts-check
/** What a player of another kind thinks of each move, on a scale of its own. */
import { byId, el, fillSelect, say, selectOf, set } from "./dom.js";
import { about, ask, introduced, isClosed, line_changed } from "./engine.js";
import { playLine } from "./candidates.js";
import { isOver } from "./rules.js";
import { gameAt, moved, state } from "./state.js";
import { language_changed, t } from "./words.js";

const PAUSE = 120;  // ms on a position before a player is asked

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {import("./socket.js").Question | null} */
let question = null;

/** "12", "0.53", "−3.1e-5"
 * @param {any} value */
function valueText(value) {
  if (typeof value !== "number") return "–";
  const text = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
  return text.replace("-", "−");
}

async function follow() {
  const player = selectOf("opinion-player").value, { here } = state;
  if (question) question.stop();
  question = null;
  if (player === "" || isOver(here.position)) return show([], "");
  const asked = ask({ action: "opinions", ...gameAt(here), player });
  question = asked;
  say(byId("opinion-state"), t("thinking"));
  try {
    const { opinions } = await asked.answer;
    if (question === asked) show(opinions || [], (opinions || []).length === 0 ? t("no_opinions") : "");
  } catch (error) {
    if (question === asked && !isClosed(error)) show([], /** @type {Error} */ (error).message);
  }
  if (question === asked) question = null;
}

/** @param {any[]} opinions @param {string} text */
function show(opinions, text) {
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
  say(byId("opinion-state"), text);
}

function followSoon() {
  clearTimeout(timer);
  timer = setTimeout(follow, PAUSE);
}

function fillPlayers() {
  const size = state.here.position.size;
  fillSelect(selectOf("opinion-player"), [{ value: "", text: t("nobody") },
    ...about.players.filter(({ name, sizes }) => name !== "search" && sizes.includes(size))
      .map(({ name, help }) => ({ value: name, text: name, title: help }))]);
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
}
