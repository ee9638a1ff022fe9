#!/bin/sh
# SPDX-License-Identifier: MIT
# install_test.sh BUILD: installs what was built in BUILD into a folder and uses it from there.
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --prefix "$prefix" >/dev/null
"$(dirname "$0")/uses_installed.sh" "$prefix"
