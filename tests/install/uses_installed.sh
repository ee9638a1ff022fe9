#!/bin/sh
# SPDX-License-Identifier: MIT
# uses_installed.sh PREFIX: builds and runs a third-party C program, CMake project and Python script
# with the installation in PREFIX. Leaves no files.
set -eu
here=$(dirname "$(readlink -f "$0")")
prefix=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
if [ "$prefix" != /usr ]; then
  LD_LIBRARY_PATH=$(dirname "$(find "$prefix" -name 'libsumi.so.0' -print | head -n 1)")
  export LD_LIBRARY_PATH
  PYTHONPATH=$prefix/lib/python3/dist-packages
  export PYTHONPATH
  export PKG_CONFIG_PATH="$LD_LIBRARY_PATH/pkgconfig"
fi

say() { printf '== %s\n' "$*"; }

say 'the program'
"$prefix/bin/sumi" version
"$prefix/bin/sumi" solve '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' |
  grep -q '+18.*g8'

for tool in sumi-match sumi-lab; do
  "$prefix/bin/$tool" --version | grep "^$tool "
done
"$prefix/bin/sumi-match" run games.db -e evaluator=table -e player=s2 --time none --games 2 >match.log ||
  { cat match.log; exit 1; }

say 'the page'
"$prefix/bin/sumi" web --port 0 --no-browser >page.log 2>&1 &
page=$!
until address=$(grep -o 'http://[^ ]*' page.log); do kill -0 "$page"; sleep 0.1; done
"${PYTHON:-/usr/bin/python3}" -c 'import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1]).read().decode())' "$address" | grep '<title>'
kill -INT "$page"
wait "$page"

say 'a C program'
cp "$prefix/share/doc/libsumi-dev/examples/best_moves.c" .
# shellcheck disable=SC2046  # they are several words
cc -std=c99 -Wall -Wextra -Wpedantic -Werror best_moves.c \
  $(pkg-config --cflags --libs sumi) -o best_moves
./best_moves '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' 60 >found 2>/dev/null
cat found
grep -q '^g8 *+18.00 exact' found
cp "$prefix/share/doc/libsumi-dev/examples/bot.c" .
# shellcheck disable=SC2046  # they are several words
cc -std=c99 -Wall -Wextra -Wpedantic -Werror bot.c $(pkg-config --cflags --libs sumi) -o bot
echo f5 | ./bot white 5 >found
cat found
grep -Eq '^(d6|f4|f6) [+-][0-9.]+ book$' found

say 'a CMake project'
cp -r "$here/project" .
cmake -S project -B build -DCMAKE_PREFIX_PATH="$prefix" >cmake.log 2>&1 || { cat cmake.log; exit 1; }
cmake --build build >cmake.log 2>&1 || { cat cmake.log; exit 1; }
./build/solve_one

say 'a Python script'
cat >script.py <<'PYTHON'
import sumi

with sumi.Engine() as engine:
    game = sumi.Game("f5d6c3")
    print(sumi.version(), engine.search(game, level=10).best.move)
PYTHON
"${PYTHON:-/usr/bin/python3}" script.py
