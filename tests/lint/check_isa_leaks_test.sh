#!/bin/sh
# SPDX-License-Identifier: MIT
# check_isa_leaks_test.sh COMPILER: check_isa_leaks.sh must accept a clean object and find the leaks
# of bad ones.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/lint/check_isa_leaks.sh
objects=$(mktemp -d)
trap 'rm -rf "$objects"' EXIT
cd "$objects"

# object NAME: compiles standard input, without optimization so that nothing is inlined.
object() { "$compiler" -std=c++20 -O0 -x c++ -c -o "$1.o" -; }
compiler=$1

object clean <<'END'
namespace sumi::v3 { inline int f(int x) { return x + 1; } int g(int x) { return f(x); } }
END
object shared_inline <<'END'
namespace sumi { inline int f(int x) { return x + 1; } }
namespace sumi::v3 { int g(int x) { return f(x); } }
END
object other_level <<'END'
namespace sumi::v4 { inline int f(int x) { return x + 1; } int g(int x) { return f(x); } }
END
object initialiser <<'END'
namespace sumi::v3 { int f(); int table = f(); }
END

"$check" v3 clean.o
for bad in shared_inline other_level initialiser; do
  if "$check" v3 clean.o $bad.o; then
    echo "nothing found in $bad"
    exit 1
  fi
done
