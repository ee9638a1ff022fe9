#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compares the JSON that commands print with `help json`.  Usage: json_test.py SUMI SUMI_MATCH

Every printed field must be documented with its type, and every command with fields must be run.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

PROGRAMS = {pathlib.Path(path).name: pathlib.Path(path).resolve() for path in sys.argv[1:]}
END = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
GAMES = """(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Tamenori]PW[Shaman]RB[2000]RW[1900]TY[8]\
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
B[f5]W[d6]B[c3]W[d3]B[c4]W[b3];)
(;GM[Othello]DT[2004.12.15]PB[Me]PW[Shaman]RE[+2.000]TY[8]\
BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]\
B[f5]W[f6]B[e6]W[f4]B[e3];)
"""
QUERIES = """{"id": 1, "moves": "f5", "limits": {"depth": 3}}
{"id": 2, "moves": ""}
{"action": "version"}
{"action": "terminate", "id": "end"}
{"id": 3, "position": "---------------------------OX------XO---------------------------"}
"""
JOBS = "build --plies 3 --max-loss 9 --level 2\n"
LEAVES = "sumi book leaves a.book --count 3 --plies 6 --level 2"
# In this order, because later commands read files of earlier ones; " > " names an output file.
RUNS = [
    "sumi hint f5d6c3 --depth 4 --json",
    "sumi hint games.ggf --depth 2 --json",
    "sumi games import games.ggf --games all.db --json",
    "sumi games show f5d6 --games all.db --json",
    "sumi games search --games all.db --json",
    "sumi games players --games all.db --json",
    "sumi games export out.ggf --games all.db --json",
    "sumi games stats --games all.db --json",
    "sumi games verify --games all.db --json",
    "sumi analyze games.ggf --depth 2 --json --games all.db",
    f"sumi solve --json --all-moves '{END}'",
    f"sumi solve --resume run --shard 1/2 '{END}'",
    "sumi status run --json",
    "sumi book build a.book --plies 2 --max-loss 64 --level 2 -j 1 --json",
    "sumi book run a.book jobs --json",
    f"{LEAVES} > leaves",
    "sumi book search leaves answers --json",
    "sumi book take a.book answers --json",
    "sumi book add a.book games.ggf --level 2 --json",
    "sumi book learn a.book games.ggf --level 2 --json",
    "sumi book deepen a.book --level 3 --json",
    "sumi book prune a.book --max-loss 2 --json",
    "sumi book merge b.book a.book --json",
    "sumi book verify a.book --sample 3 --depth 3 --json",
    "sumi book show default f5d6 --depth 2 --json",
    "sumi book show a.book f5f4 --json",
    "sumi book explain default f5d6c3 --json",
    "sumi book diff default a.book --json",
    "sumi book stats a.book --json",
    "sumi study add games.ggf --deck deck --depth 2 --json",
    "sumi study list --deck deck --json",
    "sumi study problems --difficulty 1 --seed 1 --json",
    "sumi study opening Rose-Bill --json",
    f"sumi study lines '{END}' --hold win --json",
    "sumi study lines f5d6c3 --json",
    "sumi analysis",
    "sumi levels --json",
    "sumi perft --depth 2 --json",
    "sumi perft games.ggf --depth 1 --json",
    "sumi bench --json",
    "sumi version --json",
    "sumi-match run m.db -e level=1 -e player=random --games 4 --seed 2 --sprt 0,50",
    "sumi-match report m.db --json",
    "sumi-match games m.db --format json",
    "sumi-match status run --json",
]
faults = set()


def run(line, folder):
    line, _, copy = line.partition(" > ")
    name, rest = line.split(" ", 1)
    done = subprocess.run(["sh", "-c", f'"$0" {rest}', PROGRAMS[name]], input=QUERIES, cwd=folder,
                          capture_output=True, text=True, timeout=120,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))
    if copy:
        (folder / copy).write_text(done.stdout)
    return done.stdout


class Section:
    """A command's fields, from path to type and description; likewise for names in capitals."""

    def __init__(self):
        self.fields, self.like, self.named = {}, [], {}


def expanded(paths):
    """For `a.b, c`: a.b and a.c."""
    first, *others = paths.split(", ")
    before = first[:first.rfind(".") + 1]
    return [first, *(before + other for other in others)]


def sections_of(text, commands):
    sections, section, fields = {}, None, None
    for line in text.replace("\n    ", "\x00").splitlines():
        line = re.sub("\x00 *", " ", line)
        if line in commands:
            section = sections[line] = Section()
            fields = section.fields
        elif section and line.startswith("  "):
            paths, _, what = line.strip().partition("  ")
            if not what:  # the path was too long for its column
                paths, _, what = re.match(r"((?:\S+, )*\S+)( +)(.*)", line.strip()).groups()
            for path in expanded(paths):
                fields.setdefault(path, []).append(what.strip())
            if what.strip().startswith("as in `"):
                section.like.append(re.search("`(.*?)`", what)[1])
        elif section and (named := re.match(r"([A-Z]{2,})\b.*:$", line)):
            fields = section.named.setdefault(named[1], {})
        elif section and line.startswith("As in `"):
            section.like.append(re.search("`(.*?)`", line)[1])
        elif section and line.endswith(":"):
            fields = section.fields
    return sections


TYPES = {"string": str, "boolean": bool, "integer": int, "number": (int, float), "object": dict, "array": list,
         "array of strings": list, "array of moves": list, "array of integers": list,
         "array of numbers": list}


def has_type(value, types, section):
    for one in types.split(" or "):
        name = one.rsplit(" ", 1)[-1]
        if one == "null" and value is None:
            return True
        if name in section.named:
            if isinstance(value, list if one.startswith("array of") else dict):
                return True
        elif one not in TYPES:
            faults.add(f"no type: {types}")
            return True
        elif isinstance(value, TYPES[one]) and (one == "boolean" or not isinstance(value, bool)):
            return True
    return value is None  # unknown


def check(value, path, fields, section, where):
    """Compares an object with the fields; `path` is its own and ends with a dot."""
    for key, inner in value.items():
        at = f"{path}{key}"
        rows = fields.get(at, []) + fields.get(at + "[]", [])
        below = [name for name in fields if name.startswith((at + ".", at + "[]."))]
        if not rows and not below:
            faults.add(f"{where}: {at} is not documented")
            continue
        types = [re.split(r":\s", row)[0] for row in rows if not row.startswith("as in")]
        if types and not any(has_type(inner, one, section) for one in types):
            faults.add(f"{where}: {at} is {inner!r}, not {types}")
        what = " ".join(rows)
        listed = re.search(r"\{(.*?)\}", what)
        named = [section.named[word] for word in re.findall(r"\b[A-Z]{2,}\b", what.split(":")[0])
                 if word in section.named]
        for item in inner if isinstance(inner, list) else [inner]:
            if not isinstance(item, dict):
                continue
            if listed:
                if set(item) != set(listed[1].split(", ")):
                    faults.add(f"{where}: {at} has {sorted(item)}")
            elif below or named:
                step = at + ("[]." if isinstance(inner, list) else ".")
                merged = {name: row for name, row in fields.items() if name.startswith(step)}
                for block in named:
                    merged.update({step + name: row for name, row in block.items()})
                check(item, step, merged, section, where)


def main():
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        (folder / "games.ggf").write_text(GAMES)
        (folder / "jobs").write_text(JOBS)
        sections = {}
        for program in PROGRAMS:
            commands = [f"{program} {line}" for line in run(f"{program} help --list", folder).splitlines()]
            sections.update(sections_of(run(f"{program} help json", folder), commands))
        for section in sections.values():
            for other in section.like:
                for path, rows in sections[other].fields.items():
                    section.fields[path] = section.fields.get(path, []) + rows
        untried = set(sections)
        for line in RUNS:
            command = next((c for c in sections if line.startswith(c + " ") or line == c), None)
            printed = [json.loads(text) for text in run(line, folder).splitlines() if text.startswith("{")]
            if not command or "--shard" in line:
                continue  # only prepares other commands
            if not printed:
                faults.add(f"{line}: nothing printed")
            untried.discard(command)
            for value in printed:
                check(value, "", sections[command].fields, sections[command], command)
        faults.update(f"{command}: not tried" for command in untried)
    print("\n".join(sorted(faults)) or f"JSON of {len(sections)} commands: all as documented")
    return bool(faults)


sys.exit(main())
