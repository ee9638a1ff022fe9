// SPDX-License-Identifier: MIT
// @ts-check
/** What the browser keeps of its user: settings, games, mistakes to try again. */
import { Signal } from "./state.js";
import { Collection, mend, PREFIX, read, Slot, write } from "./tab_store.js";

/** @typedef {import("./tab_store.js").Store} Store */

/** @type {Store} Where the browser refuses its own. */
const NOTHING = {
  length: 0, key: () => null, getItem: () => null, removeItem: () => {},
  setItem: () => {
    throw new Error("no storage");
  },
};

/** @param {() => Storage} get @returns {Store} */
function storeOr(get) {
  try {
    return get();
  } catch (error) {
    return NOTHING;
  }
}

/** Browsers write their storage with a delay, Chromium with up to a minute, and lose what waits when
 * they crash. A database is written at once: it has a copy of what cannot be made again. */
const COPY = "sumi", COPIED = new RegExp(`^${PREFIX}(game|recent|mistakes|answers)\\.`);
const PATIENCE = 1000;  // ms that the page waits for the copy

/** @returns {Promise<IDBDatabase>} */
const opened = new Promise((done, failed) => {
  const request = indexedDB.open(COPY, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(COPY);
  request.onsuccess = () => done(request.result);
  request.onerror = () => failed(request.error);
});
opened.catch(() => {});  // then there is no copy

/** @param {string} key @param {string | null} text null: it is removed */
async function copy(key, text) {
  if (!COPIED.test(key)) return;
  try {
    const store = (await opened).transaction(COPY, "readwrite").objectStore(COPY);
    if (text === null) store.delete(key);
    else store.put(text, key);
  } catch (error) {
    // There is no copy.
  }
}

/** @param {Store} own @returns {Store} */
const copied = own => ({
  get length() {
    return own.length;
  },
  key: i => own.key(i),
  getItem: key => own.getItem(key),
  setItem(key, text) {
    copy(key, text);
    own.setItem(key, text);
  },
  removeItem(key) {
    copy(key, null);
    own.removeItem(key);
  },
});

const own = storeOr(() => localStorage);
const store = copied(own);
/** The game of this tab. */
export const slot = new Slot(store, storeOr(() => sessionStorage));

/** When the storage has what the browser lost in a crash, and always soon. */
export const mended = Promise.race([
  new Promise(done => setTimeout(done, PATIENCE)),
  opened.then(database => new Promise(done => {
    /** @type {Map<string, string>} */
    const copies = new Map(), request = database.transaction(COPY).objectStore(COPY).openCursor();
    request.onerror = done;
    request.onsuccess = () => {
      const cursor = request.result;
      if (!cursor) return done(mend(own, copies));
      copies.set(String(cursor.key), String(cursor.value));
      cursor.continue();
    };
  })).catch(() => {}),
]);

/** What the storage refuses, as it is full or shut, stays on the page: whether there is such a thing.
 * @type {Signal<boolean>} */
export const refused_changed = new Signal();
/** @type {Set<string>} */
const refused = new Set();

/** @param {string} what @param {boolean} full */
function noteRefused(what, full) {
  const before = refused.size > 0;
  if (full) refused.add(what);
  else refused.delete(what);
  if (before !== refused.size > 0) refused_changed.emit(refused.size > 0);
}

/** @type {Collection[]} */
const collections = [];

/** @param {string} name @param {number} most @param {(entry: any) => string} idOf */
export function collection(name, most, idOf) {
  const made = new Collection(store, name, most, idOf, full => noteRefused(name, full));
  collections.push(made);
  return made;
}

/** The game on the board, in this tab's slot.
 * @param {any} game */
export const keepGame = game => noteRefused("game", !slot.keep(game));

/** Tries again what was refused.
 * @param {() => void} keep the game on the board */
export function keepRefused(keep) {
  if (refused.has("game")) keep();
  for (const each of collections) if (each.refused.size > 0) each.put();
  // Another tab may have stored its own meanwhile.
  for (const [name, value] of [...unsaved]) save(name, { ...read(store, name, {}), ...value });
}

/** What the storage has refused of the rest, by name.
 * @type {Map<string, any>} */
const unsaved = new Map();

/** @param {string} name @param {any} otherwise @returns {any} */
export const load = (name, otherwise) => unsaved.get(name) ?? read(store, name, otherwise);

/** @param {string} name @param {any} value */
export function save(name, value) {
  const kept = write(store, name, value);
  if (kept) unsaved.delete(name);
  else unsaved.set(name, value);
  noteRefused(name, !kept);
}
