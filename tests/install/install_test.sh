#!/bin/sh
# SPDX-License-Identifier: MIT
# install_test.sh BUILD: installs the build in BUILD into a temporary folder and uses it.
set -eu
prefix=$(mktemp -d)
trap 'rm -rf "$prefix"' EXIT
cmake --install "$1" --prefix "$prefix" >/dev/null
"$(dirname "$0")/uses_installed.sh" "$prefix"
