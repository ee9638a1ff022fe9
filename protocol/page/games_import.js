// SPDX-License-Identifier: MIT
// @ts-check
/** Imports files into the database of games: chosen, or dropped on the book tab. */
import { byId, el, inputOf, onClick, say, set } from "./dom.js";
import { about, ask, failureText } from "./engine.js";
import { gamesAdded } from "./games.js";
import { sayAt } from "./said.js";
import { language, t } from "./words.js";

const SLICE = 256 * 1024;  // bytes of a file per message
const SHOWN = 200;  // notes listed

let busy = false, stopped = false;
/** @type {import("./socket.js").Question | null} */
let question = null;

/** @param {number} count */
const number = count => count.toLocaleString(language());

/** @param {ArrayBuffer} buffer */
function base64(buffer) {
  const bytes = new Uint8Array(buffer);
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  }
  return btoa(text);
}

/** A distinct name for each file; files of two folders may share theirs.
 * @param {readonly {name: string}[]} files */
export function namesOfFiles(files) {
  const taken = new Set();
  return files.map(({ name }) => {
    let free = name.replace(/^\.+/, "") || "file";
    for (let i = 2; taken.has(free); ++i) free = `${i}-${name}`;
    taken.add(free);
    return free;
  });
}

/** Sends the files, piece by piece.
 * @param {File[]} files */
async function send(files) {
  const names = namesOfFiles(files), all = files.reduce((sum, { size }) => sum + size, 0);
  let sent = 0;
  for (let i = 0; i < files.length; ++i) {
    const file = files[i];
    for (let at = 0; (at < file.size || at === 0) && !stopped; at += SLICE) {
      const piece = base64(await file.slice(at, at + SLICE).arrayBuffer());
      await ask({
        action: "upload", name: names[i], at, base64: piece, new_import: i === 0 && at === 0,
      }).answer;
      sent += Math.min(SLICE, file.size - at);
      set(byId("import-progress"), { value: sent, max: Math.max(all, 1) });
      const megabytes = { done: (sent / 1e6).toFixed(1), all: (all / 1e6).toFixed(1) };
      sayAt("import-state", () => t("import_sending", megabytes));
    }
  }
}

/** @param {any} report */
function showReport(report) {
  const { games, added, known, merged, left_out, all } = report;
  sayAt("import-state", () => [report.terminated ? t("import_stopped") : "", t("import_done", {
    games: number(games), added: number(added), known: number(known), merged: number(merged),
    left_out: number(left_out), all: number(all),
  })].filter(Boolean).join(" "));
  const notes = /** @type {any[]} */ (report.notes || []);
  const more = notes.length - SHOWN + Number(report.more);
  byId("import-notes").replaceChildren(
    ...notes.slice(0, SHOWN).map(({ where, what }) => el("li", {}, `${where}: ${what}`)),
    ...(more > 0 ? [el("li", {}, t("import_more", { count: number(more) }))] : []));
}

/** @param {boolean} now */
function setBusy(now) {
  busy = now;
  set(inputOf("import-files"), { disabled: now });
  set(byId("import-stop"), { hidden: !now });
  set(byId("import-progress"), { hidden: !now });
}

/** @param {File[]} files */
export async function importFiles(files) {
  if (busy || files.length === 0) return;
  stopped = false;
  setBusy(true);
  byId("import-notes").replaceChildren();
  try {
    await send(files);
    if (stopped) return sayAt("import-state", () => t("import_stopped"));
    set(byId("import-progress"), { value: null });
    question = ask({ action: "import" }, ({ games }) => {
      sayAt("import-state", () => t("import_reading", { count: number(Number(games)) }));
    });
    showReport(await question.answer);
    gamesAdded();
  } catch (error) {
    sayAt("import-state", () => failureText(error));
  } finally {
    question = null;
    setBusy(false);
  }
}

function stop() {
  stopped = true;
  if (question) question.stop();
}

/** Files that are dropped while the book is shown are imported, and not opened. */
function startDrop() {
  const here = () => about.games && document.body.dataset.tab === "book";
  addEventListener("dragover", () => {
    say(byId("drop-here"), t(here() ? "drop_import" : "drop_here"));
  }, true);
  addEventListener("drop", event => {
    const files = event.dataTransfer ? [...event.dataTransfer.files] : [];
    if (!here() || files.length === 0) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    set(document.body, { "data-drop": false });
    importFiles(files);
  }, true);
}

export function startGamesImport() {
  const input = inputOf("import-files");
  input.addEventListener("change", () => {
    importFiles([...(input.files || [])]);
    input.value = "";
  });
  onClick("import-stop", stop);
  startDrop();
}
