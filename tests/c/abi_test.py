#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the ABI of libsumi.  Usage: abi_test.py HEADER MAP LIBRARY [--write]

abi.txt has the declarations of sumi.h without comments. The functions are those of sumi.map, and
the library exports no others but the data of SUMI_PRIVATE. --write updates abi.txt: declarations
may be added, but existing ones must not change while the SONAME stays.
"""
import pathlib
import re
import subprocess
import sys


def declarations(header):
    """One per line, in order."""
    text = re.sub(r"/\*.*?\*/", " ", header.replace("\\\n", " "), flags=re.S)
    text = text[text.index('extern "C" {') + len('extern "C" {'):]
    text = re.sub(r"^\s*#\s*(endif|ifdef __cplusplus).*$", "", text, flags=re.M)
    defines = re.findall(r"^#define\s+.*$", text, flags=re.M)
    text = re.sub(r"^#.*$", "", text, flags=re.M)
    # Struct and enum bodies contain semicolons.
    found, depth, one = [], 0, ""
    for char in text:
        depth += (char == "{") - (char == "}")
        one += char
        if char == ";" and depth == 0:
            found.append(one)
            one = ""
    return [re.sub(r"\s+", " ", d).strip() for d in found + defines]


def main():
    header, version_map, library = map(pathlib.Path, sys.argv[1:4])
    kept = pathlib.Path(__file__).with_name("abi.txt")
    declared = declarations(header.read_text())
    text = "".join(line + "\n" for line in declared)
    if "--write" in sys.argv:
        kept.write_text(text)
    faults = []
    old = kept.read_text().splitlines()
    faults += [f"in abi.txt, but not in {header.name}: {line}" for line in old if line not in declared]
    faults += [f"in {header.name}, but not in abi.txt: {line}" for line in declared if line not in old]
    functions = {m for d in declared for m in re.findall(r"^SUMI_API.*?\b(sumi_\w+)\(", d)}
    if len(functions) < 60:
        faults.append(f"only {len(functions)} functions were found in {header.name}")
    promised = version_map.read_text().partition("SUMI_PRIVATE")[0]
    mapped = set(re.findall(r"\b(sumi_\w+);", promised))
    symbols = subprocess.run(["nm", "-D", "--defined-only", library], check=True,
                             capture_output=True, text=True).stdout
    exported = {line.split()[2] for line in symbols.splitlines() if "@@SUMI_PRIVATE" not in line}
    exported = {name.partition("@@")[0] for name in exported if not name.startswith("SUMI_")}
    for name, one, other in [("sumi.map", mapped, functions), ("the library", exported, functions)]:
        faults += [f"not in {name}: {f}" for f in sorted(other - one)]
        faults += [f"in {name} only: {f}" for f in sorted(one - other)]
    print("\n".join(faults) or f"{len(functions)} functions as promised")
    sys.exit(bool(faults))


main()
