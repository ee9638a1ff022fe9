#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sharded work equals the work of one process, byte for byte except times.

Usage: shards_test.py SUMI SUMI_MATCH SUMI_LAB

Each command with --shard runs in one process, then in three, one of which is killed early and
restarted. Merging fails and names missing shards until all are done. It fails for shards of other
settings. Merging twice gives the same result.
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

SUMI, MATCH, LAB = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
TIMES = re.compile(r'"(seconds|overhead_seconds|date)":("[^"]*"|[0-9.e-]+)')
SELFPLAY = ["--games", "40", "--evaluator", "table", "--depth", "3", "--exact-at", "8"]
LABEL = ["--evaluator", "table", "--depth", "1", "--exact-at", "8"]
MATCHED = ["-e", "evaluator=table depth=2", "-e", "evaluator=mobility depth=2", "--time", "none",
           "--games", "16"]
TD = ["--steps", "60", "--seeds", "4", "--measure-games", "10", "--measure-every", "0"]
TUNE = ["--evaluator", "table", "--nodes", "200", "--iterations", "6", "--pairs", "3", "--verify", "3"]
# Name; command with OUT for its output; folder of its shards; another setting; number of units;
# files that must be equal, or None for standard output.
JOBS = [
    ("selfplay", [LAB, "selfplay", "OUT", *SELFPLAY], "OUT/shards", ["--seed", "2"], 40, "*.pos"),
    ("label", [LAB, "label", "games", "OUT", *LABEL], "OUT/shards", ["--drop-game-scores"], None,
     "*.pos"),
    ("solve", [SUMI, "solve", "positions.obf", "--obf", "-j", "1"], "OUT", ["--all-moves"], 30, None),
    ("solve JSON", [SUMI, "solve", "positions.obf", "--json", "-j", "1"], "OUT", ["--wld"], 30, None),
    ("analyze", [SUMI, "analyze", "games.txt", "--csv", "--level", "5"], "OUT", ["--no-book"], 5, None),
    ("match", [MATCH, "run", "OUT/", *MATCHED], "OUT", ["--seed", "2"], 16, None),
    ("td", [LAB, "td", "--out", "OUT", *TD], "OUT/shards", ["--seed", "9"], 240, "**/*"),
    ("tune", [LAB, "tune", "--checkpoint", "OUT/t.json", "--csv", "OUT/t.csv", *TUNE],
     "OUT/t.json.shards", ["--seed", "2"], 36, "t.*"),
]
SHARDS = 3


def run(command, folder, status=0):
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
    if done.returncode != status:
        sys.exit(f"{command}: status {done.returncode}, not {status}: {done.stdout}{done.stderr}")
    return done


def command_of(job, out, *more):
    name, command, shards, *_ = job
    resume = ["--resume", shards] if name.split()[0] in ("solve", "analyze") and more else []
    return [word.replace("OUT", out) for word in [*command, *resume, *more]]


def files(folder, pattern):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.glob(pattern)
            if path.is_file() and "shards" not in str(path.relative_to(folder))}


def results(job, folder, out, done):
    name, *_, pattern = job
    if name == "match":
        games = run([MATCH, "games", f"{out}/all.db", "--format", "json"], folder).stdout
        return TIMES.sub("", games)
    return files(folder / out, pattern) if pattern else TIMES.sub("", done.stdout)


def of_one_process(job, folder):
    command = command_of(job, "one")
    if job[0] == "match":
        command[command.index("one/")] = "one/all.db"
    (folder / "one").mkdir()
    return results(job, folder, "one", run(command, folder))


def kill_and_start_again(command, folder):
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    time.sleep(0.2)
    process.kill()
    process.wait()
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)


def of_shards(job, folder):
    name, _, shards, other, units, _ = job
    place = shards.replace("OUT", "many")
    (folder / "many").mkdir()
    commands = [command_of(job, "many", "--shard", f"{i}/{SHARDS}") for i in range(1, SHARDS + 1)]
    merge = command_of(job, "many", "--shard", "merge")
    begun = SHARDS if name == "tune" else SHARDS - 1  # shards of tune wait for each other
    processes = [kill_and_start_again(commands[0], folder)]
    processes += [subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
                  for command in commands[1:begun]]
    if any(process.wait(300) for process in processes):
        sys.exit(f"{name}: a shard fails")
    if begun < SHARDS:
        refused = run(merge, folder, 1).stderr
        assert f"missing: {SHARDS}/{SHARDS}" in refused, refused
        run(commands[-1], folder)
    refused = run([*merge, *other], folder, 1).stderr
    assert "was begun with" in refused, refused
    refused = run([*command_of(job, "many", "--shard", "1/4")], folder, 1).stderr
    assert f"shards {SHARDS}, not 4" in refused, refused
    status = json.loads(run([SUMI, "status", place, "--json"], folder).stdout)
    assert (status["shards"], status["done"]) == (SHARDS, SHARDS), status
    assert status["units_done"] == status["units"] == (units or status["units"]) > 0, status
    first = results(job, folder, "many", run(merge, folder))
    assert first == results(job, folder, "many", run(merge, folder)), f"{name}: merged twice"
    return first


def make_input(folder):
    run([LAB, "selfplay", "games", *SELFPLAY, "--seed", "7"], folder)
    run([LAB, "data", "convert", "games/7-000000.pos", "all.obf"], folder)
    lines = (folder / "all.obf").read_text().splitlines()
    boards = [line.rsplit(" ", 1)[0] for line in lines if line.split()[0].count("-") == 10]
    (folder / "positions.obf").write_text("".join(board + "\n" for board in boards[:30]))
    (folder / "games.txt").write_text("f5d6c3d3c4f4\nf5f6e6f4e3c5\nf5d6c4d3\nd3c3c4\nf5f4\n")


def main():
    with temporary_folder() as base:
        inputs = pathlib.Path(base) / "inputs"
        inputs.mkdir()
        make_input(inputs)
        for job in JOBS:
            folder = pathlib.Path(base) / job[0].replace(" ", "-")
            shutil.copytree(inputs, folder)
            start = time.monotonic()
            one, many = of_one_process(job, folder), of_shards(job, folder)
            assert one, f"{job[0]}: nothing to compare"
            if one != many:
                sys.exit(f"{job[0]}: shards give something else:\n{str(one)[:500]}\n{str(many)[:500]}")
            print(f"{job[0]}: equal, {time.monotonic() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main()
