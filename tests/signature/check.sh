#!/bin/sh
# SPDX-License-Identifier: MIT
# check.sh COMMAND...: runs the bench command and compares its signature with bench.txt.
set -eu
expected=$(cat "$(dirname "$0")/bench.txt")
output=$("$@")
signature=$(printf '%s\n' "$output" | sed -n 's/^signature  *\([0-9][0-9]*\).*/\1/p')
if [ "$signature" != "$expected" ]; then
  printf 'signature %s, expected %s; output of %s:\n%s\n' "$signature" "$expected" "$*" "$output"
  exit 1
fi
echo "signature $signature as expected"
