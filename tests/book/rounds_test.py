#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A book built in rounds does not depend on how its workers are launched, lost or replaced.

Usage: rounds_test.py SUMI BOOK_ROUNDS_SH [--seed N]

tools/cluster/book_rounds.sh builds a book with one shard per leaf, then another with three shards,
of which the launcher kills one; the script itself is killed within a round and restarted. Both
books are valid and complete, with equal entries. If no worker ever starts, the script gives up.
"""
import argparse
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

ENGINE = ["--evaluator", "table", "--hash-mib", "1"]
GOAL = ["--plies", "5", "--max-loss", "3", "--level", "10"]
LEAVES = 24
PATIENCE = 300  # seconds; only a hang takes longer


def launch(seed, log, shards, *search):
    """Runs all shards at the same time; every other time kills one of them early."""
    launches = len(log.read_text().split()) if log.exists() else 0
    rng = random.Random(f"{seed} {launches}")
    workers = [subprocess.Popen([*search, "--shard", f"{i}/{shards}"], stdout=subprocess.DEVNULL)
               for i in range(1, int(shards) + 1)]
    time.sleep(rng.uniform(0, 0.05))
    if launches % 2 == 0:
        rng.choice(workers).kill()
    statuses = [worker.wait() for worker in workers]
    with log.open("a") as file:
        file.write(f"{statuses.count(-signal.SIGKILL)}\n")


class Folder:
    def __init__(self, options, folder):
        self.sumi, self.script, self.path = options.program, options.script, folder

    def run(self, *words):
        done = subprocess.run([self.sumi, "book", *words], cwd=self.path, capture_output=True, text=True,
                              timeout=PATIENCE)
        if done.returncode != 0:
            sys.exit(f"{words}: status {done.returncode}: {done.stdout}{done.stderr}")
        return done.stdout

    def rounds(self, book, *words):
        return subprocess.Popen([self.script, "-n", str(LEAVES), *words, book, *GOAL, *ENGINE],
                                cwd=self.path, env=dict(os.environ, SUMI=self.sumi), text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def finish(self, process, status=0):
        out, complaints = process.communicate(timeout=PATIENCE)
        if process.returncode != status:
            sys.exit(f"{process.args}: status {process.returncode}: {out}{complaints}")
        return out, complaints

    def entries(self, book):
        return sorted(self.run("export", book, "-", "--format", "obf").splitlines())


def check(folder, seed):
    out, _ = folder.finish(folder.rounds("one.book"))
    rounds = out.count("answers ignored")
    log = folder.path / "log"
    launcher = f"python3 {pathlib.Path(__file__).resolve()} --launch {seed} {log} $shards $search"
    process = folder.rounds("many.book", "-s", "3", "-l", launcher)
    begin = time.monotonic()
    while not log.exists() and process.poll() is None and time.monotonic() - begin < PATIENCE:
        time.sleep(0.01)
    process.kill()
    process.wait()
    folder.finish(folder.rounds("many.book", "-s", "3", "-l", launcher))
    killed = sum(map(int, log.read_text().split()))
    one, many = folder.entries("one.book"), folder.entries("many.book")
    print(f"{len(one)} positions by {rounds} rounds; {killed} workers were killed")
    if one != many:
        differ = [pair for pair in zip(one, many) if pair[0] != pair[1]]
        sys.exit(f"{len(many)} positions, not {len(one)}; {len(differ)} differ, as {differ[:1]}")
    if killed == 0 or rounds < 3:
        sys.exit("nothing was tested")
    folder.run("verify", "many.book")
    again = json.loads(folder.run("build", "many.book", "-j", "1", "--json", *ENGINE))
    if (again["end"], again["searched"]) != ("done", 0):
        sys.exit(f"{again} was left to do")
    if left := [path.name for path in folder.path.glob("*.round")]:
        sys.exit(f"left behind: {left}")


def check_giving_up(folder):
    _, complaints = folder.finish(folder.rounds("none.book", "-l", "false"), 1)
    if "giving up" not in complaints:
        sys.exit(f"does not say that it gives up: {complaints}")


def main():
    parser = argparse.ArgumentParser()
    for name in ("program", "script"):
        parser.add_argument(name, type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    with temporary_folder() as path:
        folder = Folder(options, pathlib.Path(path))
        check(folder, options.seed)
        check_giving_up(folder)
    print("equal")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--launch"]:
        launch(sys.argv[2], pathlib.Path(sys.argv[3]), *sys.argv[4:])
    else:
        main()
