// SPDX-License-Identifier: MIT
// @ts-check
/** The controls of a game that is played: who has which side, how strong, how much time. */
import { byId, el, fillSelect, inputOf, onClick, say, selectOf, set } from "./dom.js";
import { about, introduced } from "./engine.js";
import { isUntouched, mode } from "./mode.js";
import { playerTitle } from "./names.js";
import { play, play_changed } from "./play.js";
import { isOver } from "./rules.js";
import { settings, settings_changed } from "./settings.js";
import { closeSheet } from "./sheet.js";
import { moved, state } from "./state.js";
import { seatOf, strengthNames, strengthOf, strengthTitle } from "./strength.js";
import { chooseTab } from "./tabs.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./play.js").Seat} Seat */
/** @typedef {import("./play.js").Table} Table */

const COLORS = /** @type {("black" | "white")[]} */ (["black", "white"]);
/** Minutes for each side and seconds added for each move; "custom" has fields of its own. */
const CLOCKS = ["0 0", "3 2", "5 0", "5 3", "10 5", "20 0"];

/** @param {string} id @param {number} least @param {number} most @param {number} usual */
function numberIn(id, least, most, usual) {
  const value = Number(inputOf(id).value);
  return inputOf(id).value !== "" && Number.isFinite(value) ? Math.min(most, Math.max(least, value))
    : usual;
}

/** What an amount of this kind may be.
 * @param {string} kind */
function amounts(kind) {
  if (kind === "strength") return { min: 1, max: about.strengths.length || 99, whole: true };
  return kind === "level" ? { min: 0, max: about.max_level, whole: true }
    : { min: 0.05, max: 3600, whole: false };
}

/** @param {"black" | "white"} color @returns {Seat} */
function readSeat(color) {
  const kind = selectOf(`${color}-kind`).value, { min, max, whole } = amounts(kind);
  const amount = numberIn(`${color}-amount`, min, max, 10);
  return {
    player: selectOf(`${color}-player`).value, evaluator: selectOf(`${color}-evaluator`).value,
    kind, amount: whole ? Math.round(amount) : amount,
  };
}

/** @returns {Table} */
function readTable() {
  return {
    black: readSeat("black"), white: readSeat("white"),
    minutes: numberIn("clock-minutes", 0, 600, 0), increment: numberIn("clock-increment", 0, 600, 0),
    size: Number(selectOf("game-size").value),
    games: Math.round(numberIn("series-games", 1, 1000, 1)),
  };
}

/** @param {Table} table */
function showTable(table) {
  for (const color of COLORS) {
    const { player, evaluator, kind, amount } = table[color];
    selectOf(`${color}-player`).value = player;
    if (selectOf(`${color}-player`).selectedIndex < 0) selectOf(`${color}-player`).value = "search";
    selectOf(`${color}-evaluator`).value = evaluator;
    if (selectOf(`${color}-evaluator`).selectedIndex < 0) selectOf(`${color}-evaluator`).value = "";
    selectOf(`${color}-kind`).value = kind;
    inputOf(`${color}-amount`).value = String(amount);
  }
  inputOf("clock-minutes").value = String(table.minutes);
  inputOf("clock-increment").value = String(table.increment);
  const clock = `${table.minutes} ${table.increment}`;
  selectOf("clock-preset").value = CLOCKS.includes(clock) ? clock : "custom";
  selectOf("game-size").value = String(table.size);
  inputOf("series-games").value = String(table.games);
  showUseful();
}

/** Hides what has no meaning for the players that are chosen. */
function showUseful() {
  const table = readTable();
  for (const color of COLORS) {
    const { player, kind } = table[color], search = player === "search";
    set(byId(`${color}-search`), { hidden: !search });
    const helps = about.players.find(({ name }) => name === player);
    const limited = search || (helps !== undefined && helps.limits !== false);
    set(byId(`${color}-limit`), { hidden: !limited || (table.minutes > 0 && kind !== "strength") });
    const { min, max, whole } = amounts(kind);
    set(inputOf(`${color}-amount`), { min, max, step: whole ? 1 : "any" });
    const chosen = about.evaluators.find(({ name }) => name === table[color].evaluator);
    say(byId(`${color}-help`), search ? chosen ? chosen.help : "" : helps ? helps.help : "");
  }
  const people = COLORS.map(color => table[color].player === "person");
  selectOf("my-side").value = people[0] ? people[1] ? "both" : "black" : people[1] ? "white" : "none";
  set(byId("series"), { hidden: people[0] || people[1] });
  set(byId("panel-play"), { "data-people": people.filter(Boolean).length });
  set(byId("game-settings"), { "data-people": people.filter(Boolean).length });
  const strength = people[0] !== people[1] && strengthOf(table[people[0] ? "white" : "black"]);
  selectOf("strength").value = strength || "custom";
  set(byId("clock-custom"), { hidden: selectOf("clock-preset").value !== "custom" });
}

/** Who may sit there on such a board. */
function fillLists() {
  const size = Number(selectOf("game-size").value);
  /** @param {{name: string, sizes: number[], help: string}[]} list */
  const items = list => list.filter(({ sizes }) => sizes.includes(size))
    .map(({ name, help }) => ({ value: name, text: playerTitle(name), title: help }));
  fillSelect(selectOf("strength"), [
    ...strengthNames().map(name => ({ value: name, text: strengthTitle(name) })),
    { value: "custom", text: t("custom") }]);
  fillSelect(selectOf("clock-preset"), CLOCKS.map(clock => {
    const [minutes, increment] = clock.split(" ").map(Number);
    return { value: clock, text: minutes === 0 ? t("no_clock")
      : increment === 0 ? t("clock_minutes", { minutes }) : t("clock_both", { minutes, increment }) };
  }).concat({ value: "custom", text: t("custom") }));
  const players = items(about.players).filter(({ value }) => value !== "search");
  for (const color of COLORS) {
    fillSelect(selectOf(`${color}-player`), [{ value: "person", text: t("person") },
      { value: "search", text: t("sumi_search") }, ...players]);
    fillSelect(selectOf(`${color}-evaluator`), [{ value: "", text: t("own_evaluator") },
      ...items(about.evaluators)]);
    fillSelect(selectOf(`${color}-kind`), [{ value: "strength", text: t("strength") },
      { value: "level", text: t("level") },
      { value: "time", text: t("seconds_a_move") }]);
  }
}

function changed() {
  fillLists();
  showUseful();
  const table = readTable();
  settings_changed.emit({ seats: table });
  play.choose(table);
}

/** "black", "white", "both" or "none" is a person's.
 * @param {string} mine */
function takeSides(mine) {
  for (const color of COLORS) {
    const person = mine === "both" || mine === color, select = selectOf(`${color}-player`);
    if (person) select.value = "person";
    else if (select.value === "person") seatAt(color, seatOf(settings.strength));
  }
  changed();
}

/** @param {"black" | "white"} color @param {import("./play.js").Seat | null} seat */
function seatAt(color, seat) {
  if (!seat) return;
  selectOf(`${color}-player`).value = seat.player;
  selectOf(`${color}-evaluator`).value = seat.evaluator;
  selectOf(`${color}-kind`).value = seat.kind;
  inputOf(`${color}-amount`).value = String(seat.amount);
}

/** The opponent of the only person gets a strength; "custom" opens its settings. */
function chooseStrength() {
  const strength = selectOf("strength").value, seat = seatOf(strength);
  const color = COLORS.find(each => selectOf(`${each}-player`).value !== "person");
  if (!seat || !color) {
    /** @type {HTMLDetailsElement} */ (byId("more-settings")).open = true;
    return;
  }
  settings_changed.emit({ strength });
  seatAt(color, seat);
  changed();
}

function chooseClock() {
  const clock = selectOf("clock-preset").value;
  set(byId("clock-custom"), { hidden: clock !== "custom" });
  if (clock === "custom") return inputOf("clock-minutes").focus();
  [inputOf("clock-minutes").value, inputOf("clock-increment").value] = clock.split(" ");
  changed();
}

/** Whether a click on the board begins a game: it is untouched, and the person moves first. */
export function readyToPlay() {
  return !mode.analysis && settings.tab === "play" && !play.tree && !state.put_by &&
    isUntouched(state.tree) && state.here.position.size === play.table.size &&
    play.isPerson(1) && !play.isPerson(-1);
}

/** @param {boolean} here */
export function begin(here) {
  if (here && isOver(state.here.position)) return;
  changed();
  closeSheet();
  play.begin(here);
  chooseTab("play");
}

function show() {
  const { tally } = play;
  say(byId("tally"), tally ? t("tally", { ...tally, name: playerTitle(tally.name), swapped: "" }) : "");
  set(byId("game-here"), { disabled: isOver(state.here.position), hidden: isUntouched(state.tree) });
}

export function startSeats() {
  fillSelect(selectOf("game-size"), [8, 6, 4].map(size =>
    ({ value: String(size), text: `${size} × ${size}` })));
  fillLists();
  const kept = settings.seats;
  if (kept && kept.black && kept.white) play.table = { ...play.table, ...kept };
  showTable(play.table);
  for (const color of COLORS) {
    for (const part of ["player", "evaluator", "kind", "amount"]) {
      byId(`${color}-${part}`).addEventListener("change", changed);
    }
  }
  for (const id of ["clock-minutes", "clock-increment", "game-size", "series-games"]) {
    byId(id).addEventListener("change", changed);
  }
  byId("my-side").addEventListener("change", () => takeSides(selectOf("my-side").value));
  byId("strength").addEventListener("change", chooseStrength);
  byId("clock-preset").addEventListener("change", chooseClock);
  onClick("game-new", () => begin(false));
  onClick("game-here", () => begin(true));
  onClick("swap-sides", () => {
    play.swap();
    settings_changed.emit({ seats: play.table });
  });
  introduced.on(() => {
    fillLists();
    showTable(play.table);
  });
  language_changed.on(() => {
    const table = play.table;
    fillLists();
    showTable(table);
    show();
  });
  let shown = play.table;
  play_changed.on(() => {
    if (shown !== play.table) showTable(play.table);
    shown = play.table;
    show();
  });
  moved.on(show);
  show();
}

/** @param {"black" | "white"} color @returns {HTMLElement} The controls of one seat. */
export function seatControls(color) {
  /** @param {string} part */
  const id = part => `${color}-${part}`;
  return el("fieldset", { class: "seat" },
    el("legend", {}, el("span", { class: `disc-icon ${color}`, "aria-hidden": "true" }),
      el("span", { "data-word": color })),
    el("select", { id: id("player"), "data-label": "player" }),
    el("div", { id: id("limit"), class: "pair" },
      el("select", { id: id("kind"), "data-label": "strength" }),
      el("input", {
        id: id("amount"), type: "number", min: 0, "data-label": "strength", inputmode: "decimal",
      })),
    el("div", { id: id("search") },
      el("label", { for: id("evaluator"), "data-word": "evaluator" }),
      el("select", { id: id("evaluator") })),
    el("p", { id: id("help"), class: "faint" }));
}
