#!/bin/sh
# SPDX-License-Identifier: MIT
# check_phrases.py must find exactly the phrases and titles of a small bad repository.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/lint/check_phrases.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
commit() { git -c user.name=A -c user.email=a@b commit -q --allow-empty -m "$1"; }

git init -q .
commit 'What came before'
since=$(git rev-parse HEAD)
commit 'search: batch leaf evaluations'
commit 'tests: what finds the same in less time'
commit 'gtp: answering genmove at the end of input'
commit 'A title without an area'
commit 'web: show a title of more than seventy-two characters, which is more than fits'

cat >a.cpp <<'END'
/// A search goes on until it is
/// told to stop.
const char* text = "up to so "
                   "many discs";
int so, many;  // "so many": phrases:allow, b/a.cpp
const char* file = "b/no.cpp";  // see b/c.h, not d/b/c.h or cli/NAME.cpp
END
mkdir -p b
: >b/c.h
printf 'A client is shown the score.\nDrawn by chance.\n`b/c.md`\n' >README.md
expected="README.md:2: 'Drawn by chance': at random, with probability p
README.md:3: no file b/c.md
a.cpp:1: 'goes on': continue, resume
a.cpp:1: 'is told': is reported, printed, returned
a.cpp:3: 'so many': N, at most N, that many
a.cpp:5: no file b/a.cpp
a.cpp:6: no file d/b/c.h
web: show a title of more than seventy-two characters, which is more than fits: 78 characters, at most 72
A title without an area: not \`area: verb ...\`
gtp: answering genmove at the end of input: 'answering' is no verb in the imperative
tests: what finds the same in less time: 'what' is no verb in the imperative"
found=$(python3 "$check" . "$since" | sed 's/^[0-9a-f]\{7,\} //'; python3 "$check" . >/dev/null || echo "status $?")
[ "$found" = "$expected
status 1" ] || { printf 'found:\n%s\n' "$found"; exit 1; }
git rm -q --cached -r . 2>/dev/null || :
rm -r a.cpp b README.md
python3 "$check" .
