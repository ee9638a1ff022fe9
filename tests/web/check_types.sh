#!/bin/sh
# SPDX-License-Identifier: MIT
# The page's scripts are JavaScript with types in comments: Debian's tsc (node-typescript) checks them.
# Its pure parts are run by node.
set -eu
cd "$(dirname "$0")/../.."
tsc --noEmit --allowJs --checkJs --strict --target es2020 --module es2020 --moduleResolution node \
  --lib es2020,dom,dom.iterable protocol/http/page/*.js
node tests/web/page_modules_test.mjs
