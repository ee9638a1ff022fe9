#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# test.sh SUMI SUMI_MATCH: builds sumi.exe, sumi-match.exe and unit tests for Windows, runs them under
# wine, which is not Windows, and compares the programs with SUMI and SUMI_MATCH. Exit status 77
# (skipped in CTest) without wine.
set -euo pipefail
sumi=$(realpath "$1") sumi_match=$(realpath "$2") wine=/usr/lib/wine/wine64
cd "$(dirname "$0")/../.."
[[ -x $wine ]] || { echo 'skipped: there is no wine64; tools/test --slow installs it'; exit 77; }
tools/package windows >/dev/null
work=$(mktemp -d)
export WINEDEBUG=-all WINEPREFIX=$work/wine
trap '/usr/lib/wine/wineserver64 -k || true; rm -rf "$work"' EXIT

# Stays between programs: its start takes seconds.
mkdir "$WINEPREFIX"
/usr/lib/wine/wineserver64 -p
# A program for scripts that want one.
mkdir "$work/bin"
cat >"$work/bin/sumi" <<END
#!/bin/sh
exec $wine $PWD/build/windows/sumi.exe "\$@"
END
chmod +x "$work/bin/sumi"
exe() { timeout 300 "$work/bin/sumi" "$@"; }
say() { printf '== %3d s: %s\n' "$SECONDS" "$*"; }

say 'node signatures and exact answers'
tests/signature/same_answers.sh "$sumi" timeout 300 "$work/bin/sumi"

say 'icon, name and version'
x86_64-w64-mingw32-windres -i build/windows/sumi.exe -O rc >"$work/sumi.rc"
grep -q RT_GROUP_ICON "$work/sumi.rc"
grep -q "ProductVersion.*$("$sumi" version --json | jq -r .version)" "$work/sumi.rc"

say 'dialogues'
tests/golden/run_golden.py "$work/bin/sumi" commands gogui quarry quarry_game referee small_boards \
  twogtp analyze hint levels perft solve usage

say 'games in every protocol'
python3 tests/match/protocols_test.py "$sumi_match" "$work/bin/sumi"

say 'names with blanks and in Japanese; output in place of a file that is open'
folder="$work/a b/日本 😀"
mkdir -p "$folder"
(
  cd "$folder"
  exe convert - '譜 1.ggf' <<<f5d6c3
  exec 3<'譜 1.ggf'
  exe convert - '譜 1.ggf' <<<f5d6c3d3
  exe book build '本.book' --plies 4 --level 3 >/dev/null 2>&1
  exe book verify '本.book'
  "$sumi" book verify '本.book'
  [[ $(exe convert '譜 1.ggf' - --to transcript) == f5d6c3d3 ]]
  ls
)

say 'kills while a book is written'
for pause in 0.2 0.5 1 2 3; do
  "$work/bin/sumi" book build "$folder/killed.book" --plies 12 --level 3 --max-loss 30 >/dev/null 2>&1 &
  sleep "$pause"
  kill -KILL $! || true
  wait || true
done
"$sumi" book verify "$folder/killed.book"

say '20 games against the Linux program'
"$sumi_match" run "$work/games.db" -e "name=exe cmd=\"$work/bin/sumi --own-book false\" level=4" \
  -e 'name=linux level=4' --time none --games 20 >"$work/table"
cat "$work/table"
"$sumi_match" report "$work/games.db" --json | jq -e '[.engines[].faults | length] | add == 0'

say 'matches by sumi-match.exe'
tests/windows/match_test.py "$wine" build/windows "$sumi_match" "$sumi"

say 'the page in Chromium'
tests/web/page_test.py "$work/bin/sumi" --only whole_game --wine

say 'unit tests'
suites=(core_tests_v2)
for name in base book engine formats game match protocol session study weights; do
  suites+=("sumi_${name}_tests")
done
(
  source tools/setup.sh
  testing=ON
  build windows "${suites[@]}"
)
echo 'not built: upper levels, c (there is no DLL), lab; not run: [timed], [slow] and, because they need POSIX:'
sed -n '/^set(posix_tests/,/^$/p' tests/CMakeLists.txt
for suite in "${suites[@]}"; do
  "$wine" "build/windows/tests/$suite.exe" --list-test-names-only '[posix]' || true
  (cd build/windows/tests && ctest -R "^${suite}_fast$" --output-on-failure)
done
echo '1 passed, 0 failed'
