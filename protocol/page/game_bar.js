// SPDX-License-Identifier: MIT
// @ts-check
/** The buttons of a game in progress (take back, resign, pause) and of one that has ended. */
import { byId, onClick, say, set } from "./dom.js";
import { play, play_changed } from "./play.js";
import { colorOf } from "./rules.js";
import { settings_changed } from "./settings.js";
import { moved } from "./state.js";
import { chooseTab } from "./tabs.js";
import { language_changed, t } from "./words.js";

const SURE_FOR = 4000;  // ms in which a second click resigns

/** @type {ReturnType<typeof setTimeout> | undefined} Runs while the button asks whether the user is sure. */
let asking;

/** @param {boolean} ask */
function askWhetherSure(ask) {
  clearTimeout(asking);
  asking = ask ? setTimeout(() => askWhetherSure(false), SURE_FOR) : undefined;
  say(byId("resign"), t(ask ? "resign_sure" : "resign"));
}

function resign() {
  if (asking === undefined) return askWhetherSure(true);
  askWhetherSure(false);
  play.resign();
}

/** "Rematch as White" where one person plays. */
function rematchText() {
  const people = [play.isPerson(1), play.isPerson(-1)];
  if (people[0] === people[1]) return t("rematch");
  return t("rematch_as", { side: t(colorOf(people[0] ? -1 : 1)) });
}

function show() {
  const ended = play.onBoard && play.over;
  set(byId("take-back"), { disabled: play.takeBackTo() === null, hidden: !play.onBoard || play.loser !== 0 });
  say(byId("play-toggle"), t(play.running ? "pause" : "resume"));
  set(byId("play-toggle"), {
    hidden: !play.running || (!play.clock && (play.isPerson(1) || play.isPerson(-1))),
  });
  set(byId("resign"), { hidden: play.resigner === 0 });
  if (play.resigner === 0) askWhetherSure(false);
  set(byId("rematch"), { hidden: !ended });
  say(byId("rematch"), rematchText());
  set(byId("game-review"), { hidden: !ended });
}

export function startGameBar() {
  onClick("take-back", () => play.takeBack());
  onClick("play-toggle", () => play.running ? play.pause() : play.resume());
  onClick("go-on", () => play.resume());
  onClick("resign", resign);
  onClick("rematch", () => {
    play.rematch();
    settings_changed.emit({ seats: play.table });
  });
  onClick("game-review", () => {
    chooseTab("analysis");
    byId("review-start").click();
  });
  play_changed.on(show);
  moved.on(show);
  language_changed.on(() => {
    askWhetherSure(false);
    show();
  });
  askWhetherSure(false);
  show();
}
