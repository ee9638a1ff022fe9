// SPDX-License-Identifier: MIT
// @ts-check
/** For people who have never played: the rules in one picture, and why a side passes. */
import { byId, onClick, set, svg } from "./dom.js";
import { play, play_changed } from "./play.js";
import { colorOf } from "./rules.js";
import { settings, settings_changed } from "./settings.js";
import { opened, state, told } from "./state.js";
import { chooseTab } from "./tabs.js";
import { language_changed, t } from "./words.js";

const CELL = 20;

/** A row of the board: X black, O white, * the new disc, . empty.
 * @param {string} discs @param {number} x @param {number} y */
function row(discs, x, y) {
  const group = svg("g", {});
  [...discs].forEach((disc, i) => {
    const left = x + i * CELL, at = { cx: left + CELL / 2, cy: y + CELL / 2 };
    group.append(svg("rect", { class: "cell-edge", x: left, y, width: CELL, height: CELL }));
    if (disc === "*") group.append(svg("circle", { ...at, r: 3, class: "legal", "data-side": "black" }));
    else if (disc !== ".") {
      group.append(svg("circle", { ...at, r: 8, class: `disc ${disc === "X" ? "black" : "white"}` }));
    }
  });
  return group;
}

/** Black plays on the dot: the white discs between turn black. */
function picture() {
  const after = 6 * CELL;
  return svg("svg", { viewBox: "0 0 232 54", role: "img", "aria-label": t("rules_picture") },
    row("XOOO*", 0, 2), row("XXXXX", after + 12, 2),
    svg("path", { class: "arrow", d: `M${5 * CELL + 6} 12h16m-5 -5l5 5l-5 5` }),
    row(".*OX.", 0, 30), row(".XXX.", after + 12, 30),
    svg("path", { class: "arrow", d: `M${5 * CELL + 6} 40h16m-5 -5l5 5l-5 5` }));
}

function show() {
  byId("rules-picture").replaceChildren(picture());
  set(byId("hint"), { hidden: !settings.hint });
}

/** @type {import("./tree.js").GameNode | null} */
let announced = null;

/** Announces a pass in the game that is played: nobody has clicked for it. */
function announcePass() {
  const { here } = state;
  if (!play.running || here !== play.tip || !here.passed || here === announced) return;
  announced = here;
  const names = { side: t(colorOf(here.passed)), other: t(colorOf(-here.passed)) };
  told.emit([t("pass_told", names), false]);
}

/** A pass of the previous game is not news of this one. */
function forgetPass() {
  if (announced) told.emit(["", false]);
  announced = null;
}

export function startHint() {
  show();
  onClick("hint-close", () => settings_changed.emit({ hint: false }));
  onClick("rules-open", () => {
    settings_changed.emit({ hint: true });
    chooseTab("play");
    /** @type {HTMLDialogElement} */ (byId("help")).close();
    byId("hint").scrollIntoView({ block: "nearest" });
  });
  settings_changed.on(changes => "hint" in changes && show());
  language_changed.on(show);
  play_changed.on(announcePass);
  opened.on(forgetPass);
}
