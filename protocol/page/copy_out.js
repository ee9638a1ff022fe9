// SPDX-License-Identifier: MIT
// @ts-check
/** The game in any format, as a link, or the board as a picture: copied or saved. */
import { byId, el, fillSelect, inputOf, onClick, selectOf, set } from "./dom.js";
import { about, ask, failureText, introduced } from "./engine.js";
import { linkOf } from "./link.js";
import { pictureOf, pngOf, svgText } from "./picture.js";
import { sayAt, unsay } from "./said.js";
import { settings } from "./settings.js";
import { opened, state, wholeGame } from "./state.js";
import { t } from "./words.js";

/** @param {Blob} contents @param {string} name */
function save(contents, name) {
  const address = URL.createObjectURL(contents);
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

/** @returns {Promise<{text?: string, base64?: string, lost: string} | null>} */
async function write() {
  const format = selectOf("format").value;
  try {
    const answer = await ask({ action: "write", ...wholeGame(), format, ply: state.here.ply }).answer;
    sayAt("write-state", () => lostText(answer.lost));
    return /** @type {any} */ (answer);
  } catch (error) {
    sayAt("write-state", () => failureText(error));
    return null;
  }
}

/** @param {any} lost */
const lostText = lost => lost ? t("lost_in_format", { what: String(lost) }) : "";

/** Discards the text of another game or format. */
function clearWritten() {
  unsay("write-state");
  inputOf("text-out").value = "";
  set(byId("text-out"), { hidden: true });
}

/** @param {string} text @param {string} lost what is not in it @param {() => string} note */
async function copy(text, lost, note = () => "") {
  const out = inputOf("text-out");
  out.value = text;
  set(out, { hidden: false });
  try {
    await navigator.clipboard.writeText(text);
  } catch (error) {
    out.select();
    document.execCommand("copy");
  }
  sayAt("write-state", () => [t("copied"), lostText(lost), note()].filter(Boolean).join(" "));
}

/** Says of a variation on the board that it is not the whole game. */
function variationNote() {
  const moves = state.tree.line().length - 1, all = state.tree.mainLine().length - 1;
  return state.here.variation() ? () => t("variation_copied", { moves, all }) : () => "";
}

async function copyFormat() {
  clearWritten();
  const answer = await write();
  if (!answer) return;
  if (answer.text === undefined) return download(answer);
  await copy(answer.text, answer.lost, variationNote());
}

/** @param {{text?: string, base64?: string} | null} [written] */
async function download(written) {
  const answer = written || await write();
  if (!answer) return;
  const bytes = answer.base64 !== undefined
    ? Uint8Array.from(atob(answer.base64), letter => letter.charCodeAt(0))
    : new TextEncoder().encode(answer.text || "");
  const format = about.formats.find(({ name }) => name === selectOf("format").value);
  const extension = ((format && format.extension) || "txt").split(" ")[0];
  save(new Blob([bytes], { type: "application/octet-stream" }), `game.${extension}`);
}

/** Whether other machines cannot open the page's address. */
const isLocal = () => !about.public_url && /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);

/** Copies a link that opens the game on this page, or on the published one (--public-url). */
function copyLink() {
  const page = about.public_url || `${location.origin}${location.pathname}`;
  return copy(page + linkOf(state.tree), "", variationNote());
}

const picture = () => pictureOf(state.here.position, state.here.move, settings.turned);

async function savePicture() {
  const kind = selectOf("picture-kind").value;
  const contents = kind === "svg" ? new Blob([svgText(picture())], { type: "image/svg+xml" })
    : await pngOf(picture());
  save(contents, `board.${kind}`);
}

async function copyPicture() {
  if (selectOf("picture-kind").value === "svg") return copy(svgText(picture()), "");
  clearWritten();
  try {
    await navigator.clipboard.write([new ClipboardItem({ "image/png": pngOf(picture()) })]);
    sayAt("write-state", () => t("copied"));
  } catch (error) {
    sayAt("write-state", () => t("no_picture_copied"));
  }
}

function fillFormats() {
  fillSelect(selectOf("format"), about.formats.filter(({ written }) => written)
    .map(({ name, summary }) => ({ value: name, text: `${name}: ${summary}` })));
}

export function startCopyOut() {
  onClick("copy-text", copyFormat);
  onClick("download", () => download());
  onClick("copy-link", copyLink);
  onClick("picture-copy", copyPicture);
  onClick("picture-save", savePicture);
  introduced.on(fillFormats);
  introduced.on(() => sayAt("copy-note", () => isLocal() ? t("link_local") : ""));
  opened.on(clearWritten);
  byId("format").addEventListener("change", clearWritten);
}
