#!/bin/sh
# SPDX-License-Identifier: MIT
# Checks the page's scripts, JavaScript with types in comments, with Debian's tsc (node-typescript),
# and runs their pure parts in node.
set -eu
cd "$(dirname "$0")/../.."
tsc --noEmit --allowJs --checkJs --strict --target es2020 --module es2020 --moduleResolution node \
  --lib es2020,dom,dom.iterable protocol/page/*.js tools/match/page/*.js
node tests/web/page_modules_test.mjs
