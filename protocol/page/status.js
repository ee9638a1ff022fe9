// SPDX-License-Identifier: MIT
// @ts-check
/** Who plays, who is to move, how it stands; said to screen readers, too. */
import { byId, say, set } from "./dom.js";
import { editor } from "./editor.js";
import { about, introduced, line_changed, shut_out } from "./engine.js";
import { clockText } from "./format.js";
import { knownName } from "./names.js";
import { play, play_changed } from "./play.js";
import { colorOf, count, discScore, isOver } from "./rules.js";
import { mode_changed } from "./mode.js";
import { readyToPlay } from "./seats.js";
import { moved, state, told } from "./state.js";
import { strengthOf, strengthTitle } from "./strength.js";
import { namesOf } from "./table.js";
import { language_changed, t } from "./words.js";

const SIDES = /** @type {import("./rules.js").Side[]} */ ([1, -1]);
const TOLD_FOR = 8000;  // ms

/** @type {ReturnType<typeof setTimeout> | undefined} */
let told_timer;

/** "Black 40, White 24. Black wins by 16."
 * @param {import("./rules.js").Position} position */
function resultText(position) {
  const score = discScore(position, 1), discs = Math.abs(score);
  const counts = { black: count(position, 1), white: count(position, -1) };
  const result = score === 0 ? t("draw") : t(score > 0 ? "black_wins" : "white_wins", { discs });
  const full = counts.black + counts.white === position.size ** 2;
  const empties = score === 0 || full ? "" : ` ${t("empties_to_winner")}`;
  return `${t("game_over")}: ${t("counts", counts)} ${result}${empties}`;
}

/** "Black is out of time. White wins." */
function lostText() {
  const result = { side: t(colorOf(play.loser)), winner: t(colorOf(-play.loser)) };
  return `${t("game_over")}: ${t(play.resigned ? "has_resigned" : "out_of_time", result)}`;
}

function statusText() {
  const { here } = state, { position } = here;
  if (editor.open) return t("editor_note");
  if (readyToPlay()) return t("ready_to_play");
  if (isOver(position)) return resultText(position);
  if (play.lostHere) return lostText();
  const parts = [];
  if (here.parent) {
    parts.push(t("played", { side: t(colorOf(here.parent.position.side)), move: here.name }));
  }
  if (here.passed) parts.push(t(here.passed === 1 ? "black_passes" : "white_passes"));
  const thinking = play.engineToMove() && play.question;
  parts.push(t(thinking ? "engine_thinks" : "to_move", { side: t(colorOf(position.side)) }));
  if (play.paused) parts.push(t("paused"));
  return parts.join(" ");
}

/** @param {import("./rules.js").Side} side */
function nameOf(side) {
  const color = colorOf(side), strength = strengthOf(play.seat(side));
  const played = play.onBoard && state.info[color] === namesOf(play.table)[color];
  if (played && strength) return t("sumi_strength", { strength: strengthTitle(strength) });
  const name = knownName(state.info[color]);
  if (name) return name;
  return played && play.isPerson(side) && !play.isPerson(-side) ? t("you") : t(color);
}

function show() {
  say(byId("status"), statusText());
  set(byId("go-on"), { hidden: !play.paused || !play.canGoOn });
  const over = isOver(state.here.position) || play.lostHere;
  for (const side of SIDES) {
    const color = colorOf(side);
    say(byId(`name-${color}`), nameOf(side));
    say(byId(`count-${color}`), String(count(state.here.position, side)));
    set(byId(`strip-${color}`), {
      "data-turn": !over && state.here.position.side === side ? "true" : false,
    });
  }
  set(document.body, { "data-playing": play.running ? "true" : false });
  const { event, round, place, date, result, comment } = state.info;
  const ended = result && result !== "?" ? t("result_n", { result: result.replace(/^-/, "−") }) : "";
  say(byId("game-info"), [event, round, place, date, ended, comment].filter(Boolean).join(" · "));
  showClocks();
}

function showClocks() {
  for (const side of SIDES) {
    const left = play.timeLeft(side), clock = byId(`clock-${colorOf(side)}`);
    set(clock, { hidden: left === null, "data-low": left !== null && left < 20 ? "true" : false });
    if (left !== null) say(clock, clockText(left));
  }
}

/** @param {string} text @param {boolean} error */
function tell(text, error) {
  const place = byId("told");
  say(place, text);
  set(place, { hidden: text === "", "data-error": error ? "true" : false });
  clearTimeout(told_timer);
  if (text) told_timer = setTimeout(() => tell("", false), TOLD_FOR);
}

/** @param {"line_lost" | "line_restarted"} word */
function sayLost(word) {
  const place = byId("line-lost");
  set(place, { "data-word": word });
  say(place, t(word));
}

function showVersion() {
  const { version, threads } = about;
  say(byId("version"), version ? t("version", { version, threads }) : "");
}

export function startStatus() {
  moved.on(show);
  play_changed.on(show);
  mode_changed.on(show);
  language_changed.on(show);
  told.on(([text, error]) => tell(text, error));
  shut_out.on(() => sayLost("line_restarted"));
  line_changed.on(up => {
    if (!up) sayLost("line_lost");
    set(byId("line-lost"), { hidden: up });
    set(document.body, { "data-line": up ? "up" : "down" });
  });
  introduced.on(showVersion);
  language_changed.on(showVersion);
  setInterval(showClocks, 100);
}
