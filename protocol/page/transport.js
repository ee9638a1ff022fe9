// SPDX-License-Identifier: MIT
// @ts-check
/** Where the engine is: behind the server of this page. protocol/wasm/page/transport.js stands in the
 * place of this file where there is no server. */

/** @returns {import("./socket.js").Socket} */
export function openSocket() {
  return new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/socket`);
}

/** A socket that is refused does not tell why, a page does.
 * @returns {Promise<boolean>} whether the server does not know us */
export async function isShutOut() {
  try {
    return (await fetch("/", { cache: "no-store" })).status === 403;
  } catch (error) {
    return false;  // nobody is there
  }
}
