#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Output of tools/run during a build, with stubs for cmake, ninja and dpkg-query.
# Usage: run_test.sh ROOT
set -u
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/tree/tools" "$folder/bin"
cp "$root/tools/run" "$root/tools/setup.sh" "$folder/tree/tools"
failures=0

fail() {
  printf 'FAILED: %s\n' "$*"
  printf '  standard output: %s\n  standard error:\n' "$(cat "$folder/out")"
  sed 's/^/    /' "$folder/err"
  failures=1
}
says() { grep -qE -- "$1" "$folder/err" || fail "nothing like: $1"; }
silent_about() { grep -qE -- "$1" "$folder/err" && fail "too much: $1"; }

stand_in() { cat >"$folder/bin/$1"; chmod +x "$folder/bin/$1"; }
stand_in dpkg-query <<'END'
#!/bin/sh
shift 2
for package; do echo "$package=installed"; done
END
stand_in cmake <<'END'
#!/bin/sh
[ -z "${CMAKE_FAILS-}" ] || { echo '-- no compiler here' >&2; exit 1; }
echo "$*" >>"${0%/*}/../cmake_calls"
while [ "$1" != -S ]; do shift; done
mkdir -p "$2/build/release/CMakeFiles"
: >"$2/build/release/build.ninja"
: >"$2/build/release/CMakeFiles/rules.ninja"
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\n' "$2" >"$2/build/release/CMakeCache.txt"
echo '-- The CXX compiler identification is known'
END
stand_in ninja <<'END'
#!/bin/bash
dir=$2
if [[ $* == *' -n '* ]]; then
  [[ -e $dir/sumi ]] && echo 'ninja: no work to do.' || echo '[1/200] Building'
  exit
fi
: >"$dir/.ninja_log"
for ((i = 1; i <= 200; ++i)); do
  status=${NINJA_STATUS//%p/$(printf '%3d%%' $((i / 2)))}
  echo "${status}Building CXX object number $i"
  ((i != 120)) || echo 'file.cpp:1: a warning that must be seen'
  if [[ -n ${NINJA_FAILS-} ]] && ((i == 130)); then
    echo 'FAILED: file.o'
    exit 1
  fi
done
printf '#!/bin/sh\necho "plays $*"\n' >"$dir/sumi"
chmod +x "$dir/sumi"
END

try() {
  (cd "$folder" && PATH=$folder/bin:$PATH "$folder/tree/tools/run" "$@" >"$folder/out" 2>"$folder/err" </dev/null)
}

NINJA_FAILS=1 try play && fail 'a failed build is no failure'
says 'FAILED: file\.o'
[[ ! -s $folder/out ]] || fail 'something on standard output'

rm -rf "$folder/tree/build"
try play --level 3 || fail "exit status $?"
[[ $(cat "$folder/out") == 'plays play --level 3' ]] || fail 'the program did not speak alone'
head -n 1 "$folder/err" | grep -q 'takes minutes' || fail 'not said at once'
says 'built 10 %'
says 'built 90 %'
says 'a warning that must be seen'
silent_about 'Building CXX object'
silent_about 'compiler identification'
(($(wc -l <"$folder/err") <= 20)) || fail 'too many lines'

try hint || fail "exit status $?"
[[ ! -s $folder/err ]] || fail 'it speaks although nothing is to be built'

rm "$folder/tree/build/release/sumi"
try hint || fail "exit status $?"
says 'sources have changed'
silent_about 'first time'

# tools/test needs tests in a build that tools/run configured without them: compiled files stay.
(PATH=$folder/bin:$PATH testing=ON && source "$folder/tree/tools/setup.sh" &&
  ! is_configured release && configure release) 2>/dev/null || fail 'not configured again for the tests'
[[ $(tail -n 1 "$folder/cmake_calls") != *--fresh* ]] || fail 'what was compiled is thrown away'

# A kill during configuration.
rm "$folder/tree/build/release/CMakeFiles/rules.ninja" "$folder/tree/build/release/sumi"
try hint || fail "exit status $?"
[[ $(tail -n 1 "$folder/cmake_calls") == *--fresh* ]] || fail 'a half-configured folder is not mended'

rm -rf "$folder/tree/build"
CMAKE_FAILS=1 try hint && fail 'a failed configuration is no failure'
says 'no compiler here'

# On a terminal, ninja itself rewrites one line.
rm -rf "$folder/tree/build"
(cd "$folder" && TERM=xterm PATH=$folder/bin:$PATH script -qec "'$folder/tree/tools/run' hint" /dev/null \
  >"$folder/err" 2>&1 </dev/null)
says 'takes minutes'
says 'tools/run: +50%.*Building CXX object'

((failures)) || echo 'tools/run: all as it should be'
exit $failures
