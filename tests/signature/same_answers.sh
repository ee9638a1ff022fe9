#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# same_answers.sh SUMI COMMAND...: compares the program that COMMAND runs, such as one for another
# machine, with SUMI: node signature on each instruction-set level, perft 9, and move, score and
# nodes of 300 exact positions.
set -euo pipefail
here=$(dirname "$(readlink -f "$0")")
sumi=$(readlink -f "$1")
other=("${@:2}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
say() { printf '== %s\n' "$*"; }

for isa in $("${other[@]}" version --json | jq -r '.isas[]'); do
  say "node signature on level $isa"
  "$here/check.sh" "${other[@]}" bench --isa "$isa"
done

say 'perft 9'
leaves() { jq -c '[.depth, .leaves]'; }
diff <("${other[@]}" perft --depth 9 --json | leaves) <("$sumi" perft --depth 9 --json | leaves)

say '300 exact positions with 12 empties'
PYTHONPATH=$here/../support python3 - >"$work/positions.txt" <<'END'
import random
from random_play import random_game
numbers = random.Random(1)
for _ in range(300):
    print(random_game(numbers)[:96])
END
solved() { jq -c '[.move, .score, .nodes]'; }
"${other[@]}" solve --json - <"$work/positions.txt" | solved >"$work/theirs"
"$sumi" solve --json - <"$work/positions.txt" | solved >"$work/ours"
diff "$work/theirs" "$work/ours"
(($(wc -l <"$work/ours") > 300))  # and their total
