// SPDX-License-Identifier: MIT
// @ts-check
/** The engine as a WebAssembly module (protocol/wasm/main.cpp), in browsers and in Node. */

/** @typedef {{line: (text: string) => void, work: () => number, bench: (part: string) => number}} Engine */

const DONE = 0, BAD_DESCRIPTOR = 8, NOT_SUPPORTED = 52;  // errors of WASI
const REALTIME = 0;
const STDERR = 2;

/** Makes an engine of a compiled module. `line` passes it a line; `work` runs a piece of its work and
 * returns the milliseconds until the next one (-1: none). Both call `reply` for each answer. `page`: as
 * in `sumi web`, otherwise as in `sumi analysis`.
 * @param {WebAssembly.Module} module @param {boolean} page @param {(line: string) => void} reply
 * @returns {Promise<Engine>} */
export async function makeEngine(module, page, reply) {
  const decoder = new TextDecoder(), encoder = new TextEncoder();
  /** @type {any} */
  let exports;
  const bytes = (/** @type {number} */ at, /** @type {number} */ count) =>
    new Uint8Array(exports.memory.buffer, at, count);
  const view = () => new DataView(exports.memory.buffer);

  /** The system calls that the C library needs; all others fail. */
  const system = {
    /** @param {number} clock @param {bigint} _precision @param {number} to */
    clock_time_get(clock, _precision, to) {
      const ms = clock === REALTIME ? Date.now() : performance.now();
      view().setBigUint64(to, BigInt(Math.round(ms * 1e6)), true);
      return DONE;
    },
    /** @param {number} at @param {number} count */
    random_get(at, count) {
      crypto.getRandomValues(bytes(at, count));
      return DONE;
    },
    /** @param {number} file @param {number} vectors @param {number} count @param {number} written */
    fd_write(file, vectors, count, written) {
      if (file !== STDERR) return BAD_DESCRIPTOR;
      let text = "", sum = 0;
      for (let i = 0; i < count; ++i) {
        const size = view().getUint32(vectors + 8 * i + 4, true);
        text += decoder.decode(bytes(view().getUint32(vectors + 8 * i, true), size));
        sum += size;
      }
      console.error(text.trimEnd());
      view().setUint32(written, sum, true);
      return DONE;
    },
    /** @param {number} status */
    proc_exit(status) {
      throw new Error(`the engine has ended: ${status}`);
    },
  };
  /** @type {Record<string, Record<string, Function>>} */
  const imports = {
    sumi: {
      reply: (/** @type {number} */ at, /** @type {number} */ count) =>
        reply(decoder.decode(bytes(at, count))),
    },
    wasi_snapshot_preview1: {},
  };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === "sumi") continue;
    imports[from][name] = /** @type {any} */ (system)[name] || (() => NOT_SUPPORTED);
  }
  exports = (await WebAssembly.instantiate(module, /** @type {any} */ (imports))).exports;
  exports._initialize();
  const put = (/** @type {string} */ text) => {
    const line = encoder.encode(text);
    bytes(exports.sumi_room(line.length), line.length).set(line);
  };
  return {
    line(text) {
      put(text);
      exports.sumi_line(page);
    },
    work: () => exports.sumi_work(),
    bench(part) {
      put(part);
      return exports.sumi_bench();
    },
  };
}
