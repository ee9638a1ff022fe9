#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Starts from an empty folder and trains weights that beat the evaluator `table`.

Usage: pipeline_test.py SUMI_LAB [SEED]

Runs the commands of the small training in tools/lab/README.md with the programs next to SUMI_LAB.
The weights must score 75 % in the final match at equal nodes. Deterministic; SEED changes the
games.
"""
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

WANTED = 0.75
README = pathlib.Path(__file__).resolve().parents[2] / "tools/lab/README.md"


def commands():
    """The commands of the README's block that starts from nothing."""
    text = README.read_text().replace("\\\n", " ")
    blocks = [block for block in re.findall(r"```sh\n(.*?)```", text, re.S)
              if "--evaluator table" in block]
    if len(blocks) != 1:
        sys.exit(f"{README}: {len(blocks)} blocks of commands with --evaluator table, not one")
    return blocks[0].splitlines()


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(program, seed):
    folder_of_programs = pathlib.Path(program).resolve().parent
    environment = dict(os.environ, PATH=f"{folder_of_programs}:{os.environ['PATH']}")
    with tempfile.TemporaryDirectory() as folder:
        for command in commands():
            if seed and ("selfplay" in command or "sumi-match" in command):
                command += f" --seed {seed}"
            start, start_cpu = time.monotonic(), cpu_seconds()
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                                  capture_output=True, text=True)
            print(f"{time.monotonic() - start:6.1f} s, {cpu_seconds() - start_cpu:5.1f} s of a core"
                  f"  {command}", flush=True)
            if done.returncode:
                sys.exit(f"status {done.returncode}\n{done.stdout}{done.stderr}")
        report = subprocess.run(["sumi-match", "report", "match.db", "--json"], cwd=folder,
                                env=environment, check=True, capture_output=True, text=True)
    engines = {engine["name"]: engine for engine in json.loads(report.stdout)["engines"]}
    new = engines["new"]
    games = new["wins"] + new["draws"] + new["losses"]
    share = (new["wins"] + new["draws"] / 2) / games
    print(f"{games} games against table: {new['wins']} won, {new['draws']} drawn, "
          f"{new['losses']} lost, {share:.1%}")
    if games != 200 or share < WANTED:
        sys.exit(f"less than {WANTED:.0%} of 200 games")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None)
