#!/bin/sh
# SPDX-License-Identifier: MIT
# check_includes.py must find exactly the offences of a small bad tree.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/lint/check_includes.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"

# put FILE LINE...: line 1 is a comment, the others are includes.
put() {
  mkdir -p "$(dirname "$1")"
  file=$1
  shift
  printf '%s\n' '// a file' "$@" >"$file"
}
good() {
  put engine/base/error.h '#include <boost/system/result.hpp>' '#include <string>'
  put engine/base/file.cpp '#include "engine/base/error.h"' '#include <fmt/format.h>'
  put engine/base/posix/file.cpp '#include <sys/stat.h>' '#include <csignal>'
  put engine/game/board.h '#include "engine/base/error.h"'
  put engine/limits.h '#include <optional>'
  put engine/search_core.h '#include "engine/game/board.h"' '#include <vector>'
  put engine/core/board/moves.h '#include "engine/game/board.h"' '#include <immintrin.h>'
  put engine/engine.h '#include "engine/search_core.h"' '#include <thread>'
  put protocol/gtp/gtp_session.h '#include "engine/engine.h"'
  put protocol/channel/tcp_channel.cpp '#include <boost/asio.hpp>'
  put protocol/cli/main.cpp '#include "protocol/gtp/gtp_session.h"' '#include <boost/program_options.hpp>'
  put tests/support/boards.h '#include "engine/core/board/moves.h"'
  put protocol/c/sumi.h '#include <stdint.h>'
  put tests/unit/engine/core/moves_test.cpp '#include "tests/support/boards.h"' '#include <unistd.h>'
}

good
python3 "$check" "$tree"

put engine/base/error.h '#include <fmt/format.h>' '#include "engine/game/board.h"'
put engine/base/file.cpp '#include <unistd.h>' '#include <sys/mman.h>'
put engine/game/board.h '#include "engine/limits.h"' '#include <thread>' '#include <boost/asio.hpp>'
put engine/core/board/moves.h '#include <vector>' '#include <fmt/core.h>' '#include "engine/engine.h"'
put engine/engine.h '#include "engine/core/board/moves.h"' '#include <iostream>'
put protocol/cli/main.cpp '#include "engine/core/board/moves.h"' '#include "tests/support/boards.h"' \
  '#include "gtp/gtp_session.h"' '#include "../engine/engine.h"' '  #  include <boost/asio.hpp>'
put protocol/gtp/gtp_session.h '#include "protocol/channel/tcp_channel.h"'
put protocol/gtp/gtp_session.cpp '#include <csignal>' '#include <cerrno>'
put protocol/channel/tcp_channel.h '#include <boost/program_options.hpp>'
put weights/table.h
expected='engine/base/error.h:2: engine/base/ must not include fmt/format.h
engine/base/error.h:3: engine/base/ must not include engine/game/board.h
engine/base/file.cpp:2: engine/base/ must not include unistd.h
engine/base/file.cpp:3: engine/base/ must not include sys/mman.h
engine/core/board/moves.h:2: engine/core/board/ must not include vector
engine/core/board/moves.h:3: engine/core/board/ must not include fmt/core.h
engine/core/board/moves.h:4: engine/core/board/ must not include engine/engine.h
engine/engine.h:2: engine/ must not include engine/core/board/moves.h
engine/engine.h:3: engine/ must not include iostream
engine/game/board.h:2: engine/game/ must not include engine/limits.h
engine/game/board.h:3: engine/game/ must not include thread
engine/game/board.h:4: engine/game/ must not include boost/asio.hpp
protocol/channel/tcp_channel.h:2: protocol/channel/ must not include boost/program_options.hpp
protocol/cli/main.cpp:2: protocol/cli/ must not include engine/core/board/moves.h
protocol/cli/main.cpp:3: protocol/cli/ must not include tests/support/boards.h
protocol/cli/main.cpp:4: no "gtp/gtp_session.h": name our files from the root of the tree
protocol/cli/main.cpp:5: no "../engine/engine.h": name our files from the root of the tree
protocol/cli/main.cpp:6: protocol/cli/ must not include boost/asio.hpp
protocol/gtp/gtp_session.cpp:2: protocol/gtp/ must not include csignal
protocol/gtp/gtp_session.h:2: protocol/gtp/ must not include protocol/channel/tcp_channel.h
weights/table.h:1: code outside the layers'
found=$(python3 "$check" "$tree" || echo "status $?")
[ "$found" = "$expected
status 1" ] || { printf 'found:\n%s\n' "$found"; exit 1; }

# A cycle of folders, and the folder graph.
cd "$(mktemp -d -p "$tree")"
put engine/base/error.h
put tools/a/a.h '#include "tools/b/b.h"' '#include "engine/base/error.h"'
put tools/b/b.h '#include "tools/b/c/c.h"'
put tools/b/c/c.cpp '#include "tools/b/c/c.h"' '#include "tools/a/a.h"'
put tools/b/c/c.h
put tools/d/d.h '#include "tools/a/a.h"' '#include "tools/b/b.h"'
expected='tools/a/ and tools/b/ include each other, if only through others:
  tools/a/a.h:2: includes tools/b/b.h
tools/b/ and tools/b/c/ include each other, if only through others:
  tools/b/b.h:2: includes tools/b/c/c.h
tools/b/c/ and tools/a/ include each other, if only through others:
  tools/b/c/c.cpp:3: includes tools/a/a.h'
found=$(python3 "$check" . || echo "status $?")
[ "$found" = "$expected
status 1" ] || { printf 'found:\n%s\n' "$found"; exit 1; }
python3 "$check" --dot . | grep -q '"tools/d/" -> "tools/b/";' || { echo 'no graph'; exit 1; }
