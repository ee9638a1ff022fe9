#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs every command of every program with --help and with a wrong option.

Usage: help_test.py SUMI

Help has at most 79 columns, with at most 24 lines before the options; other output has at most 80
columns. Every command has --lang. Errors begin with the program's name, mention the help, and
suggest a similar option.
"""
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys
import unicodedata

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

SUMI = pathlib.Path(sys.argv[1]).resolve()
HELP_COLUMNS, OUTPUT_COLUMNS = 79, 80
LINES_BEFORE_OPTIONS = 24
INNER = [["book"], ["games"], ["study"]]  # commands with subcommands
END = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
faults = []


def run(program, *arguments, language="en"):
    path = SUMI.parent / program
    environment = dict(os.environ, LC_ALL="C")
    return subprocess.run([path, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=120, env=environment)


def width(text):
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
               for c in text)


def check_width(what, text, columns):
    for line in text.splitlines():
        if width(line) > columns:
            faults.append(f"{what}: {width(line)} columns: {line}")


def check_error(program, done, *parts):
    what = " ".join(map(str, done.args[1:]))
    lines = done.stderr.splitlines()
    if not lines or not all(line.startswith(f"{program}: ") for line in lines):
        faults.append(f"{program} {what}: not by its program: {done.stderr!r}")
    if done.returncode != 2 or done.stdout:
        faults.append(f"{program} {what}: status {done.returncode}, output {done.stdout[:60]!r}")
    for part in parts:
        if part not in done.stderr:
            faults.append(f"{program} {what}: no {part!r} in {done.stderr!r}")


def commands_of(program, *before):
    done = run(program, *before, "--help")
    check_width(" ".join([program, *before, "--help"]), done.stdout, HELP_COLUMNS)
    groups = done.stdout.split("\nUsage:\n", 1)[1].split("\nExamples:\n", 1)[0].split("\n\n")[1:]
    return [[*before, name] for group in groups for name in re.findall(r"^  (\S+)", group, re.M)]


def check_command(program, words):
    name = " ".join([program, *words])
    done = run(program, *words, "--help")
    if done.returncode != 0 or done.stderr:
        faults.append(f"{name} --help: status {done.returncode}, {done.stderr!r}")
    check_width(f"{name} --help", done.stdout, HELP_COLUMNS)
    before = done.stdout.split("\nOptions:\n", 1)[0].count("\n") + 1
    if before > LINES_BEFORE_OPTIONS:
        faults.append(f"{name} --help: {before} lines before the options")
    option = re.search(r"--([a-z]{4,}[a-z-]*)", done.stdout.split("ptions:", 1)[-1])
    meant = option[1] if option else ""
    typed = meant[:-2] + meant[-1:] + meant[-2:-1]  # swaps the last two letters
    if typed != meant:
        wrong, parts = f"--{typed}", ["; did you mean --"]
    else:
        wrong, parts = "--no-such-option", []
    check_error(program, run(program, *words, wrong), f"`{name} --help`", *parts)
    check_error(program, run(program, *words, "--lang", "xx"), "--lang: 'xx' is not en or ja")
    if run(program, *words, "--lang", "ja", "--help").stdout != done.stdout:
        faults.append(f"{name} --lang ja --help")


def check_data_stats():
    with temporary_folder() as folder:
        text, records = pathlib.Path(folder) / "one.txt", pathlib.Path(folder) / "one.pos"
        text.write_text(END + " +4\n")
        run("sumi-lab", "data", "convert", text, records)
        done = run("sumi-lab", "data", "stats", records)
        if done.returncode != 0:
            faults.append(f"sumi-lab data stats: {done.stderr!r}")
        check_width("sumi-lab data stats", done.stdout, OUTPUT_COLUMNS)


def main():
    programs = [p for p in ("sumi", "sumi-match", "sumi-lab") if (SUMI.parent / p).is_file()]
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        works = []
        for program in programs:
            commands = commands_of(program)
            for words in commands:
                if program == "sumi" and words in INNER:
                    commands = commands + commands_of(program, *words)
            for words in commands:
                if words in INNER:
                    continue
                works.append(pool.submit(check_command, program, words))
            works.append(pool.submit(lambda p=program: check_error(p, run(p, "repotr"), f"`{p} --help`")))
            for option in ("-v", "-V", "--version"):
                done = run(program, option)
                if done.returncode != 0 or not re.search(r"\d\.\d", done.stdout):
                    faults.append(f"{program} {option}: {done.stdout!r}")
        for work in works:
            work.result()
    check_error("sumi", run("sumi", "plya"), "; did you mean play?")
    check_error("sumi", run("sumi", "analyse", "f5"), "; did you mean analyze?")
    check_error("sumi", run("sumi", "--levle", "3"), "; did you mean --level?")
    check_error("sumi", run("sumi", "--lang", "xx", "play"), "--lang")
    check_error("sumi", run("sumi", "--lang", "ja", "plya"), "play のことですか")
    check_error("sumi", run("sumi", "hint", "a1", "--lang", "ja"), "打てません")
    for arguments in (["help", "json"], ["levels"], ["players"], ["version"], ["convert", "--formats"],
                      ["hint", "f5d6c3", "--depth", "4"], ["--lang", "ja", "hint", "f5", "--depth", "2"],
                      ["analyze", "f5d6c3d3c4b3", "--depth", "2"],
                      ["analyze", "f5d6c3d3c4b3", "--depth", "2", "--lang", "ja"],
                      ["board", "f5"], ["book", "show", "default"], ["book", "stats", "default"],
                      ["perft", "--depth", "3"], ["perft", "--depth", "3", "--lang", "ja"],
                      ["levels", "--lang", "ja"], ["players", "--lang", "ja"],
                      ["study", "problems", "--seed", "1"],
                      ["study", "problems", "--seed", "1", "--lang", "ja"],
                      ["study", "opening", "Compoth", "--print"],
                      ["study", "opening", "酉定石", "--print", "--lang", "ja"],
                      ["study", "lines", "f5d6c3"], ["study", "lines", END, "--lang", "ja"],
                      ["solve", END]):
        done = run("sumi", *arguments)
        columns = HELP_COLUMNS if arguments[0] == "help" else OUTPUT_COLUMNS
        check_width(" ".join(["sumi", *arguments]), done.stdout + done.stderr, columns)
    if "sumi-lab" in programs:
        check_data_stats()
    print("\n".join(faults) or "help and errors: all as they should be")
    return bool(faults)


sys.exit(main())
