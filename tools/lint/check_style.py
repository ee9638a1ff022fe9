#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lists files over 400 lines and functions over 60.  Usage: check_style.py ROOT

A hint for reviewers, not a test. Relies on clang-format's layout: a function with 0 or 2 columns of
indentation starts at the last equally indented line before its closing brace.
"""
import pathlib
import re
import sys

MAX_FILE = 400
MAX_FUNCTION = 60

NO_FUNCTION = re.compile(r"\s*(namespace|class|struct|union|enum|if|for|while|switch|do|else|try|\})")


def long_functions(lines):
    for end, line in enumerate(lines):
        if line not in ("}", "  }"):
            continue
        indent = line[:-1]
        beginning = re.compile(indent + r"[^\s#/]")
        begin = max((n for n in range(end) if beginning.match(lines[n])), default=end)
        if end - begin >= MAX_FUNCTION and not NO_FUNCTION.match(lines[begin]):
            yield begin + 1, end - begin + 1


def main(root):
    for file in sorted(root.rglob("*")):
        name = file.relative_to(root).as_posix()
        if file.suffix not in {".h", ".cpp"} or name.startswith(("build/", ".")):
            continue
        lines = file.read_text().splitlines()
        if len(lines) > MAX_FILE:
            print(f"{name}: {len(lines)} lines")
        for line, length in long_functions(lines):
            print(f"{name}:{line}: function of {length} lines")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
