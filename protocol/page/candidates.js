// SPDX-License-Identifier: MIT
// @ts-check
/** The moves of the position in a table: score, depth, and the line that is expected after each. */
import { byId, el, fillSelect, onClick, say, selectOf, inputOf, set } from "./dom.js";
import { about, introduced } from "./engine.js";
import { countText, scoreText, secondsText } from "./format.js";
import { playLine, pvButtons } from "./lines.js";
import { playerTitle } from "./names.js";
import { asGood, numbers } from "./numbers.js";
import { isOver } from "./rules.js";
import { settings, settings_changed } from "./settings.js";
import { learned, moved, state } from "./state.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./tree.js").Candidate} Candidate */

const LINES = 4;        // number of best moves whose line has buttons
const LINE_MOVES = 14;
const REDRAW = 200;     // ms; texts that change faster cannot be read

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {Row[]} */
const rows = [];

/** A row stays the same element while its numbers change, so that it can be clicked on. */
class Row {
  constructor() {
    this.move = el("button", { type: "button", class: "move-button" });
    this.score = el("td", { class: "score" });
    this.depth = el("td", { class: "faint" });
    this.line = el("td", { class: "pv" });
    this.key = "";
    this.row = el("tr", {}, el("td", {}, this.move), this.score, this.depth, this.line);
    this.move.addEventListener("click", () => playLine([this.move.textContent || ""]));
  }
  /** @param {Candidate} candidate @param {boolean} best @param {boolean} lines */
  show(candidate, best, lines) {
    set(this.row, { "data-move": candidate.move, class: best ? "best" : false });
    say(this.move, candidate.move);
    say(this.score, scoreText(candidate.score, candidate.exact) + errorText(candidate));
    set(this.score, {
      class: candidate.exact ? "score exact" : "score",
      title: candidate.likely_error ? t("error_meaning") : false,
    });
    say(this.depth, depthText(candidate));
    set(this.depth, { title: candidate.selectivity < 100 && !candidate.exact ? t("depth_meaning") : false });
    const pv = (candidate.pv || []).slice(0, lines ? LINE_MOVES : 0), key = pv.join("");
    if (key === this.key) return;
    this.key = key;
    this.line.replaceChildren(...pvButtons(pv));
  }
}

/** @param {Candidate} candidate */
function depthText({ exact, source, depth, selectivity }) {
  if (source === "book") return t("from_book");
  if (exact) return t("exact");
  return selectivity < 100 ? `${depth}@${selectivity}%` : String(depth);
}

/** " ± 1.8"; empty for exact scores and unknown errors.
 * @param {Candidate} candidate */
function errorText({ likely_error: error }) {
  return error ? ` ± ${error.toFixed(1)}` : "";
}

function draw() {
  timer = undefined;
  const { here } = state, candidates = numbers.silent() ? [] : here.known.candidates || [];
  const body = byId("candidates");
  while (rows.length < candidates.length) rows.push(new Row());
  candidates.forEach((candidate, i) => rows[i].show(candidate, asGood(candidate, candidates[0]),
    i < LINES));
  if (body.childElementCount !== candidates.length) {
    body.replaceChildren(...rows.slice(0, candidates.length).map(({ row }) => row));
  }
  set(byId("candidates-table"), { hidden: candidates.length === 0 });
  say(byId("legend-lines"), t("legend_lines", {
    error: t("error_meaning"), depth: t("depth_meaning"),
  }));
  say(byId("progress"), progressText(candidates));
  set(byId("stop"), { disabled: !numbers.working });
  for (const id of ["solve", "solve-all"]) set(byId(id), { disabled: isOver(here.position) });
}

/** @param {Candidate[]} candidates */
function progressText(candidates) {
  if (isOver(state.here.position)) return t("game_over");
  if (candidates.length === 0) {
    return numbers.working ? t("thinking") : numbers.on ? t("no_numbers") : t("numbers_off");
  }
  const nodes = Math.max(...candidates.map(each => each.nodes || 0));
  const seconds = Math.max(...candidates.map(each => each.seconds || 0));
  const [best] = candidates, speed = nodes / Math.max(seconds, 0.001);
  const parts = [best.source === "book" ? t("from_the_book") : best.exact ? t("exact_score")
    : `${t("depth")} ${depthText(best)}`];
  if (nodes > 0) {
    parts.push(t("positions", { count: countText(nodes) }), secondsText(seconds));
    if (seconds > 0.2) parts.push(t("per_second", { count: countText(speed) }));
  }
  const { published } = state.here.known;
  if (published) parts.unshift(publishedText(published));
  return (numbers.working ? "▸ " : "") + parts.join(" · ");
}

/** @param {import("./tree.js").Published} published of a position with Black to move */
function publishedText({ score, by, year }) {
  if (score === 0) return t("published_draw", { by, year });
  return t(score > 0 ? "published_black" : "published_white", { discs: Math.abs(score), by, year });
}

function drawSoon() {
  if (timer === undefined) timer = setTimeout(draw, REDRAW);
}

function fillEvaluators() {
  const names = about.evaluators.filter(({ sizes }) => sizes.includes(state.here.position.size));
  fillSelect(selectOf("numbers-evaluator"), [{ value: "", text: t("own_evaluator") },
    ...names.map(({ name, help }) => ({ value: name, text: playerTitle(name), title: help }))]);
  selectOf("numbers-evaluator").value = settings.evaluator;
  if (selectOf("numbers-evaluator").selectedIndex < 0) selectOf("numbers-evaluator").value = "";
  const chosen = about.evaluators.find(({ name }) => name === selectOf("numbers-evaluator").value);
  say(byId("evaluator-help"), chosen ? chosen.help : "");
}

function fillLimits() {
  const times = [1, 3, 10, 60].map(seconds => ({
    value: `time ${seconds}`, text: t("seconds_long", { seconds }),
  }));
  const levels = [10, 16, 20, 24, 30].filter(level => level <= about.max_level)
    .map(level => ({ value: `level ${level}`, text: t("level_n", { level }) }));
  fillSelect(selectOf("numbers-limit"),
    [...times, { value: "time 86400", text: t("no_end") }, ...levels]);
  selectOf("numbers-limit").value = settings.limit;
  if (selectOf("numbers-limit").selectedIndex < 0) selectOf("numbers-limit").value = "time 10";
}

function choose() {
  settings_changed.emit({
    limit: selectOf("numbers-limit").value, evaluator: selectOf("numbers-evaluator").value,
    book: inputOf("numbers-book").checked,
  });
  fillEvaluators();
}

export function startCandidates() {
  learned.on(node => node === state.here && drawSoon());
  moved.on(() => {
    fillEvaluators();
    draw();
  });
  introduced.on(() => {
    fillEvaluators();
    fillLimits();
  });
  language_changed.on(() => {
    fillEvaluators();
    fillLimits();
    draw();
  });
  inputOf("numbers-book").checked = settings.book;
  for (const id of ["numbers-limit", "numbers-evaluator", "numbers-book"]) {
    byId(id).addEventListener("change", choose);
  }
  onClick("solve", () => numbers.solve("exact 1"));
  onClick("solve-all", () => numbers.solve("exact 46"));
  onClick("stop", () => numbers.stop());
}
