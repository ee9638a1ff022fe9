#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Missing or damaged weights and books are reported before any other work.

Usage: bad_weights.py SUMI SUMI_MATCH SUMI_LAB [--sanitized]

Every command with an option --weights or --book gets bad files: a missing one, a folder, a text,
and the first half of a valid one. The command prints one line with the file's name and exits with
status 1, without other output or files. New commands are included, because commands are found by
their help. --sanitized: one bad file per command, because sanitized programs start slowly.
"""
import concurrent.futures
import itertools
import os
import pathlib
import random
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from random_play import random_game  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
SANITIZED = "--sanitized" in sys.argv
PROGRAMS = {pathlib.Path(path).name: pathlib.Path(path).resolve() for path in sys.argv[1:4]}
POSITION = "-XXXXXX-XXXOOXX-XXOXXXXXXOXXXXXXXXXOXXXXXXXXXXXX-XXXOXX--XXXXX-- O"
SMALL = "--------------OX----XO-------------- X"  # 6x6
GAME = random_game(random.Random(1))

# Other arguments of each command, in variants. Names that begin with "new" are outputs and differ
# in each case. 6x6 boards come first: they need neither file, so a late check would show.
WEIGHTS = {
    "sumi": ["", "--size 6"],
    "sumi analysis": ["< query.json"],
    "sumi analyze": ["games.txt --depth 2", "games.txt --depth 2 --csv", "games.txt --html new.html",
                     "games.txt --depth 2 --json", "games.txt --resume new.jsonl --depth 2"],
    "sumi book add": ["new.book games.txt --plies 3"],
    "sumi book build": ["new.book --plies 1 --level 1"],
    "sumi book deepen": ["old.book --plies 1 --level 2"],
    "sumi book learn": ["new.book games.txt --level 1"],
    "sumi book run": ["new.book jobs.txt", "new.book jobs.txt --json"],
    "sumi book leaves": ["new.book --count 1 --level 1"],
    "sumi book search": ["leaves new"],
    "sumi book verify": ["old.book", "old.book --sample 1"],
    "sumi engine": ["", "--size 4 < lines.gtp"],
    "sumi ggs": ["--login tester --password-file password --host localhost --port 1"],
    "sumi gtp": ["< lines.gtp", "--size 6 < lines.gtp"],
    "sumi hint": ["f5d6 --depth 2", "mixed.obf --depth 2", "mixed.obf --depth 2 --json",
                  "start --size 4 --depth 2"],
    "sumi play": ["< words.txt", "--size 6 < words.txt"],
    "sumi serve": ["--port 1"],
    "sumi solve": ["end.obf", "end.obf --csv", "end.obf --json", "end.obf --obf", "mixed.obf",
                   "end.obf --resume new.jsonl"],
    "sumi study add": ["games.txt --deck new.jsonl --depth 2"],
    "sumi web": ["--port 1 --no-browser"],
    "sumi-lab eval-report": ["one.pos --all-scores"],
    "sumi-lab label": ["one.pos new.pos"],
    "sumi-lab probcut": ["one.pos --out new.inc"],
    "sumi-lab selfplay": ["new --games 1"],
    "sumi-lab tune": ["--iterations 1 --csv new.csv"],
}
BOOKS = {
    "sumi": ["", "--size 6"],
    "sumi analysis": ["< query.json"],
    "sumi analyze": ["games.txt --depth 2", "games.txt --depth 2 --csv", "games.txt --html new.html"],
    "sumi engine": ["", "--size 4 < lines.gtp"],
    "sumi ggs": ["--login tester --password-file password --host localhost --port 1"],
    "sumi gtp": ["< lines.gtp", "--size 6 < lines.gtp"],
    "sumi hint": ["f5d6 --depth 2", "mixed.obf --depth 2", "mixed.obf --depth 2 --json"],
    "sumi play": ["< words.txt", "--size 6 < words.txt"],
    "sumi serve": ["--port 1"],
    "sumi study add": ["games.txt --deck new.jsonl --depth 2"],
    "sumi study lines": ["f5d6", "f5d6 --json"],
    "sumi study opening": ["Rose --print", "Rose --json"],
    "sumi web": ["--port 1 --no-browser"],
}
# Other ways to name such a file.
OTHERS = [
    "sumi-match run new.db --games 2 -e level=1 -e option.weights={}",
    "sumi-match run new.db --games 2 -e level=1 -e 'option.own-book=true option.book={}'",
    "sumi-match run new.db --games 2 -e level=1 -e player=qtable:{}",
    "sumi play --player qtable:{} --size 4 < words.txt",
    "sumi book show {}",
    "sumi book show {} --json",
    "sumi book explain {}",
    "sumi book stats {}",
    "sumi book stats {} --csv",
    "sumi book verify {}",
    "sumi book diff old.book {}",
    "sumi book export {} new.obf",
    "sumi book merge new.book old.book {}",
    "sumi-lab train pattern one.pos --out new.sumi --error-from {}",
    "sumi-lab train nnue one.pos --out new.sumi --init {}",
]
faults = []


def run(line, folder):
    environment = dict(os.environ, LC_ALL="C", PATH=f"{folder}/bin:" + os.environ["PATH"],
                       SUMI_GGS_PASSWORD="secret")
    return subprocess.run(["bash", "-c", line], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120, cwd=folder, env=environment)


def prepare(folder):
    (folder / "bin").mkdir()
    for name, path in PROGRAMS.items():
        (folder / "bin" / name).symlink_to(path)
    (folder / "folder").mkdir()
    (folder / "games.txt").write_text(GAME + "\n")
    (folder / "end.obf").write_text(POSITION + ";\n")
    (folder / "mixed.obf").write_text(f"{SMALL};\n{POSITION};\n")
    (folder / "query.json").write_text('{"id":1,"action":"version"}\n')
    (folder / "jobs.txt").write_text("build --plies 1 --level 1\n")
    (folder / "lines.gtp").write_text("name\nquit\n")
    (folder / "words.txt").write_text("quit\n")
    (folder / "password").write_text("secret\n")
    (folder / "password").chmod(0o600)
    (folder / "text").write_text("Dear Anna,\nshall we play on Sunday?\n")
    weights = (ROOT / "weights" / "pattern.sumi").read_bytes()
    (folder / "half.sumi").write_bytes(weights[:len(weights) // 2])
    for line in ("sumi book build old.book --plies 1 --level 1 --max-loss 64",
                 "cp old.book leaves.book && sumi book leaves leaves.book --count 1 --plies 2 > leaves",
                 f"echo '{POSITION} +4' > one.txt && sumi-lab data convert one.txt one.pos"):
        done = run(line, folder)
        if done.returncode != 0:
            sys.exit(f"{line}: {done.stderr}")
    book = (folder / "old.book").read_bytes()
    (folder / "half.book").write_bytes(book[:len(book) // 2])


def commands_with(option, folder):
    """The commands whose help lists the option with a name or file as its value."""
    found = {"sumi"}
    for name in PROGRAMS:
        for command in run(f"{name} help --list", folder).stdout.splitlines():
            if command not in ("book", "study"):
                shown = run(f"{name} {command} --help", folder).stdout
                if re.search(rf"^ +{option} (NAME|FILE)\b", shown, re.M):
                    found.add(f"{name} {command}")
    return found


def check(line, file, folder):
    try:
        done = run(line, folder)
    except subprocess.TimeoutExpired:
        faults.append(f"{line}: does not end")
        return
    if done.returncode != 1 or done.stdout:
        faults.append(f"{line}: status {done.returncode}, output {done.stdout[:80]!r}, "
                      f"{done.stderr[:200]!r}")
    elif file not in done.stderr or done.stderr.count("\n") != 1:
        faults.append(f"{line}: not on one line with the file's name: {done.stderr[:300]!r}")


def lines_of(kind):
    option = {"sumi": "--weights", "book": "--book"}[kind]
    for command, ways in (WEIGHTS if kind == "sumi" else BOOKS).items():
        for way in ways:
            words, redirected, source = way.partition("<")
            yield f"{command} {words.strip()} {option} {{}} {redirected} {source}".strip()


def main():
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        prepare(folder)
        for option, table in (("--weights", WEIGHTS), ("--book", BOOKS)):
            if not SANITIZED and commands_with(option, folder) != set(table):
                faults.append(f"commands with {option}: this test has others than there are: "
                              f"{commands_with(option, folder) ^ set(table)}")
        before = sorted(os.listdir(folder))
        cases = []
        turn = itertools.count()
        for lines, half in ((lines_of("sumi"), "half.sumi"), (lines_of("book"), "half.book"),
                            (iter(OTHERS), "half.book")):
            for line in lines:
                files = ["missing", "folder", "text", half]
                for file in [files[next(turn) % 4]] if SANITIZED else files:
                    fresh = re.sub(r"\bnew\b", f"new{len(cases)}", line)
                    cases.append((fresh.format(file), file))
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda case: check(*case, folder), cases))
        left = sorted(set(os.listdir(folder)) - set(before))
        for file in left:
            number = re.match(r"new(\d+)", file)
            case = cases[int(number[1])][0] if number else "?"
            faults.append(f"{case}: left behind: {file}")
    print("\n".join(faults) or f"{len(cases)} bad files told first")
    return bool(faults)


sys.exit(main())
