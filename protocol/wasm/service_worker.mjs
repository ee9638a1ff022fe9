// SPDX-License-Identifier: MIT
/** `node service_worker.mjs SITE`: writes SITE/service_worker.js, which caches the other files of SITE. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const NAME = "service_worker.js", CONSTANTS = 'const VERSION = "", FILES = {};', site = process.argv[2];
const script = readFileSync(new URL(`page/${NAME}`, import.meta.url), "utf8");

const hash = contents => createHash("sha256").update(contents).digest("base64");
const names = readdirSync(site).filter(name => name !== NAME).sort();
const files = names.map(name => [name === "index.html" ? "./" : name, `sha256-${hash(readFileSync(`${site}/${name}`))}`]);
const list = JSON.stringify(Object.fromEntries(files), null, 1), version = hash(list + script);
if (!script.includes(CONSTANTS)) throw new Error(`no ${CONSTANTS}`);
writeFileSync(`${site}/${NAME}`, script.replace(CONSTANTS, `const VERSION = "${version}", FILES = ${list};`));
