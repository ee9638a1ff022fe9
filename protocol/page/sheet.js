// SPDX-License-Identifier: MIT
// @ts-check
/** The settings of a game: beside the board where there is room, else in a sheet that opens. */
import { byId, narrowScreen, onClick } from "./dom.js";

const sheet = () => /** @type {HTMLDialogElement} */ (byId("game-sheet"));

export function closeSheet() {
  if (sheet().open) sheet().close();
}

export function startSheet() {
  const narrow = narrowScreen(), settings = byId("game-settings");
  const place = () => {
    closeSheet();
    if (narrow.matches) sheet().append(settings);
    else byId("game-bar").after(settings);
  };
  narrow.addEventListener("change", place);
  place();
  onClick("game-open", () => sheet().showModal());
  onClick("game-sheet-close", closeSheet);
  sheet().addEventListener("click", event => event.target === sheet() && closeSheet());
}
