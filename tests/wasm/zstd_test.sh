#!/bin/sh
# SPDX-License-Identifier: MIT
# Our zstd reader (tools/zstd/zstd.cpp) against zstd itself, with sanitizers: it reads files of many
# kinds and compressions, and damaged ones do no harm.
set -eu
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
c++ -std=c++20 -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -D_GLIBCXX_ASSERTIONS \
  -Wall -Wextra -Itools/zstd tools/zstd/zstd.cpp tests/wasm/zstd_check.cpp \
  -o "$folder/check"
c++ -std=c++20 -O1 tests/wasm/zstd_pack.cpp -lzstd -o "$folder/pack"
"$folder/pack" "$folder" README.md engine/engine.cpp book/xot_starts.bin weights/networks/s2.sumi
"$folder/check" "$folder"/*.raw
