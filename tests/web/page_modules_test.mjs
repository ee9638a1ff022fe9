// SPDX-License-Identifier: MIT
// The page's modules that need no page: `node page_modules_test.mjs`. Exit status 0 if all is well.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const page = new URL("../../protocol/page/", import.meta.url);
const load = name => import(new URL(name, page).href);
const read = name => readFileSync(fileURLToPath(new URL(name, page)), "utf8");

const rules = await load("rules.js");
const { Tree } = await load("tree.js");
const { linkOf, readLink } = await load("link.js");
const words = await load("words.js");
const { WORDS } = await load("word_list.js");
const format = await load("format.js");
const { Clock } = await load("clock.js");
const { Line, EngineError } = await load("socket.js");
const { namesOf, rename } = await load("table.js");
const { moveRequest } = await load("move_request.js");
const { asGood } = await load("numbers.js");
const { bookRows, openingName } = await load("book.js");
const { resultsText } = await load("games.js");
const { namesOfFiles } = await load("games_import.js");
const { Collection, mend, Slot, STALE } = await load("tab_store.js");
const { counted, hardestFirst, rated } = await load("trainer.js");
const { arrowsOf } = await load("arrows.js");
const { shareOfBlack } = await load("eval_bar.js");
const { lossesOf } = await load("loss_graph.js");

const tests = [];
const test = (name, run) => tests.push([name, run]);
const treeOf = (moves, size = 8) => {
  const tree = new Tree(rules.startPosition(size));
  tree.add(rules.squaresOf(moves, size));
  return tree;
};

test("perft of the start equals published counts", () => {
  const counts = [4, 12, 56, 244, 1396, 8200];
  counts.forEach((count, i) => assert.equal(rules.perft(rules.startPosition(8), i + 1), count));
});

test("perft of small boards equals known counts", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map(depth => rules.perft(rules.startPosition(6), depth)),
    [4, 12, 56, 244, 1364]);
  assert.deepEqual([1, 2, 3, 4].map(depth => rules.perft(rules.startPosition(4), depth)),
    [4, 12, 44, 128]);
});

test("after a move without a reply the same side moves", () => {
  const before = rules.readPosition("-OX------------- X");
  const after = rules.play(before, 0);
  assert.ok(rules.isOver(after));
  assert.equal(rules.discScore(after, 1), 16);  // the winner takes the empty squares
  assert.equal(rules.discScore(after, -1), -16);
  const passing = rules.readPosition("-OXX-----OXX---- X");
  const tree = new Tree(passing);
  tree.play(0);
  assert.equal(tree.here.position.side, 1);
  assert.equal(tree.here.passed, -1);
});

test("illegal moves are refused", () => {
  const start = rules.startPosition(8);
  assert.equal(rules.play(start, 0), null);
  assert.equal(rules.play(start, 27), null);
  assert.deepEqual(rules.legalMoves(start).map(s => rules.squareName(s, 8)), ["d3", "c4", "f5", "e6"]);
});

test("positions are read and written as text", () => {
  for (const size of [4, 6, 8]) {
    const text = rules.positionText(rules.startPosition(size));
    assert.equal(rules.positionText(rules.readPosition(text)), text);
  }
  for (const bad of ["", "X", "-".repeat(64), "-".repeat(63) + " X", "-".repeat(64) + " Z",
    "<".repeat(64) + " X"]) {
    assert.equal(rules.readPosition(bad), null, bad);
  }
});

test("squares have names on each board size", () => {
  assert.equal(rules.squareOf("h8", 8), 63);
  assert.equal(rules.squareOf("F5", 8), rules.squareOf("f5", 8));
  for (const bad of ["i1", "a9", "a0", "", "f", "f55", "g1x", "a-"]) {
    assert.equal(rules.squareOf(bad, 8), null, bad);
  }
  assert.equal(rules.squareOf("g7", 6), null);
});

test("variations can be added, promoted, cut and visited", () => {
  const tree = treeOf("f5d6c3d3");
  tree.here = tree.root.children[0];
  tree.play(rules.squareOf("f6", 8));
  tree.play(rules.squareOf("e6", 8));
  assert.equal(tree.here.moves().join(""), "f5f6e6");
  assert.equal(tree.here.variation().name, "f6");
  assert.deepEqual(tree.mainLine().map(node => node.name), ["", "f5", "d6", "c3", "d3"]);
  tree.promote();
  assert.deepEqual(tree.mainLine().map(node => node.name), ["", "f5", "f6", "e6"]);
  tree.back();
  tree.sibling(1);
  assert.equal(tree.here.name, "d6");
  tree.sibling(1);
  assert.equal(tree.here.name, "d6");
  const before = tree.here.parent.children.map(node => node.name);
  const taken = tree.cut();
  assert.equal(tree.here.name, "f5");
  assert.deepEqual(tree.here.children.map(node => node.name), ["f6"]);
  tree.restore(taken);
  assert.equal(tree.here.name, "d6");
  assert.deepEqual(tree.here.parent.children.map(node => node.name), before);
  // A move made again since is replaced by the one deleted, with what follows it.
  const again = tree.cut();
  tree.play(rules.squareOf("d6", 8));
  tree.back();
  tree.restore(again);
  assert.equal(tree.here, again.node);
  assert.deepEqual(tree.here.parent.children.map(node => node.name), before);
  tree.cut();
  tree.first();
  tree.cut();
  assert.equal(tree.here, tree.root);
  tree.last();
  assert.equal(tree.here.ply, 3);
});

test("the same move twice is one node", () => {
  const tree = treeOf("f5");
  tree.first();
  tree.play(rules.squareOf("f5", 8));
  assert.equal(tree.root.children.length, 1);
  assert.equal(tree.play(0), null);
});

test("trees survive storage", () => {
  const tree = treeOf("f5d6c3d3");
  tree.here = tree.root.children[0];
  tree.play(rules.squareOf("f6", 8));
  tree.here.known.comment = "diagonal";
  tree.here.known.candidates = [];
  tree.root.child(rules.squareOf("c4", 8));
  const data = JSON.parse(JSON.stringify(tree.toData())), again = Tree.fromData(data);
  assert.deepEqual(again.toData(), tree.toData());
  assert.equal(again.here.moves().join(""), "f5f6");
  assert.equal(again.here.known.comment, "diagonal");
});

test("invalid stored trees are refused", () => {
  const start = rules.positionText(rules.startPosition(8));
  for (const bad of [null, 1, "x", {}, { start }, { start: "x", line: [] }, { start: 5, line: [] }]) {
    assert.equal(Tree.fromData(bad), null);
  }
  const odd = Tree.fromData({ start, line: [37, "x", [1, [2]], { a: 1 }], here: ["y"],
    notes: { 1: { comment: 5, mark: "?", __proto__: null } } });
  assert.deepEqual(odd.mainLine().map(node => node.name), ["", "f5"]);
  assert.equal(odd.root.children[0].known.comment, undefined);
});

test("links contain and restore a game", () => {
  const tree = treeOf("f5d6c3");
  tree.here = tree.root.children[0];
  assert.equal(linkOf(tree), "#moves=f5d6c3&ply=1");
  const again = readLink(linkOf(tree));
  assert.equal(again.here.ply, 1);
  assert.equal(again.mainLine().length, 4);
  const small = treeOf("b1", 4);
  assert.equal(readLink(linkOf(small)).root.position.size, 4);
  assert.equal(readLink("#moves=F5D6").mainLine().length, 3);
  assert.equal(readLink("#moves=&size=6").root.position.size, 6);
});

test("hostile links are refused", () => {
  for (const bad of ["", "#", "#x=y", "#moves=<script>alert(1)</script>", "#moves=f5&start=<img>",
    "#moves=f5&size=1000000000", "#moves=f5&size=NaN", "#moves=%00", "#moves=f5d", "#moves=z9",
    `#moves=${"f5".repeat(5000)}`, "#start=__proto__", "#moves=javascript:alert(1)",
    "#moves=f5&start=" + "-".repeat(65) + "_X", "#%E0%A4%A"]) {
    assert.equal(readLink(bad), null, bad);
  }
  // What is legal is read, and no more.
  assert.equal(readLink("#moves=f5a1d6").mainLine().length, 2);
  assert.equal(readLink("#moves=f5&ply=99").here.ply, 1);
  assert.equal(readLink("#moves=f5&ply=-1").here.ply, 1);
  assert.equal(readLink("#moves=f5&ply=1e9").here.ply, 1);
});

test("both languages have all words, with the same placeholders", () => {
  const values = text => [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort();
  for (const [key, texts] of Object.entries(WORDS)) {
    assert.equal(texts.length, 2, key);
    for (const text of texts) assert.ok(typeof text === "string" && text.trim() !== "", key);
    assert.deepEqual(values(texts[0]), values(texts[1]), key);
  }
  words.useLanguage("ja");
  assert.equal(words.t("to_move", { side: words.t("black") }), "黒番です。");
  words.useLanguage("en");
  assert.equal(words.t("to_move", { side: "{__proto__}" }), "{__proto__} to move.");
  assert.equal(words.pickLanguage("", "ja-JP"), "ja");
  assert.equal(words.pickLanguage("en", "ja-JP"), "en");
  assert.equal(words.pickLanguage("", "fr"), "en");
});

test("every word that the page uses exists, and every word is used", () => {
  const modules = readdirSync(fileURLToPath(page)).filter(name => name.endsWith(".js"));
  const html = read("index.html"), all = html + modules.map(read).join("\n");
  const named = new Set([...html.matchAll(/data-(?:word|label|hint)="(\w+)"/g)].map(match => match[1]));
  for (const key of named) assert.ok(key in WORDS, key);
  const others = modules.filter(name => name !== "word_list.js").map(read).join("\n");
  for (const key of Object.keys(WORDS)) {
    assert.ok(named.has(key) || others.includes(`"${key}"`), `nobody says ${key}`);
  }
  const ids = [...html.matchAll(/ id="([\w-]+)"/g)].map(match => match[1]);
  assert.equal(new Set(ids).size, ids.length);
  assert.ok(all.length > 0);
});

test("the page respects its Content-Security-Policy and makes no markup from data", () => {
  for (const name of readdirSync(fileURLToPath(page))) {
    const text = read(name);
    assert.ok(text.includes("SPDX-License-Identifier: MIT"), name);
    assert.ok(!/innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function/.test(text), name);
    if (name.endsWith(".html")) assert.ok(!/ style=| on\w+=|<script(?![^>]* src=)/.test(text), name);
  }
});

test("numbers are formatted", () => {
  assert.equal(format.scoreText(2.14), "+2.1");
  assert.equal(format.scoreText(-0.5), "−0.5");
  assert.equal(format.scoreText(-0.04), "0.0");
  assert.equal(format.scoreText(4, true), "+4");
  assert.equal(format.scoreText(0, true), "0");
  assert.equal(format.countText(12345678), "12.3 M");
  assert.equal(format.clockText(65), "1:05");
  assert.equal(format.clockText(9.27), "0:09.2");
  assert.equal(format.clockText(-1), "0:00.0");
  assert.equal(format.markOfWord("blunder"), "??");
  assert.equal(format.markOfWord(""), "");
});

test("clocks run down for the side to move", () => {
  const clock = new Clock(60, 2);
  clock.start(1, 100);
  assert.equal(clock.left(1, 110), 50);
  assert.equal(clock.left(-1, 110), 60);
  clock.press(1, 110);
  assert.equal(clock.left(1, 200), 52);
  clock.start(-1, 110);
  assert.equal(clock.flagged(169), 0);
  assert.equal(clock.flagged(170), -1);
  clock.halt(120);
  assert.equal(clock.left(-1, 500), 50);
});

test("clocks survive storage", () => {
  const clock = new Clock(60, 2);
  clock.start(1, 100);
  const again = Clock.fromData(JSON.parse(JSON.stringify(clock.toData(110))));
  assert.deepEqual([again.left(1, 500), again.left(-1, 500), again.increment], [50, 60, 2]);
  for (const bad of [null, 5, {}, { increment: 0 }, { increment: 0, remaining: [1] },
    { increment: "0", remaining: [1, 2] }, { increment: 0, remaining: [1, "2"] }]) {
    assert.equal(Clock.fromData(bad), null);
  }
});

test("any node's line becomes the main line", () => {
  const tree = treeOf("f5d6c3");
  const other = tree.root.children[0].child(rules.squareOf("f6", 8));
  tree.last();
  tree.promote(other);
  assert.deepEqual(tree.mainLine().map(node => node.name), ["", "f5", "f6"]);
  assert.equal(tree.here.moves().join(""), "f5d6c3");
});

test("an opening with another first move is the same opening, turned", () => {
  const line = rules.squaresOf("f5d6c3d3c4", 8);
  for (const first of ["f5", "e6", "c4", "d3"]) {
    const turned = rules.turnedLine(line, rules.squareOf(first, 8), 8), tree = new Tree(rules.startPosition(8));
    assert.equal(rules.squareName(turned[0], 8), first);
    assert.equal(tree.add(turned).length, line.length, first);
  }
  assert.equal(rules.turnedLine(line, rules.squareOf("a1", 8), 8), null);
});

test("a game's names follow its seats; names from elsewhere stay", () => {
  const seat = { player: "search", evaluator: "", kind: "level", amount: 8 };
  const table = { black: { ...seat, player: "person" }, white: seat, minutes: 0, increment: 0, size: 8, games: 1 };
  assert.deepEqual(namesOf(table), { white: "Sumi 8" });
  assert.deepEqual(namesOf({ ...table, minutes: 5 }), { white: "Sumi" });
  const weak = { ...table, white: { ...seat, kind: "strength" }, minutes: 5 };
  assert.deepEqual(namesOf(weak), { white: "Sumi strength 8" });
  const swapped = { ...table, black: table.white, white: table.black };
  const own = { white: "Sumi 8", event: "x" }, pasted = { white: "Bob" };
  for (const info of [own, pasted]) rename(info, namesOf(table), namesOf(swapped));
  assert.deepEqual(own, { black: "Sumi 8", event: "x" });
  assert.deepEqual(pasted, { white: "Bob", black: "Sumi 8" });
});

test("a strength is asked for beside the clock, instead of a limit", () => {
  const seat = { player: "search", evaluator: "", kind: "strength", amount: 5 }, game = { moves: ["f5"] };
  const { limits, ...weak } = moveRequest(game, "white", seat, null, 0);
  assert.deepEqual(weak, { action: "move", ...game, seat: "white", player: "search", variety: 1, strength: 5 });
  assert.equal(limits, undefined);
  const clock = { increment: 2 };
  assert.deepEqual(moveRequest(game, "white", seat, clock, 9).clock, { remaining: 9, increment: 2 });
  const level = moveRequest(game, "white", { ...seat, kind: "level" }, null, 0);
  assert.deepEqual([level.limits, level.strength], [{ level: 5 }, undefined]);
});

test("moves that show the best score, from the same source, count as best", () => {
  const best = { move: "f5", score: -1, depth: 30, selectivity: 99, exact: false, source: "book" };
  assert.ok(asGood({ ...best, move: "d3", score: -1.04 }, best));
  assert.ok(!asGood({ ...best, move: "d3", score: -1.1 }, best));
  assert.ok(!asGood({ ...best, move: "d3", source: "search" }, best));
  const solved = { ...best, exact: true, score: 2 };
  assert.ok(asGood({ ...solved, move: "d3", source: "search" }, solved));
  assert.ok(!asGood({ ...solved, move: "d3", exact: false }, solved));
});

test("openings are named in both languages, without nested brackets", () => {
  const opening = { english: "Perpendicular (Tatedori)", japanese: "縦取り", moves: "f5d6" };
  assert.equal(openingName(opening), "Perpendicular (Tatedori) / 縦取り");
  words.useLanguage("ja");
  assert.equal(openingName(opening), "縦取り / Perpendicular");
  assert.equal(openingName({ ...opening, japanese: "" }), "Perpendicular (Tatedori)");
  words.useLanguage("en");
});

test("moves of the book and of people form one list, symmetric ones together", () => {
  const book = [{ move: "f5" }, { move: "d3" }, { move: "a1" }];
  const played = [{ move: "f5", same: ["d3", "c4", "f5", "e6"], games: 9 },
    { move: "b2", same: ["b2"], games: 1 }];
  assert.deepEqual(bookRows(book, played).map(row => [row.square, row.move, row.played?.games]),
    [["f5", book[0], 9], ["d3", book[1], 9], ["a1", book[2], undefined], ["b2", null, 1]]);
  assert.deepEqual(bookRows([], []), []);
});

test("known results are described in words", () => {
  const results = { games: 1200, wins: 2, draws: 1, losses: 1, score: -0.25, first_year: 1977, last_year: 2015 };
  assert.equal(resultsText(results),
    "games: 1,200 · 1977–2015 · won 50.0%, drawn 25.0%, lost 25.0% · average −0.3");
  assert.equal(resultsText({ games: 1, wins: 0, draws: 0, losses: 0, score: null, first_year: null, last_year: null }),
    "games: 1");
});

test("files of the same name are sent under different names", () => {
  const names = ["a.wtb", "a.wtb", "2-a.wtb", ".a", "."].map(name => ({ name }));
  assert.deepEqual(namesOfFiles(names), ["a.wtb", "2-a.wtb", "2-2-a.wtb", "a", "file"]);
});

test("arrows show the best lines: the best last, no passes, no much worse line", () => {
  const line = (score, ...pv) => ({ move: pv[0], score, pv });
  const arrows = arrowsOf([line(3, "f5", "d6", "pass", "c3", "d3", "c4"), line(2, "d3", "c3", "c4"),
    line(0.5, "e6", "f4"), line(3, "c4", "e3")], 8);
  const square = name => rules.squareOf(name, 8);
  assert.deepEqual(arrows.map(({ from, to, ply, best }) => [rules.squareName(from, 8), rules.squareName(to, 8), ply, best]),
    [["d3", "c3", 2, false], ["c3", "d3", 4, true], ["d6", "c3", 3, true], ["f5", "d6", 2, true]]);
  assert.deepEqual(arrowsOf([{ move: "f5", score: 0 }], 8), []);
  assert.equal(arrows[0].from, square("d3"));
});

test("the evaluation bar is half for an even position, symmetric, and never full", () => {
  assert.equal(shareOfBlack(0), 0.5);
  assert.equal(shareOfBlack(7) + shareOfBlack(-7), 1);
  assert.ok(shareOfBlack(2) > 0.55 && shareOfBlack(64) < 1);
});

test("losses are summed by side, over the reviewed moves", () => {
  const tree = treeOf("f5d6c3d3"), line = tree.mainLine();
  assert.deepEqual(lossesOf(line, 1), []);
  [1, 0, 2.5].forEach((lost, i) => { line[i + 1].known.lost = lost; });
  assert.deepEqual(lossesOf(line, 1).map(({ value }) => value), [0, 1, 1, 3.5]);
  assert.deepEqual(lossesOf(line, -1).map(({ value }) => value), [0, 0, 0, 0]);
});

class FakeSocket {
  constructor() {
    this.sent = [];
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
}

test("answers are matched to their queries, and a lost connection is restored", async () => {
  const socket = new FakeSocket(), states = [];
  let refused = 0;
  const line = new Line(() => socket, up => states.push(up), () => ++refused);
  await assert.rejects(line.ask({ action: "about" }).answer, EngineError);
  line.connect();
  socket.onopen();
  const partial = [];
  const first = line.ask({ position: "p" }, answer => partial.push(answer.n));
  const second = line.ask({ action: "about" });
  const reply = object => socket.onmessage({ data: JSON.stringify(object) });
  reply({ id: first.id, final: false, n: 1 });
  reply({ id: second.id, version: "1" });
  reply({ id: 999, final: true });
  socket.onmessage({ data: "no JSON" });
  first.stop();
  assert.equal(socket.sent[2].target, first.id);
  reply({ id: first.id, final: true, terminated: true });
  assert.equal((await second.answer).version, "1");
  assert.equal((await first.answer).terminated, true);
  assert.deepEqual(partial, [1]);
  const wrong = line.ask({ action: "x" });
  reply({ id: wrong.id, error: "action: no x" });
  await assert.rejects(wrong.answer, /no x/);
  const open = line.ask({ action: "about" });
  const timer = globalThis.setTimeout;
  let again = null;
  globalThis.setTimeout = run => (again = run);
  socket.onclose();
  globalThis.setTimeout = timer;
  await assert.rejects(open.answer, /closed/);
  again();
  globalThis.setTimeout = run => (again = run);
  socket.onclose();
  globalThis.setTimeout = timer;
  assert.equal(refused, 1);
  again();
  socket.onopen();
  assert.deepEqual(states, [true, false, true]);
});

/** What all tabs of a browser share, or one tab has for itself. */
class FakeStorage {
  constructor(from = null) {
    this.map = new Map(from ? from.map : []);
    this.most = Infinity;  // letters
    this.writes = 0;
  }
  /** There is no room for more than what is there. */
  set full(yes) {
    this.most = yes ? this.size() : Infinity;
  }
  size() {
    return [...this.map].join("").length;
  }
  get length() {
    return this.map.size;
  }
  key(i) {
    return [...this.map.keys()][i] ?? null;
  }
  getItem(key) {
    return this.map.get(key) ?? null;
  }
  setItem(key, value) {
    const before = this.map.get(key);
    this.map.set(key, String(value));
    ++this.writes;
    if (this.size() <= this.most) return;
    if (before === undefined) this.map.delete(key);
    else this.map.set(key, before);
    throw new Error("QuotaExceededError");
  }
  removeItem(key) {
    ++this.writes;
    this.map.delete(key);
  }
}

/** Tabs of one browser: a page has a game, `moves`, whose clock may run. */
class Browser {
  constructor() {
    this.store = new FakeStorage();
    this.time = 1e12;
    this.pages = [];
  }
  /** As main.js begins; a link is not followed. */
  open(session = new FakeStorage()) {
    const page = { session, slot: new Slot(this.store, session, () => this.time), moves: "",
      running: false, touched: false, told: 0 };
    const own = page.slot.reopen(), game = own || page.slot.inherit();
    if (game) page.moves = game.moves;
    page.running = Boolean(own && own.running && page.slot.reloaded);
    this.pages.push(page);
    return page;
  }
  keep(page) {
    this.beat(page);
    return page.slot.keep({ moves: page.moves, running: page.running });
  }
  play(page, moves, running = false) {
    Object.assign(page, { moves, running, touched: true });
    return this.keep(page);
  }
  beat(page) {
    if (page.slot.beat()) return;
    page.running = false;
    ++page.told;
  }
  pass(ms, hidden = []) {
    for (const end = this.time + ms; this.time < end;) {
      this.time += 1000;
      for (const page of this.pages) if (!hidden.includes(page)) this.beat(page);
    }
  }
  crash(page) {
    this.pages = this.pages.filter(other => other !== page);
    return page.session;
  }
  close(page) {
    if (page.touched) this.keep(page);
    page.slot.leave();
    return this.crash(page);
  }
  reload(page) {
    return this.open(this.close(page));
  }
  duplicate(page) {
    return this.open(new FakeStorage(page.session));
  }
  takeOver(page, i = 0) {
    const left = page.slot.orphans()[i], game = left && page.slot.takeOver(left.id);
    if (game) Object.assign(page, { moves: game.moves, running: false, touched: true });
    return Boolean(game);
  }
  games() {
    return [...this.store.map].filter(([key]) => key.startsWith("sumi.game."))
      .map(([, text]) => JSON.parse(text).moves).sort();
  }
  running() {
    return this.pages.filter(({ running }) => running).length;
  }
}

test("tabs: an untouched tab writes nothing", () => {
  const browser = new Browser();
  const page = browser.open();
  browser.pass(20000);
  browser.close(page);
  assert.equal(browser.store.writes, 0);
});

test("tabs: an untouched tab does not affect another tab's game, and leaves nothing", () => {
  const browser = new Browser(), playing = browser.open(), idle = browser.open();
  browser.play(playing, "f5d6", true);
  browser.pass(3000);
  browser.close(idle);
  assert.deepEqual(browser.games(), ["f5d6"]);
  assert.ok(playing.running && playing.told === 0);
});

test("tabs: two games run side by side", () => {
  const browser = new Browser(), one = browser.open(), two = browser.open();
  for (const moves of ["f5", "f5d6", "f5d6c3"]) {
    browser.play(one, moves);
    browser.play(two, moves.replace("f5", "c4"));
    browser.pass(1000);
  }
  assert.deepEqual(browser.games(), ["c4d6c3", "f5d6c3"]);
});

test("tabs: a second tab shows the start while a game runs in the first", () => {
  const browser = new Browser(), playing = browser.open();
  browser.play(playing, "f5d6", true);
  browser.pass(2000);
  const second = browser.open();
  assert.equal(second.moves, "");
  assert.equal(browser.takeOver(second), false);
  browser.pass(60000);
  assert.equal(second.moves, "");
  assert.equal(browser.running(), 1);
});

test("tabs: a reload resumes the tab's own game and clock", () => {
  const browser = new Browser(), playing = browser.open(), other = browser.open();
  browser.play(playing, "f5d6", true);
  browser.play(other, "c4");
  const again = browser.reload(playing);
  assert.equal(again.moves, "f5d6");
  assert.ok(again.running);
  assert.equal(browser.reload(other).moves, "c4");
  assert.deepEqual(browser.games(), ["c4", "f5d6"]);
});

test("tabs: ten reloads keep a single game", () => {
  const browser = new Browser();
  let page = browser.open();
  browser.play(page, "f5d6", true);
  for (let i = 0; i < 10; ++i) page = browser.reload(page);
  assert.deepEqual([page.moves, browser.games(), browser.store.length], ["f5d6", ["f5d6"], 2]);
});

test("tabs: a closed tab's game passes, paused, to the next new tab", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.close(page);
  const next = browser.open();
  assert.deepEqual([next.moves, next.running], ["f5d6", false]);
  assert.deepEqual(browser.games(), ["f5d6"]);
});

test("tabs: only one of two new tabs inherits a game", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.close(page);
  assert.deepEqual([browser.open().moves, browser.open().moves], ["f5d6", ""]);
});

test("tabs: the game of the later closed tab is inherited, the other is offered", () => {
  const browser = new Browser(), one = browser.open(), two = browser.open();
  browser.play(one, "f5");
  browser.pass(1000);
  browser.play(two, "c4");
  browser.close(two);
  browser.pass(1000);
  browser.close(one);
  const next = browser.open();
  assert.equal(next.moves, "f5");
  assert.deepEqual(next.slot.orphans().map(({ game }) => game.moves), ["c4"]);
});

test("tabs: after a crash the game is offered once its heartbeat is stale", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.crash(page);
  const other = browser.open();
  assert.equal(other.moves, "");
  assert.equal(browser.takeOver(other), false);
  browser.pass(STALE);
  assert.equal(browser.takeOver(other), true);
  assert.deepEqual([other.moves, other.running, browser.games()], ["f5d6", false, ["f5d6"]]);
});

test("tabs: a tab restored by the browser gets its game back, paused", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  const session = browser.crash(page);
  browser.pass(STALE);
  const again = browser.open(session);
  assert.deepEqual([again.moves, again.running], ["f5d6", false]);
});

test("tabs: to a tab restored within a heartbeat, its game is offered later", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  const again = browser.open(browser.crash(page));
  assert.equal(again.moves, "");
  browser.pass(STALE);
  assert.ok(browser.takeOver(again));
  assert.equal(again.moves, "f5d6");
});

test("tabs: a duplicate gets its own id", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.pass(2000);
  const copy = browser.duplicate(page);
  assert.notEqual(copy.slot.id, page.slot.id);
  assert.equal(copy.running, false);
  browser.play(copy, "c4");
  browser.play(page, "f5d6c3", true);
  assert.deepEqual(browser.games(), ["c4", "f5d6c3"]);
  assert.equal(page.told + copy.told, 0);
});

test("tabs: a duplicate of an untouched tab does not share its slot", () => {
  const browser = new Browser(), page = browser.open(), copy = browser.duplicate(page);
  browser.play(page, "f5");
  browser.play(copy, "c4");
  assert.deepEqual(browser.games(), ["c4", "f5"]);
  assert.equal(page.told + copy.told, 0);
});

test("tabs: original, duplicate and its duplicate keep their games after reloads", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5");
  const copy = browser.duplicate(page);
  browser.play(copy, "c4");
  const third = browser.duplicate(copy);
  browser.play(third, "d3");
  assert.deepEqual([page, copy, third].map(each => browser.reload(each).moves), ["f5", "c4", "d3"]);
});

test("tabs: a duplicate of a sleeping tab gets a copy and does not touch the clock", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.pass(STALE, [page]);
  const copy = browser.duplicate(page);
  assert.equal(copy.moves, "f5d6");
  browser.beat(page);
  assert.deepEqual([page.running, page.told, copy.running, browser.running()], [true, 0, false, 1]);
  browser.play(page, "f5d6c3", true);
  assert.deepEqual(browser.games(), ["f5d6", "f5d6c3"]);
});

test("tabs: a sleeping tab whose game is taken over stops and keeps a copy", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.pass(STALE, [page]);
  const other = browser.open();
  assert.ok(browser.takeOver(other));
  browser.beat(page);
  assert.deepEqual([page.running, page.told], [false, 1]);
  browser.beat(page);
  assert.equal(page.told, 1);
  browser.play(page, "f5d6c3");
  browser.play(other, "f5d6c4");
  assert.deepEqual(browser.games(), ["f5d6c3", "f5d6c4"]);
});

test("tabs: a heartbeat updates what other tabs offer", () => {
  const browser = new Browser(), page = browser.open(), other = browser.open();
  browser.play(page, "f5d6", true);
  browser.pass(STALE, [page]);
  assert.equal(other.slot.orphans().length, 1);
  browser.beat(page);  // a storage event
  assert.equal(other.slot.orphans().length, 0);
  const { writes } = browser.store;
  browser.beat(page);
  browser.beat(page);
  assert.equal(browser.store.writes, writes);
});

test("tabs: a page restored from the browser's cache has its game again", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6");
  browser.close(page);
  browser.pages.push(page);
  browser.pass(2000);
  assert.equal(page.told, 0);
  assert.equal(browser.open().moves, "");
});

test("tabs: a page restored after its game was inherited stops", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.close(page);
  const next = browser.open();
  browser.pages.push(page);
  browser.pass(1000);
  assert.deepEqual([next.moves, page.told, browser.running()], ["f5d6", 1, 0]);
});

test("tabs: of two tabs that take over at once the second gets nothing", () => {
  const browser = new Browser(), page = browser.open(), one = browser.open(), two = browser.open();
  browser.play(page, "f5d6");
  browser.crash(page);
  browser.pass(STALE);
  const [{ id }] = two.slot.orphans();
  assert.ok(browser.takeOver(one));
  assert.equal(two.slot.takeOver(id), null);
  assert.deepEqual(browser.games(), ["f5d6"]);
});

test("tabs: a full storage loses no game", () => {
  const browser = new Browser(), page = browser.open(), other = browser.open();
  browser.play(page, "f5d6");
  browser.crash(page);
  browser.pass(STALE);
  browser.store.full = true;
  const third = browser.open();
  assert.equal(browser.play(third, "c4"), false);
  assert.deepEqual(browser.games(), ["f5d6"]);
  assert.equal(browser.takeOver(other), true);
  assert.equal(browser.play(other, "f5d6c3"), false);
  assert.deepEqual([other.moves, browser.games()], ["f5d6c3", ["f5d6"]]);
  browser.store.full = false;
  assert.ok(browser.keep(other) && browser.keep(third));
  assert.deepEqual(browser.games(), ["c4", "f5d6c3"]);
});

test("tabs: changing the machine's clock stops no tab", () => {
  for (const jump of [-3600e3, 3600e3]) {
    const browser = new Browser(), page = browser.open();
    browser.play(page, "f5d6", true);
    browser.time += jump;
    browser.pass(1000);
    assert.equal(browser.open().moves, "");
    assert.deepEqual([page.told, page.running], [0, true]);
  }
});

test("tabs: deleted storage is written again", () => {
  const browser = new Browser(), page = browser.open();
  browser.play(page, "f5d6", true);
  browser.store.map.clear();
  browser.play(page, "f5d6c3", true);
  assert.deepEqual(browser.games(), ["f5d6c3"]);
});

test("tabs: a browser without storage causes no error", () => {
  const shut = { get length() { throw new Error("shut"); } };
  const slot = new Slot(shut, shut);
  assert.deepEqual([slot.reopen(), slot.inherit(), slot.orphans(), slot.keep({}), slot.beat()],
    [null, null, [], false, true]);
  slot.leave();
});

test("tabs: the game of an earlier version is inherited", () => {
  const browser = new Browser();
  browser.store.setItem("sumi.game", JSON.stringify({ moves: "f5d6" }));
  assert.equal(browser.open().moves, "f5d6");
  assert.deepEqual([browser.open().moves, browser.games()], ["", ["f5d6"]]);
});

test("tabs: random opening, playing, closing and crashing loses no game", () => {
  let seed = 1;
  const random = n => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 300; ++round) {
    const browser = new Browser(), played = new Map();
    for (let step = 0; step < 40; ++step) {
      const page = browser.pages[random(browser.pages.length || 1)], what = random(10);
      if (!page || what === 0) browser.open();
      else if (what <= 3) {
        if (page.moves === "") page.moves = `${round}:${step}:`;
        browser.play(page, page.moves + "x", random(2) === 0);
        const [, name] = /^(\d+:\d+:)/.exec(page.moves);
        played.set(name, Math.max(played.get(name) || 0, page.moves.length));
      } else if (what === 4) browser.close(page);
      else if (what === 5) browser.crash(page);
      else if (what === 6) browser.reload(page);
      else if (what === 7) browser.duplicate(page);
      else if (what === 8) browser.pass(1000 * random(9), random(2) === 0 ? [page] : []);
      else if (page.moves === "") browser.takeOver(page);
      browser.pages.forEach(each => browser.beat(each));
      const ids = browser.pages.filter(({ slot }) => slot.held).map(({ slot }) => slot.id);
      assert.equal(new Set(ids).size, ids.length);
      for (const [name, length] of played) {
        assert.ok(browser.games().some(moves => moves.startsWith(name) && moves.length >= length),
          `${round} ${step} ${name}`);
      }
    }
  }
});

const entriesOf = (store, name, most = 3) => new Collection(store, name, most, ({ id }) => id);

test("collections: two tabs keep each other's entries", () => {
  const store = new FakeStorage(), one = entriesOf(store, "recent"), two = entriesOf(store, "recent");
  one.put([{ id: "a", when: 1 }]);
  two.put([{ id: "b", when: 2 }]);
  one.put([{ id: "c", when: 3 }]);
  assert.deepEqual(two.all().map(({ id }) => id), ["c", "b", "a"]);
  two.put([{ id: "d", when: 4 }]);
  assert.deepEqual(one.all().map(({ id }) => id), ["d", "c", "b"]);
  one.put([{ id: "b", when: 5 }]);
  assert.deepEqual(two.all().map(({ id }) => id), ["b", "d", "c"]);
  assert.equal(two.find({ id: "b" }).when, 5);
  two.clear();
  assert.deepEqual(one.all(), []);
});

test("collections: a list of an earlier version is converted once", () => {
  const store = new FakeStorage();
  store.setItem("sumi.mistakes", JSON.stringify([{ id: "a" }, null, 5, { id: "b" }]));
  store.setItem("sumi.mistakes.b", JSON.stringify({ id: "b", when: 9, missed: 2 }));
  for (let i = 0; i < 2; ++i) {
    assert.deepEqual(entriesOf(store, "mistakes").all(),
      [{ id: "b", when: 9, missed: 2 }, { when: 0, id: "a" }]);
  }
  assert.equal(store.getItem("sumi.mistakes"), null);
});

test("collections: a full storage keeps the old list, and invalid entries are ignored", () => {
  const store = new FakeStorage();
  store.setItem("sumi.recent", JSON.stringify([{ id: "a" }]));
  store.full = true;
  entriesOf(store, "recent");
  assert.ok(store.getItem("sumi.recent"));
  store.full = false;
  store.setItem("sumi.recent.x", "{");
  store.setItem("sumi.recent.y", "null");
  assert.deepEqual(entriesOf(store, "recent").all().map(({ id }) => id), ["a"]);
});

test("collections: entries that a full storage refuses stay on the page and are stored later", () => {
  const store = new FakeStorage(), told = [];
  const kept = new Collection(store, "recent", 3, ({ id }) => id, full => told.push(full));
  kept.put([{ id: "a", when: 1 }, { id: "b", when: 2 }]);
  store.full = true;
  kept.put([{ id: "c", when: 3 }]);
  kept.put([{ id: "b", when: 4, more: true }]);
  assert.deepEqual(kept.all().map(({ id }) => id), ["b", "c", "a"]);
  assert.ok(kept.find({ id: "b" }).more && !entriesOf(store, "recent").find({ id: "b" }).more);
  kept.put([{ id: "d", when: 5 }]);
  assert.deepEqual(kept.all().map(({ id }) => id), ["d", "b", "c"]);
  store.full = false;
  kept.put();
  assert.deepEqual(entriesOf(store, "recent").all().map(({ id }) => id), ["d", "b", "c"]);
  assert.deepEqual(told, [false, true, true, true, false]);
  store.full = true;
  kept.put([{ id: "e", when: 6 }]);
  kept.clear();
  store.full = false;
  kept.put();
  assert.deepEqual([kept.all(), store.length], [[], 0]);
});

test("after a crash, lost or older entries are restored from the copy", () => {
  const store = new FakeStorage(), set = (name, value) => store.setItem(`sumi.${name}`, JSON.stringify(value));
  set("game.a", { when: 1, moves: "f5" });
  set("game.b", { when: 5, moves: "f5d6" });
  set("game.c", { moves: "c4" });
  const copies = Object.entries({ "game.a": { when: 2, moves: "f5d6" }, "game.b": { when: 4, moves: "f5" },
    "game.c": { moves: "d3" }, "recent.d": { when: 1 } });
  mend(store, new Map([...copies.map(([name, value]) => [`sumi.${name}`, JSON.stringify(value)]),
    ["sumi.game.e", "{"], ["sumi.game.f", "null"]]));
  assert.deepEqual([...store.map.keys()].sort(), ["a", "b", "c"].map(id => `sumi.game.${id}`).concat("sumi.recent.d"));
  assert.deepEqual(["a", "b", "c"].map(id => JSON.parse(store.getItem(`sumi.game.${id}`)).moves),
    ["f5d6", "f5d6", "c4"]);
});

test("answers count once, in chronological order", () => {
  const item = { position: "p", right_in_row: 1, missed: 2, until: 10 };
  const given = [[11, true], [12, false], [12, true], [20, true], [10, false]]
    .map(([when, right]) => ({ position: "p", right, when })).sort((a, b) => b.when - a.when);
  const after = counted(item, [...given, { position: "q", right: false, when: 30 }]);
  assert.deepEqual([after.missed, after.right_in_row, after.until], [3, after.right_in_row, 20]);
  assert.ok(after.right_in_row >= 1);
  assert.deepEqual(counted(after, given), after);
  assert.deepEqual(item, { position: "p", right_in_row: 1, missed: 2, until: 10 });
});

test("mistakes are rated by how often they are missed of the times asked", () => {
  const fresh = { position: "a", right_in_row: 0, missed: 1 };  // missed in the game
  assert.deepEqual(rated(fresh), { asked: 0, missed: 0, rate: 0.5 });
  const given = [true, false, false, true, false].map((right, i) => ({ position: "a", right, when: i + 1 })).reverse();
  const often = counted(fresh, given);
  assert.deepEqual(rated(often), { asked: 5, missed: 3, rate: 4 / 7 });
  assert.deepEqual(rated(counted(often, given)), rated(often));
  // Stored by an earlier page: without the number of answers.
  const old = { position: "b", right_in_row: 2, missed: 3, until: 7 };
  assert.deepEqual(rated(old), { asked: 4, missed: 2, rate: 0.5 });
  const later = counted(old, [{ position: "b", right: false, when: 8 }]);
  assert.deepEqual(rated(later), { asked: 5, missed: 3, rate: 4 / 7 });
  const easy = { position: "c", right_in_row: 2, missed: 1, asked: 2 };
  assert.deepEqual(hardestFirst([easy, fresh, often]), [often, fresh, easy]);
});

let failed = 0;
for (const [name, run] of tests) {
  try {
    await run();
  } catch (error) {
    ++failed;
    console.error(`FAILED ${name}\n${error.stack}`);
  }
}
console.log(`${tests.length - failed} of ${tests.length} tests passed`);
process.exit(failed > 0 ? 1 : 0);
