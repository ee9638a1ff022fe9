#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds all manual pages with tools/man_pages.sh and checks them.

Usage: man_test.py SUMI SUMI_MATCH SUMI_LAB

Each command has a page with its options and examples. man and lexgrog, if installed, accept it, and
the pages that it refers to exist. Building again changes nothing.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "support"))
from temporary_folder import temporary_folder  # noqa: E402

SCRIPT = HERE.parents[1] / "tools" / "man_pages.sh"
PROGRAMS = [pathlib.Path(path).resolve() for path in sys.argv[1:]]
REQUESTS = {".TH", ".SH", ".PP", ".TP", ".IP", ".EX", ".EE", ".B", ".nh", ".ad", ".br"}
faults = []


def run(*command):
    return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60, env=dict(os.environ, LC_ALL="C.UTF-8", MANWIDTH="80"))


def expect(holds, what):
    if not holds:
        faults.append(what)


def check_roff(name, text):
    for line in text.splitlines():
        if line.startswith('.\\"'):
            continue  # a comment
        if line.startswith((".", "'")):
            expect(line.split(" ")[0] in REQUESTS, f"{name}: no request of ours: {line}")
        expect(re.search(r"(?<!\\)-", line) is None, f"{name}: a dash that is none: {line}")
        expect(line.isascii(), f"{name}: not ASCII: {line}")


def check_with_man(paths):
    """Several pages per call, because starting man takes most of the time."""
    done = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", "-Z", *paths)
    expect(done.returncode == 0 and not done.stderr, f"man {paths}: {done.stderr}")
    if shutil.which("lexgrog"):
        named = run("lexgrog", *paths).stdout
        for path in paths:
            expect(f'"{path.stem} - ' in named, f"{path.name}: unknown to lexgrog: {named}")


def plain(text):
    """A page's text without its layout."""
    text = re.sub(r"\\f[BIR]", "", text).replace("\\-", "-").replace("\\&", "")
    text = text.replace("\\(aq", "'").replace("\\(dq", '"').replace("\\(ga", "`").replace("\\(ti", "~")
    return text.replace("\\(ha", "^").replace("\\e", "\\")


def check_command(program, words, path):
    """Compares the page with --help."""
    text = plain(path.read_text())
    shown = run(program, *words, "--help").stdout
    options = shown.split("\nOptions:\n", 1)[1].split("\nExamples:\n", 1)[0]
    for option in re.findall(r"^  (?:-\w, |    )(--[\w-]+)", options, re.M):
        entry = rf"^\.TP\n(-\w, )?{option}( .*)?$"
        expect(re.search(entry, text, re.M), f"{path.name}: no {option}")
    for example in shown.split("\nExamples:\n", 1)[1].splitlines():
        if not example.isascii():
            continue
        expect(f"\n{example[2:]}\n" in text, f"{path.name}: no example {example!r}")


def check_json(program, topic, path):
    """Each field of `help json` is in its page, and each command with --json has fields, except
    reports of sumi-lab, whose fields may change."""
    text = plain(path.read_text())
    for field in re.findall(r"^  (\S[^\s,]*)", topic, re.M):
        expect(re.search(rf"^\.TP\n{re.escape(field)}(,| |$)", text, re.M), f"{path.name}: no {field}")
    if program.name == "sumi-lab":
        return
    for command in run(program, "help", "--list").stdout.splitlines():
        if re.search(r"^ +--json\b", run(program, *command.split(), "--help").stdout, re.M):
            expect(f"\n{program.name} {command}\n" in topic, f"{program.name} {command}: no JSON fields")


def main():
    with temporary_folder() as folder:
        made, again = (pathlib.Path(folder) / name for name in ("made", "again"))
        for share in (made, again):
            done = run(SCRIPT, share, *PROGRAMS)
            expect(done.returncode == 0 and not done.stderr, f"man_pages.sh: {done.stderr}")
        done = run("diff", "-r", made, again)
        expect(done.returncode == 0, f"made again it is another: {done.stdout[:1000]}")
        pages = {path.stem: path for path in (made / "man" / "man1").glob("*.1")}
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            works = []
            for program in PROGRAMS:
                for command in run(program, "help", "--list").stdout.splitlines():
                    name = f"{program.name} {command}".replace(" ", "-")
                    if name not in pages:
                        faults.append(f"{name}: no page")
                    elif command not in ("book", "games", "study"):
                        works.append(pool.submit(check_command, program, command.split(),
                                                 pages[name]))
                expect(program.name in pages, f"{program.name}: no page")
                topic = run(program, "help", "json").stdout
                if topic:
                    works.append(pool.submit(check_json, program, topic, pages[f"{program.name}-json"]))
            if shutil.which("man"):
                paths = sorted(pages.values())
                works += [pool.submit(check_with_man, paths[i::8]) for i in range(8)]
            for work in works:
                work.result()
        for name, path in pages.items():
            text = path.read_text()
            check_roff(name, text)
            for other in re.findall(r"([\w-]+)\(1\)", plain(text)):
                expect(other in pages, f"{name}: there is no {other}(1)")
            is_topic = name.endswith("-json")
            for section in ("NAME", "SYNOPSIS", *(() if is_topic else ("EXIT STATUS", "EXAMPLES"))):
                expect(f".SH {section}\n" in text, f"{name}: no {section}")
    print("\n".join(faults) or f"{len(pages)} manual pages: all as they should be")
    return bool(faults)


sys.exit(main())
