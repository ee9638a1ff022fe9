// SPDX-License-Identifier: MIT
/** The module in Node:
 *
 *   node node.mjs analysis < queries.jsonl     as `sumi analysis --jobs 1`: JSON lines
 *   node node.mjs bench                        the parts of `sumi bench` with embedded weights
 *
 * in build/wasm/node, which `tools/wasm` builds. */
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

import { Lanes } from "./lanes.js";
import { makeEngine } from "./module.js";

export const here = name => fileURLToPath(new URL(name, import.meta.url));

export const compile = () => WebAssembly.compile(readFileSync(here("sumi.wasm")));

/** A Worker of Node with the browsers' interface. */
export class Thread {
  constructor() {
    this.onmessage = null;
    this.onerror = null;
    this.worker = new Worker(here("worker.js"));
    this.worker.on("message", data => this.onmessage?.({ data }));
    this.worker.on("error", error => this.onerror?.({ message: String(error) }));
  }
  postMessage(message) {
    this.worker.postMessage(message);
  }
  terminate() {
    this.worker.terminate();
  }
}

function analysis() {
  const lanes = new Lanes(compile(), () => new Thread(), false);
  let owed = 0, ended = false;
  const rest = () => ended && owed === 0 && lanes.close();
  lanes.onmessage = ({ data }) => {
    process.stdout.write(data + "\n");
    if (JSON.parse(data).final !== false) --owed;
    rest();
  };
  lanes.onopen = () => {
    const input = createInterface({ input: process.stdin });
    input.on("line", line => {
      if (line.trim() !== "") ++owed;
      lanes.send(line);
    });
    input.on("close", () => {
      ended = true;
      rest();
    });
  };
}

async function bench() {
  const engine = await makeEngine(await compile(), false, () => {});
  for (const part of ["table", "nnue", "solver"]) {
    const start = performance.now(), nodes = engine.bench(part);
    const seconds = (performance.now() - start) / 1000;
    console.log(`${part} ${nodes} nodes, ${(nodes / seconds / 1e6).toFixed(2)}M nodes/s`);
  }
}

const commands = { analysis, bench };
if (process.argv[1] === here("node.mjs")) {
  const run = commands[process.argv[2]];
  if (!run) {
    console.error(`usage: node node.mjs ${Object.keys(commands).join("|")}`);
    process.exit(2);
  }
  await run();
}
