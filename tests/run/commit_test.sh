#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Which commit a build names, and when it is updated: WriteCommit.cmake in small repositories.
# Usage: commit_test.sh ROOT
set -u
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export GIT_AUTHOR_DATE='2026-01-02T23:30:00-0500' GIT_COMMITTER_DATE='2026-01-02T23:30:00-0500'
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE SOURCE_DATE_EPOCH
failures=0
tree=$folder/tree

in_tree() { git -C "$tree" -c user.name=A -c user.email=a@b -c init.defaultBranch=main "$@" >/dev/null 2>&1; }
write() {  # [NAME=VALUE...]
  local settings=() setting
  for setting; do settings+=("-D$setting"); done
  cmake -DSOURCE="$source" -DOUT="$folder/out.cpp" -DDEPFILE="$folder/out.d" "${settings[@]}" \
    -P "$root/tools/cmake/WriteCommit.cmake"
}
# expect WHAT COMMIT DATE [NAME=VALUE...]: checks the written file.
expect() {
  local what=$1 commit=$2 date=$3
  shift 3
  write "$@" || { echo "FAILED: $what: exit status $?"; failures=1; }
  if ! grep -qF "kBuild{\"$commit\", \"$date\"}" "$folder/out.cpp"; then
    printf 'FAILED: %s: not %s and %s, but:\n' "$what" "$commit" "$date"
    tail -n 1 "$folder/out.cpp"
    failures=1
  fi
}
depends() { grep -q "$tree/$1\( \|\$\)" "$folder/out.d" || { echo "FAILED: $1 is not asked for"; failures=1; }; }
independent() { grep -qF "$tree/$1" "$folder/out.d" && { echo "FAILED: $1 is asked for"; failures=1; }; }

mkdir -p "$tree/engine" "$tree/tests"
echo 'int a;' >"$tree/engine/a.cpp"
echo 'text' | tee "$tree/engine/README.md" >"$tree/tests/a_test.cpp"
source=$tree

expect 'a folder without git' '' ''
SOURCE_DATE_EPOCH=1000000000 expect 'a time without git' '' 2001-09-09
expect 'a packager says it' v0.2-7 '' COMMIT=v0.2-7

in_tree init
expect 'no commit yet' '' ''
in_tree add . && in_tree commit -m one
one=$(git -C "$tree" rev-parse --short=10 HEAD)
expect 'a commit' "$one" 2026-01-03
depends engine/a.cpp
depends .git/logs/HEAD
independent engine/README.md
independent tests/a_test.cpp
SOURCE_DATE_EPOCH=1000000000 expect 'a time that is set' "$one" 2001-09-09

write
before=$(stat -c %Y%Z "$folder/out.cpp")
sleep 1.1
write
[[ $(stat -c %Y%Z "$folder/out.cpp") == "$before" ]] || { echo 'FAILED: written again'; failures=1; }

echo more | tee -a "$tree/engine/README.md" >>"$tree/tests/a_test.cpp"
echo 'int b;' >"$tree/engine/new.cpp"
expect 'no source of the programs has changed' "$one" 2026-01-03
echo 'int c;' >>"$tree/engine/a.cpp"
expect 'a changed source' "$one-dirty" 2026-01-03
in_tree add . && in_tree commit -m two
expect 'the next commit' "$(git -C "$tree" rev-parse --short=10 HEAD)" 2026-01-03
rm "$tree/engine/a.cpp"
expect 'a lost source' "$(git -C "$tree" rev-parse --short=10 HEAD)-dirty" 2026-01-03
independent engine/a.cpp
depends engine  # it may reappear there
in_tree checkout engine/a.cpp

git clone -q --depth 1 "file://$tree" "$folder/shallow" 2>/dev/null
source=$folder/shallow expect 'a shallow clone' "$(git -C "$tree" rev-parse --short=10 HEAD)" 2026-01-03
in_tree worktree add "$folder/worktree"
source=$folder/worktree expect 'a second work tree' "$(git -C "$tree" rev-parse --short=10 HEAD)" 2026-01-03
mkdir -p "$tree/vendor/sumi/engine"
source=$tree/vendor/sumi expect 'within another repository' '' ''
source=$tree
mkdir "$folder/bin" && ln -s "$(command -v cmake)" "$folder/bin"
(
  PATH=$folder/bin write
) || { echo 'FAILED: it needs git'; failures=1; }
grep -qF 'kBuild{"", ""}' "$folder/out.cpp" || { echo 'FAILED: a commit without git'; failures=1; }
GIT_CEILING_DIRECTORIES=$folder GIT_TEST_ASSUME_DIFFERENT_OWNER=1 expect 'a repository of others' '' ''

((failures == 0)) && echo 'all commits named'
exit "$failures"
