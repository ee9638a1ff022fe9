#!/bin/sh
# SPDX-License-Identifier: MIT
# test.sh SUMI: builds the WebAssembly module and tests it: in Node against the program SUMI, its
# types, and its page in Chromium. Exit status 77 (skipped in CTest) without the compiler.
set -eu
cd "$(dirname "$0")/../.."
for program in clang++-16 wasm-ld-16 node tsc chromium; do
  if ! command -v "$program" >/dev/null; then
    echo "skipped: there is no $program; tools/test --slow installs it"
    exit 77
  fi
done
# What is built and tested is what the workflow publishes.
published=$(tests/wasm/published.py .github/workflows/pages.yml)
site=${published#* }
"${published% *}"
tsc --noEmit --allowJs --checkJs --strict --target es2022 --module es2022 --moduleResolution node \
  --lib es2022,dom,dom.iterable "$site"/*.js
node tests/wasm/module_test.mjs build/wasm/node "$1"
tests/wasm/site_test.py "$site"
