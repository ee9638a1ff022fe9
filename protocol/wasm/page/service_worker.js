// SPDX-License-Identifier: MIT
// @ts-nocheck
/** Caches the page's files for offline use. All have one version: a file without the hash in FILES fails
 * the installation. A new version takes over once no other page uses the old one (takeOver(), at
 * transport.js's request). tsc lacks the types of service workers. */

// Written by service_worker.mjs: a hash of all contents, and a hash for each file.
const VERSION = "", FILES = {};
const MINE = `sumi ${registration.scope} `, CACHE = MINE + VERSION;

async function install() {
  const cache = await caches.open(CACHE);
  const wanted = ([file, integrity]) => new Request(file, { integrity, cache: "no-cache" });
  await cache.addAll(Object.entries(FILES).map(wanted));
}

async function dropOthers() {
  const old = (await caches.keys()).filter(name => name.startsWith(MINE) && name !== CACHE);
  await Promise.all(old.map(name => caches.delete(name)));
  await clients.claim();
}

async function answer(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) || fetch(request);
}

/** @param {string} asking the id of a page */
async function takeOver(asking) {
  const all = await clients.matchAll({ includeUncontrolled: true, type: "window" });
  const others = all.filter(({ id, url }) => id !== asking && url.startsWith(registration.scope));
  if (others.length === 0) await skipWaiting();
}

addEventListener("install", event => event.waitUntil(install()));
addEventListener("activate", event => event.waitUntil(dropOthers()));
addEventListener("fetch", event => event.respondWith(answer(event.request)));
addEventListener("message", event => event.waitUntil(takeOver(event.source.id)));
