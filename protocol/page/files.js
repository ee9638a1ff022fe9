// SPDX-License-Identifier: MIT
// @ts-check
/** Games that are pasted, chosen, dropped or opened by a link. */
import { byId, el, inputOf, onClick, say, set } from "./dom.js";
import { about, ask, failureText } from "./engine.js";
import { linkOf, readLink } from "./link.js";
import { pairText } from "./names.js";
import { sayAt } from "./said.js";
import { readGame, state } from "./state.js";
import { language_changed, t } from "./words.js";

/** @typedef {import("./state.js").Game} Game */

const OTHER_BYTES = 1000;  // of a message, beside the text or the file in it
const SHOWN = 200;  // games in the list at once

/** @type {Game[]} */
let games = [];
let left_out = 0;

/** Sends what a user has to the engine and shows the games in it.
 * @param {{text: string} | {base64: string, name: string}} source */
async function read(source) {
  byId("warnings").replaceChildren();
  if ("text" in source && source.text.trim() === "") return sayAt("read-state", () => t("nothing_to_read"));
  const room = about.max_message_bytes - OTHER_BYTES;
  if (new TextEncoder().encode(JSON.stringify(source)).length > room) return tooBig(room);
  sayAt("read-state", () => t("reading"));
  try {
    const answer = await ask({ action: "read", size: state.here.position.size, ...source }).answer;
    games = Array.isArray(answer.games) ? answer.games : [];
    left_out = Number(answer.left_out) || 0;
    byId("warnings").append(...(answer.warnings || []).slice(0, 20)
      .map((/** @type {string} */ text) => el("li", {}, String(text))));
    inputOf("games-filter").value = "";
    showGames();
    sayAt("read-state", foundText);
    if (games.length === 1) openGame(games[0]);
  } catch (error) {
    sayAt("read-state", () => failureText(error));
  }
}

/** @param {number} room bytes */
function tooBig(room) {
  sayAt("read-state", () => t("too_big", { most: Math.floor(room / 1e6) }));
}

function foundText() {
  const [game] = games;
  const text = games.length === 1 ? openedText(game) : t("read_games", { count: games.length });
  return left_out > 0 ? `${text} ${t("left_out", { count: left_out })}` : text;
}

/** @param {Game} game */
function openedText({ moves = [], cut }) {
  if (cut) return t("read_cut", { number: moves.length + 1 });
  return t(moves.length > 0 ? "read_one" : "read_position");
}

/** Shows its start, or where its next move is illegal.
 * @param {Game} game */
function openGame(game) {
  const made = readGame(game);
  if (!made) return;
  made.tree.here = made.tree.root;
  if (game.cut) made.tree.last();
  state.open(made.tree, made.info);
}

/** "Tamenori – Logistello, 1997-08-06, 13–51, 60 moves"
 * @param {Game} game */
export function titleOf(game) {
  const count = (game.moves || []).length, names = pairText(game);
  return [
    names, game.event, game.date,
    game.result && game.result !== "?" ? t("result_n", { result: String(game.result) }) : "",
    count > 0 ? t("moves_n", { count }) : t("a_position"),
    count > 0 && !names ? (game.moves || []).slice(0, 6).join("") + "…" : "",
  ].filter(Boolean).join(" · ");
}

function showGames() {
  const filter = inputOf("games-filter").value.toLowerCase();
  const titles = games.map(titleOf);
  const found = games.filter((game, i) => titles[i].toLowerCase().includes(filter));
  byId("games").replaceChildren(...found.slice(0, SHOWN).map(game => el("li", {},
    el("button", { type: "button", class: "row-button", onclick: () => openGame(game) },
      titleOf(game)))));
  set(byId("games-found"), { hidden: games.length < 2 });
  say(byId("games-more"), found.length > SHOWN ? t("more_games", { count: found.length - SHOWN }) : "");
}

/** @param {File} file */
async function readFile(file) {
  const room = (about.max_message_bytes - OTHER_BYTES) * 3 / 4;  // base64 is longer than the file
  if (file.size > room) return tooBig(room);
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  await read({ base64: btoa(text), name: file.name });
}

/** The game of an address that was opened, if one is in it. The address may have changed since.
 * @param {HashChangeEvent} event */
function openLink(event) {
  const tree = readLink(new URL(event.newURL).hash);
  if (tree && linkOf(tree) !== linkOf(state.tree)) state.open(tree);
}

/** The address holds the line on the board, so that a reload or a bookmark finds it. */
export function keepLink() {
  if (state.put_by) return;
  const hash = linkOf(state.tree);
  if (hash !== location.hash) history.replaceState(null, "", hash === "#moves=" ? location.pathname : hash);
}

/** A text from the clipboard, wherever on the page.
 * @param {ClipboardEvent} event */
function pasted(event) {
  const target = /** @type {Element} */ (event.target);
  if (target.closest && target.closest("input, textarea, select")) return;
  const data = event.clipboardData;
  if (!data) return;
  event.preventDefault();
  if (data.files.length > 0) readFile(data.files[0]);
  else if (data.getData("text")) read({ text: data.getData("text") });
}

function startDrop() {
  const over = (/** @type {boolean} */ on) => set(document.body, { "data-drop": on });
  addEventListener("dragover", event => {
    event.preventDefault();
    over(true);
  });
  addEventListener("dragleave", event => !event.relatedTarget && over(false));
  addEventListener("drop", event => {
    event.preventDefault();
    over(false);
    const data = event.dataTransfer;
    if (data && data.files.length > 0) readFile(data.files[0]);
    else if (data && data.getData("text")) read({ text: data.getData("text") });
  });
}

export function startFiles() {
  onClick("paste-read", () => read({ text: inputOf("paste-text").value }));
  inputOf("file-input").addEventListener("change", () => {
    const files = inputOf("file-input").files;
    if (files && files.length > 0) readFile(files[0]);
    inputOf("file-input").value = "";
  });
  byId("games-filter").addEventListener("input", showGames);
  document.addEventListener("paste", pasted);
  addEventListener("hashchange", openLink);
  language_changed.on(showGames);
  startDrop();
}
