// SPDX-License-Identifier: MIT
// The WebAssembly module in Node beside the program: `node module_test.mjs NODE SUMI`, where NODE is
// build/wasm/node, which tools/wasm makes. Exit status 0 if all is well.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [node, sumi] = process.argv.slice(2).map(path => resolve(path));
const load = name => import(pathToFileURL(`${node}/${name}`).href);
const { compile, Thread } = await load("node.mjs");
const { Lanes } = await load("lanes.js");

const MOST_BYTES = 8e6;
const TABLE = ["--jobs", "1", "--hash-mib", "64"];  // as large as that of the module
// FFO 15 (http://radagast.se/othello/ffotest.html) and its score.
const EMPTIES_16 = "----O------OOX---OOOXX-XOOOXOOOOOXXOXXOOOXXXOOOOOXXXOOXO--OOOOOX X", SCORE_16 = 4;
const GAME = "f5d6c3d3c4f4f6f3e6e7f7c5";
// A search before the first of these moves takes long.
const LATE = {
  start: "--XO------XXOO--XXXOOOO--XOOXXOOXOXXOXXXOXOOXXX---XXXX----XX---- O",
  moves: ["a4", "a7", "e1"], limits: { level: 22 },
};

/** A conversation: lines in, a promise of the final answer of each. */
class Talk {
  constructor(page, width) {
    this.alive = 0;
    this.most_alive = 0;
    this.lanes = new Lanes(compile(), () => this.thread(), page, width);
    this.open = new Promise(done => (this.lanes.onopen = done));
    this.waiting = new Map();
    this.partials = [];
    this.next = 0;
    this.unknown = [];
    this.lanes.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.final === false) return this.partials.push(answer);
      const done = this.waiting.get(answer.id);
      this.waiting.delete(answer.id);
      if (done) done(answer);
      else this.unknown.push(answer);
    };
  }
  async ask(message) {
    await this.open;
    const id = message.id ?? `q${this.next++}`;
    const answer = new Promise(done => this.waiting.set(id, done));
    this.lanes.send(JSON.stringify({ id, ...message }));
    return answer;
  }
  thread() {
    const thread = new Thread(), terminate = thread.terminate.bind(thread);
    this.most_alive = Math.max(this.most_alive, ++this.alive);
    thread.terminate = () => {
      --this.alive;
      terminate();
    };
    return thread;
  }
  close() {
    this.lanes.close();
  }
}

const run = (args, input = "") => execFileSync(sumi, args, { input, encoding: "utf8" });
const nodeRun = (args, input = "") =>
  execFileSync(process.execPath, [`${node}/node.mjs`, ...args], { input, encoding: "utf8" });
const linesOf = text => text.split("\n").filter(Boolean).map(line => JSON.parse(line));

/** Without what a clock has said. */
function timeless(answer) {
  for (const candidate of answer.candidates || []) delete candidate.seconds;
  return answer;
}

/** The same for a review. */
function timelessReview({ analysis }) {
  for (const move of analysis.moves) delete move.seconds;
  delete analysis.seconds;
  return analysis;
}

const sleep = ms => new Promise(done => setTimeout(done, ms));

const tests = [];
const test = (name, check) => tests.push([name, check]);

test("the module is within its size limit", () => {
  const { size } = statSync(`${node}/sumi.wasm`);
  assert.ok(size <= MOST_BYTES, `${size} bytes`);
  return `${size} bytes`;
});

test("bench has the nodes of the program", () => {
  const found = nodeRun(["bench"]);
  const nodes = found.match(/^\w+ \d+ nodes/gm);
  const native = run(["bench"]).match(/^\w+ \d+ nodes/gm);
  assert.deepEqual(nodes, native.filter(line => !line.startsWith("pattern ")));
  return found.trim().split("\n").join("; ");
});

test("a position of 16 empties is solved as by the program", () => {
  const solve = ["solve", EMPTIES_16, "--json", "--threads", "1", "--hash-mib", "64"];
  const { score, nodes } = JSON.parse(run(solve).split("\n")[0]);
  const query = JSON.stringify({ id: 1, position: EMPTIES_16, exact: true, candidates: 1 });
  const [{ candidates: [best] }] = linesOf(nodeRun(["analysis"], query));
  assert.ok(best.exact);
  assert.deepEqual([best.score, best.nodes], [score, nodes]);
  assert.equal(score, SCORE_16);
  return `${best.move} ${best.score}, ${best.nodes} nodes in ${best.seconds} s`;
});

test("queries get the answers of sumi analysis", () => {
  const queries = [
    { position: EMPTIES_16, exact: true, candidates: 46 },
    { position: EMPTIES_16, exact: true, candidates: 1 },
    { moves: "f5", limits: { level: 8 } },
    { moves: [], limits: { depth: 6 }, book: false, candidates: 1 },
    { moves: "f5d6c3", limits: { level: 14 } },
    { moves: "f5d6c3", limits: { nodes: 20000 }, book: false },
    { moves: "", size: 6, limits: { depth: 9 } },
    { moves: "", size: 4, exact: true },
    { position: "4/1xo1/1ox1/4 x", limits: { depth: 5 } },
  ];
  for (let n = 1; n <= 12; ++n) {
    queries.push({ moves: GAME.slice(0, 2 * n), limits: { level: n }, candidates: n % 4 + 1, book: n % 2 === 0 });
  }
  const input = queries.map((query, id) => JSON.stringify({ id, ...query })).join("\n");
  const ours = linesOf(nodeRun(["analysis"], input)), theirs = linesOf(run(["analysis", ...TABLE], input));
  assert.equal(ours.length, queries.length);
  for (const id of queries.keys()) {
    assert.equal(ours[id].error, undefined);
    const of = answers => timeless(answers.find(answer => answer.id === id));
    assert.deepEqual(of(ours), of(theirs));
  }
  return `${queries.length} queries`;
});

test("bad lines and commands get the same errors as from the program", () => {
  const bad = [
    "x", "[]", "{}", "{\"id\": 1.5}", "{\"id\": 1}", "null", "{\"id\": 1, \"moves\": \"f5\", \"wish\": 1}",
    "{\"id\": 1, \"moves\": \"a1\"}", "{\"id\": 1, \"position\": \"XO\"}", "{\"id\": 1, \"action\": \"sing\"}",
    "{\"id\": 1, \"action\": \"terminate\", \"wish\": 1}", "{\"action\": \"terminate\"}",
    "{\"id\": 1, \"moves\": \"f5\", \"limits\": {\"level\": 99}}", "{\"id\": 1, \"moves\": \"f5\", \"limits\": 3}",
    "{\"id\": 1, \"moves\": \"f5\", \"evaluator\": \"nnue\"}", "x".repeat(70000), "\u0000", "{\"id\": \"\\ud800\"}",
    "{\"id\": null, \"action\": \"terminate\"}", "{\"id\": 1, \"action\": \"clear\"}",
  ];
  for (const line of bad) {
    const [ours, theirs] = [linesOf(nodeRun(["analysis"], line)), linesOf(run(["analysis", ...TABLE], line))];
    assert.deepEqual(ours, theirs, line.slice(0, 80));
  }
  return `${bad.length} lines`;
});

test("terminate ends running and waiting queries", async () => {
  const talk = new Talk(false);
  await talk.ask({ moves: "f5", limits: { depth: 2 } });
  const endless = { moves: "f5d6", exact: true, candidates: 4, book: false };
  const long = talk.ask({ id: "long", ...endless }), waits = talk.ask({ id: "waits", ...endless });
  const other = talk.ask({ id: "other", moves: "f5d6c3", limits: { depth: 5 }, book: false });
  await sleep(800);
  const began = performance.now();
  const said = talk.ask({ id: "t", action: "terminate", target: "long" });
  const answer = await long, taken = performance.now() - began;
  assert.ok(answer.terminated && answer.final && answer.candidates.length > 0, JSON.stringify(answer));
  assert.ok(answer.position && answer.candidates[0].depth > 1);
  assert.equal((await said).queries, 1);
  assert.ok(taken < 50, `${taken} ms`);
  assert.equal((await talk.ask({ id: "u", action: "terminate", target: "waits" })).queries, 1);
  assert.deepEqual(await waits, { id: "waits", final: true, candidates: [], terminated: true });
  assert.equal((await other).candidates[0].depth, 5);
  assert.equal((await talk.ask({ id: "v", action: "terminate" })).queries, 0);
  // Again and again, at any moment.
  for (let i = 0; i < 20; ++i) {
    const query = talk.ask({ id: i, ...endless });
    await sleep(40 * (i % 6));
    await talk.ask({ id: `t${i}`, action: "terminate", target: i });
    assert.ok((await query).terminated);
  }
  assert.equal((await talk.ask({ moves: "f5d6", limits: { depth: 4 }, book: false })).candidates.length, 4);
  assert.deepEqual(talk.unknown, []);
  talk.close();
  return `answered ${taken.toFixed(1)} ms after a terminate, 20 more of them`;
});

test("partial answers are sent during a search, and time limits are respected", async () => {
  const talk = new Talk(false);
  await talk.ask({ moves: "f5", limits: { depth: 2 } });
  const limit = 0.6, began = performance.now();
  await talk.ask({ id: "p", moves: GAME, limits: { time: limit }, report_every: 0.1, book: false });
  const taken = (performance.now() - began) / 1000;
  assert.ok(talk.partials.length >= 2, `${talk.partials.length} partial answers`);
  assert.ok(taken < limit + 0.1, `${taken} s`);
  talk.close();
  return `${talk.partials.length} partial answers, ${taken.toFixed(3)} s of ${limit}`;
});

test("the highest priority is first, then the earliest query", async () => {
  const talk = new Talk(false), order = [];
  const ask = (id, priority, time = 0.05) => talk.ask({ id, priority, moves: "f5d6", limits: { time } })
    .then(() => order.push(id));
  await Promise.all([ask("first", 0, 0.3), ask("b", 0), ask("c", 0), ask("a", 5)]);
  assert.deepEqual(order, ["first", "a", "b", "c"]);
  talk.close();
});

test("every action of the page is answered", async () => {
  const talk = new Talk(true), moves = ["f5", "d6", "c3"];
  const about = await talk.ask({ action: "about", language: "ja" });
  assert.equal(about.evaluators[0].name, "nnue");
  assert.ok(!about.evaluators.some(({ name }) => name === "pattern"));  // too large
  for (const list of [about.evaluators, about.players])
    assert.ok(list.some(({ name }) => name === "s6-evolved"));
  assert.ok(about.players.length >= 12 && about.formats.length >= 9 && about.threads === 1 && !about.learns);
  const { moves: known, opening } = await talk.ask({ action: "book", moves });
  assert.ok(known.length > 1 && opening.english);
  assert.ok((await talk.ask({ action: "openings" })).openings.length > 50);
  assert.equal((await talk.ask({ action: "write", moves, format: "transcript", ply: 0 })).text.trim(), "f5d6c3");
  const { base64 } = await talk.ask({ action: "write", moves, result: "10", format: "wthor" });
  assert.deepEqual((await talk.ask({ action: "read", base64, name: "x.wtb" })).games[0].moves, moves);
  const move = await talk.ask({ action: "move", moves, seat: "white", limits: { level: 5 }, book: false });
  assert.match(move.move, /^[a-h][1-8]$/);
  assert.ok(move.depth > 0);
  const walk = await talk.ask({ action: "move", moves, seat: "black", player: "nleast", limits: { level: 1 } });
  assert.match(walk.move, /^[a-h][1-8]$/);
  const review = await talk.ask({ id: "r", action: "review", moves, limits: { level: 4 } });
  assert.equal(review.analysis.moves.length, moves.length);
  assert.equal(talk.partials.filter(({ id }) => id === "r").length, moves.length);
  const { opinions } = await talk.ask({ action: "opinions", moves, player: "bpfscn" });
  assert.ok(opinions.length > 2 && opinions[0].terms.length === 3);
  assert.ok((await talk.ask({ action: "lines", moves, side: "black", max_loss: 2 })).all > 10);
  const seed = 3, given = await talk.ask({ action: "problem", difficulty: 3, seed });
  const args = ["study", "problems", "--difficulty", "3", "--count", "1", "--seed", String(seed), "--json"];
  const expected = linesOf(run(args))[0];
  for (const key of ["position", "move", "score"]) assert.deepEqual(given[key], expected[key], key);
  const held = await talk.ask({ action: "lines", start: EMPTIES_16, side: "white", hold: "best", max_loss: 64 });
  assert.ok(held.error || held.terminated === undefined);
  assert.match((await talk.ask({ action: "learn", moves })).error, /no book to learn in/);
  const illegal = await talk.ask({ action: "opinions", moves: ["a1"], player: "bpfscn" });
  assert.match(illegal.error, /[ぁ-ん]/);  // in the chosen language, by whichever Worker
  talk.close();
});

test("terminate ends long actions, and other actions do not wait for them", async () => {
  const talk = new Talk(true), moves = GAME.match(/../g);
  await talk.ask({ action: "about" });
  const endless = [
    talk.ask({ id: "q", position: EMPTIES_16.replace(/X/, "-"), limits: { level: 60 }, book: false, evaluator: "nnue" }),
    talk.ask({ id: "m", action: "move", moves: moves.slice(0, 8), seat: "black", limits: { level: 60 }, book: false }),
    talk.ask({ id: "r", action: "review", moves, limits: { level: 40 } }),
  ];
  await sleep(300);
  const began = performance.now();
  assert.ok((await talk.ask({ action: "book", moves: ["f5"] })).moves.length > 1);
  const taken = performance.now() - began;
  assert.ok((await talk.ask({ action: "terminate" })).queries >= 2);
  for (const { terminated, final, id } of await Promise.all(endless)) {
    assert.ok(final !== false && (terminated || id === "q"), id);
  }
  const move = await talk.ask({ action: "move", moves, seat: "black", limits: { level: 3 }, book: false });
  assert.match(move.move, /^[a-h][1-8]$/);
  talk.close();
  return `a look into the book beside them: ${taken.toFixed(0)} ms`;
});

test("a review is the same by one Worker and by three", async () => {
  const { moves } = LATE, reviews = [], taken = [];
  for (const width of [1, 3]) {
    const talk = new Talk(true, width), began = performance.now();
    const review = await talk.ask({ id: "r", action: "review", ...LATE });
    taken.push(((performance.now() - began) / 1000).toFixed(1));
    assert.equal(review.error, undefined);
    reviews.push(timelessReview(review));
    assert.deepEqual(Object.keys(review).sort(), ["action", "analysis", "final", "id"]);
    const told = talk.partials.map(({ done }) => done);
    assert.deepEqual([...new Set(told)], moves.map((_, i) => i + 1));
    const known = new Map(talk.partials.map(({ move }) => [move.number, move.lost]));
    for (const { number, lost } of reviews.at(-1).moves) assert.equal(known.get(number), lost);
    assert.deepEqual([talk.most_alive, talk.alive], [width, 1]);
    talk.close();
  }
  assert.deepEqual(reviews[0].moves.map(({ move }) => move), moves);
  assert.deepEqual(reviews[1], reviews[0]);
  return `${taken.join(" and ")} s`;
});

test("a divided review ends by terminate, and answers once", async () => {
  const talk = new Talk(true, 3), moves = GAME.match(/../g);
  for (const wait of [0, 300, 3000]) {
    const review = talk.ask({ id: "r", action: "review", moves, limits: { level: 40 } });
    await sleep(wait);
    assert.equal((await talk.ask({ action: "terminate", target: "r" })).queries, 1);
    assert.deepEqual(await review, { id: "r", action: "review", final: true, terminated: true });
  }
  const short = await talk.ask({ action: "review", moves: moves.slice(0, 2), limits: { level: 1 } });
  assert.equal(short.analysis.moves.length, 2);
  assert.deepEqual(talk.unknown, []);
  talk.close();
});

test("a review that cannot be made fails in the same words, divided or not", async () => {
  const talk = new Talk(true, 3), moves = GAME.match(/../g);
  const bad = [
    { moves: [...moves.slice(0, 9), "a1"] }, { moves: 7 }, { moves: [7] }, { moves, limits: { level: 99 } },
    { moves, wish: 1 }, { moves, share: 1 }, { moves, searches: [1] }, { moves, searches: [], share: -1 },
    { moves: [], start: "X" }, { moves: moves.concat(moves, moves, moves, moves, moves) },
  ];
  for (const request of bad) {
    const { error } = await talk.ask({ action: "review", ...request });
    assert.ok(error, JSON.stringify(request));
    if ("share" in request) continue;
    assert.equal(error, (await talk.ask({ action: "review", searches: [], ...request })).error);
  }
  assert.deepEqual((await talk.ask({ action: "review", moves: [] })).analysis.moves, []);
  assert.deepEqual(talk.unknown, []);
  talk.close();
});

test("a long query for all moves is divided by its moves, and keeps its numbers when it is ended", async () => {
  const query = { moves: GAME, limits: { depth: 12 }, candidates: 46, book: false };
  const talk = new Talk(true, 3), began = performance.now();
  const { candidates, final } = await talk.ask(query);
  const taken = ((performance.now() - began) / 1000).toFixed(1);
  assert.equal(final, true);
  const undivided = linesOf(run(["analysis", ...TABLE], JSON.stringify({ id: 1, ...query })))[0].candidates;
  const moves = list => list.map(({ move }) => move).sort();
  assert.deepEqual(moves(candidates), moves(undivided));
  assert.deepEqual(candidates.map(({ depth }) => depth), undivided.map(({ depth }) => depth));
  assert.deepEqual(candidates, candidates.toSorted((a, b) => b.score - a.score));

  const endless = talk.ask({ ...query, id: "q", limits: { level: 40 }, report_every: 0.1 });
  for (let i = 0; i < 600 && talk.alive < 3 + 1; ++i) await sleep(100);  // a spare Worker for queries
  assert.ok(talk.alive >= 3 + 1, `${talk.alive} Workers`);
  await sleep(500);
  const before = talk.partials.at(-1);
  assert.equal((await talk.ask({ action: "terminate", target: "q" })).queries, 1);
  const ended = await endless;
  assert.ok(ended.terminated && ended.final);
  assert.deepEqual(moves(ended.candidates), moves(candidates));
  assert.deepEqual(ended.candidates, before.candidates);
  assert.deepEqual(talk.unknown, []);
  assert.equal((await talk.ask({ ...query, limits: { depth: 2 } })).candidates.length, candidates.length);
  talk.close();
  return `${taken} s`;
});

let failed = 0;
for (const [name, check] of tests) {
  const began = performance.now();
  try {
    const said = await check();
    console.log(`${name}${said ? `: ${said}` : ""} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    ++failed;
    console.log(`FAILED: ${name}: ${error.stack}`);
  }
}
console.log(`${tests.length - failed} of ${tests.length} tests passed`);
process.exit(failed > 0 ? 1 : 0);
