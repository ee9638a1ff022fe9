// SPDX-License-Identifier: MIT
// @ts-check
/** Several tabs share the browser's storage, without locks: plain HTTP to another machine has none. So
 * no two tabs write one key. A tab has an id; its game is in `sumi.game.ID`, and as long as it is open,
 * `sumi.tab.ID` names the page that owns the game and the time of its last heartbeat. Entries of a
 * collection (recent games, mistakes) have a key each. */

/** As much of a Storage as is used here.
 * @typedef {Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">} Store */

export const PREFIX = "sumi.";
const GAME = "game.", TAB = "tab.", TAB_ID = "tab";
export const BEAT = 1000, STALE = 5000;  // ms between heartbeats; an owner silent for longer is gone

/** @param {Store} store @param {string} name @param {any} otherwise @returns {any} */
export function read(store, name, otherwise = null) {
  try {
    const text = store.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch (error) {
    return otherwise;
  }
}

/** @param {Store} store @param {string} name @param {any} value
 * @returns {boolean} false: the store is full or shut */
export function write(store, name, value) {
  try {
    store.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch (error) {
    return false;
  }
}

/** @param {Store} store @param {string} name */
export function remove(store, name) {
  try {
    store.removeItem(PREFIX + name);
  } catch (error) {
    // It is shut: nothing is in it.
  }
}

/** @param {Store} store @param {string} start @returns {string[]} what follows `start` in each name */
function namesAfter(store, start) {
  const names = [];
  try {
    for (let i = 0; i < store.length; ++i) {
      const key = store.key(i) || "";
      if (key.startsWith(PREFIX + start)) names.push(key.slice(PREFIX.length + start.length));
    }
  } catch (error) {
    return [];
  }
  return names;
}

/** Brings back what a browser that crashed had not written yet: Chromium writes up to a minute later.
 * @param {Store} store @param {Map<string, string>} copies texts by key; the later one counts */
export function mend(store, copies) {
  for (const key of copies.keys()) {
    const name = key.slice(PREFIX.length), kept = read(store, name);
    const copy = read(/** @type {any} */ ({ getItem: () => copies.get(key) }), name);
    if (copy && (!kept || Number(copy.when) > (Number(kept.when) || 0))) write(store, name, copy);
  }
}

/** @returns {string} crypto.randomUUID needs a secure context */
export const newId = () => Math.random().toString(36).slice(2, 12).padEnd(10, "0");

/** Entries with a key each; an entry is an object, `when` tells its age. What a full storage refuses
 * stays here as long as the page is open. */
export class Collection {
  /** @param {Store} store @param {string} name @param {number} most older ones are dropped
   * @param {(entry: any) => string} idOf entries of the same id replace each other
   * @param {(full: boolean) => void} changed called after each put: whether entries are refused */
  constructor(store, name, most, idOf, changed = () => {}) {
    this.store = store;
    this.start = `${name}.`;
    this.most = most;
    this.idOf = idOf;
    this.changed = changed;
    /** @type {Map<string, any>} */
    this.refused = new Map();
    this.migrate(name);
  }
  /** One list under one key, the latest entry last, was the form of earlier versions.
   * @param {string} name */
  migrate(name) {
    const old = read(this.store, name);
    if (!Array.isArray(old)) return;
    const entries = old.map((entry, i) => ({ entry, when: i }))
      .filter(({ entry }) => entry && typeof entry === "object")
      .map(({ entry, when }) => ({ when, ...entry }));
    const fresh = entries.filter(entry => this.find(entry) === null);
    if (!fresh.map(entry => write(this.store, this.nameOf(entry), entry)).includes(false)) {
      remove(this.store, name);
    }
  }
  /** @param {any} entry */
  nameOf(entry) {
    return this.start + this.idOf(entry);
  }
  /** @returns {any[]} the latest first */
  all() {
    const names = namesAfter(this.store, this.start).map(id => this.start + id);
    return [...new Set([...names, ...this.refused.keys()])].map(name => this.get(name))
      .filter(entry => entry && typeof entry === "object")
      .sort((a, b) => (Number(b.when) || 0) - (Number(a.when) || 0));
  }
  /** @param {any} entry @returns {any} the stored entry of the same id, or null */
  find(entry) {
    return this.get(this.nameOf(entry));
  }
  /** @param {string} name */
  get(name) {
    return this.refused.get(name) || read(this.store, name);
  }
  /** Tries again what was refused, too.
   * @param {any[]} entries */
  put(entries = []) {
    for (const entry of entries) this.refused.set(this.nameOf(entry), entry);
    for (const old of this.all().slice(this.most)) this.drop(this.nameOf(old));
    for (const [name, entry] of this.refused) {
      if (write(this.store, name, entry)) this.refused.delete(name);
    }
    this.changed(this.refused.size > 0);
  }
  /** @param {string} name */
  drop(name) {
    this.refused.delete(name);
    remove(this.store, name);
  }
  /** @param {any[]} entries */
  remove(entries) {
    for (const entry of entries) this.drop(this.nameOf(entry));
  }
  clear() {
    this.remove(this.all());
  }
}

/** The game of this tab. One page owns it: this one while `held`, until another page takes it over. */
export class Slot {
  /** @param {Store} store that of all tabs @param {Store} session that of this tab; a reload keeps it,
   * and a duplicate of the tab begins with a copy @param {() => number} now in ms */
  constructor(store, session, now = Date.now) {
    this.store = store;
    this.session = session;
    this.now = now;
    this.owner = newId();
    this.held = false;
    this.reloaded = false;
    this.last_beat = 0;
    /** @type {string} */
    this.id = read(session, TAB_ID, "");
    /** The tab was not there before. */
    this.fresh = typeof this.id !== "string" || this.id === "";
    if (this.fresh) this.renew();
    const old = read(store, "game");  // the only one, in earlier versions
    if (old && write(store, `${GAME}before`, old)) remove(store, "game");
  }
  renew() {
    this.id = newId();
    this.held = false;
    write(this.session, TAB_ID, this.id);
  }
  /** @param {string} id @returns {boolean} whether the tab's page is open, as far as is known */
  alive(id) {
    const tab = read(this.store, TAB + id);
    return Boolean(tab) && Math.abs(this.now() - tab.beat) < STALE;
  }
  hold() {
    this.last_beat = this.now();
    this.held = true;
    write(this.store, TAB + this.id, { owner: this.owner, beat: this.now() });
  }
  /** When the page begins. After a clean reload the tab owns its game again, and `reloaded` is true: its
   * clock may run. After a crash, or in a duplicate of a tab whose timers sleep, it gets a copy, as the
   * owner may still play.
   * @returns {any} the game that this tab had, or null */
  reopen() {
    if (this.alive(this.id)) this.renew();  // we are a duplicate
    const game = read(this.store, GAME + this.id);
    this.reloaded = Boolean(game) && read(this.store, TAB + this.id) === null;
    if (this.reloaded) {
      this.hold();
    } else if (game) {
      this.renew();
      this.put(game);
    }
    return game;
  }
  /** In a tab that was not there before.
   * @returns {any} the latest game of a tab that was closed, or null */
  inherit() {
    const left = this.fresh ? this.orphans().find(({ closed }) => closed) : undefined;
    return left ? this.takeOver(left.id) : null;
  }
  /** @returns {{id: string, game: any, closed: boolean}[]} games of tabs that are gone, the latest
   * first; `closed`: the tab was closed, else nothing is known but its silence */
  orphans() {
    return namesAfter(this.store, GAME).filter(id => id !== this.id && !this.alive(id))
      .map(id => ({ id, game: read(this.store, GAME + id),
        closed: read(this.store, TAB + id) === null }))
      .filter(({ game }) => game)
      .sort((a, b) => (Number(b.game.when) || 0) - (Number(a.game.when) || 0));
  }
  /** Moves the game of a tab that is gone to this one.
   * @param {string} id @returns {any} null: the tab is open, or another one was faster */
  takeOver(id) {
    const game = read(this.store, GAME + id);
    if (!game || this.alive(id)) return null;
    remove(this.store, GAME + id);  // first, for the storage may be full
    remove(this.store, TAB + id);
    if (this.put(game)) return game;
    write(this.store, GAME + id, game);
    return null;
  }
  /** Another page has taken the game over: what is on this one's board gets a key of its own.
   * @returns {boolean} */
  lost() {
    if (!this.held) return false;
    const tab = read(this.store, TAB + this.id);
    const mine = (tab === null || tab.owner === this.owner) &&
      read(this.store, GAME + this.id) !== null;
    if (!mine) this.renew();
    return !mine;
  }
  /** @param {any} game @returns {boolean} false: the store is full or shut */
  keep(game) {
    return this.put({ ...game, when: this.now() });
  }
  /** @param {any} game */
  put(game) {
    // A duplicate of a tab without a game has its id, and may have been faster.
    if (!this.lost() && !this.held && read(this.store, GAME + this.id) !== null) this.renew();
    const done = write(this.store, GAME + this.id, game);
    if (done) this.hold();
    return done;
  }
  /** Says that this page is open, if it holds a game. Called on a timer and when another tab writes:
   * browsers slow the timers of hidden tabs.
   * @returns {boolean} false: another page has taken it over */
  beat() {
    if (this.lost()) return false;
    if (this.held && Math.abs(this.now() - this.last_beat) >= BEAT) this.hold();
    return true;
  }
  /** The page is closed or reloaded: any tab may have the game. */
  leave() {
    if (this.held && !this.lost()) remove(this.store, TAB + this.id);
  }
}
