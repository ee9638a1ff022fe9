#!/bin/sh
# SPDX-License-Identifier: MIT
# check_format.sh [--fix]: checks (or fixes) the format of every source file. The version is pinned,
# because versions of clang-format format differently.
set -eu
cd "$(dirname "$0")/../.."
case ${1-} in
  --fix) action=-i ;;
  *) action='--dry-run --Werror' ;;
esac
find . -name build -prune -o -name '.?*' -prune -o \( -name '*.h' -o -name '*.cpp' \) -print0 |
  xargs -0 clang-format-14 $action
