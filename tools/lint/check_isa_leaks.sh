#!/bin/sh
# SPDX-License-Identifier: MIT
# check_isa_leaks.sh LEVEL OBJECT...
# Fails if code in an object of an instruction-set level could run in the rest of the program: a
# weak symbol outside sumi::LEVEL (the linker keeps any one copy), or a static initialiser (it runs
# before the CPU check).
set -eu
level=$1
shift
bad=0
for object in "$@"; do
  if [ ! -r "$object" ]; then
    printf '%s cannot be read\n' "$object"
    bad=1
    continue
  fi
  # V, W, u: defined weak or unique symbols. A level's symbol has the level in its name, perhaps
  # only in a template argument. DW.ref.* are the compiler's references for exceptions.
  leaks=$(nm --demangle --defined-only "$object" | grep -E ' [VWu] ' |
    grep -vE "sumi::$level::| DW\.ref\." || true)
  if [ -n "$leaks" ]; then
    printf '%s leaks:\n%s\n' "$object" "$leaks"
    bad=1
  fi
  if objdump -h "$object" | grep -qE '\.(init_array|ctors)'; then
    printf '%s has static initialisers\n' "$object"
    bad=1
  fi
done
[ $bad -ne 0 ] || echo "no leaks in $# objects"
exit $bad
