#!/bin/sh
# SPDX-License-Identifier: MIT
# check_translations.py must find exactly the offences of a small bad tree.
set -eu
check=$(cd "$(dirname "$0")/../.." && pwd)/tools/lint/check_translations.py
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
cd "$tree"
mkdir -p protocol/report tools

cat >protocol/report/language.cpp <<'END'
Translation kTranslations[] = {{"move", "X"}, {"{} of {all}, long "
     "text", "{all}{}"}};  // {"not", "this"}
END
cat >protocol/report/page.cpp <<'END'
Language l; tr(l, "move"); say(l, "{} of {all}, " "long text", f(1, 2), "no key");
END
python3 "$check" "$tree"

cat >protocol/report/language.cpp <<'END'
Translation kTranslations[] = {{"{} moves", "{:d} {}"}, {"unused", "X"}, {"red", "X"}};
END
cat >protocol/report/page.cpp <<'END'
Language l; tr(l, "{} moves");
tr(l, a ? "red" : "green");
const auto text = b ? "red; or" : "blue";
tr(l, text);
END
expected='protocol/report/language.cpp:1: other fields than the English: {:d} {}
protocol/report/page.cpp:2: no translation: green
protocol/report/page.cpp:4: no translation: red; or
protocol/report/page.cpp:4: no translation: blue
protocol/report/language.cpp:1: nobody says: unused'
found=$(python3 "$check" "$tree" || echo "status $?")
[ "$found" = "$expected
status 1" ] || { printf 'found:\n%s\n' "$found"; exit 1; }
