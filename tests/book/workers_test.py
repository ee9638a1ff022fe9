#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A book that many build is whole, whoever of them is killed.

Usage: workers_test.py SUMI [--seed N]

A process that searches nothing itself builds a book by three workers. One of them, and then the
writer, are ended by kill -9 at random moments, another worker by SIGTERM; others take their places
and go on. In the end the book is verified, nothing that the goal wants is missing, and the workers
end by themselves. The book is one of all moves, at a level whose searches do not depend on what
tables remember: it has the positions and the scores of a book that a single process has built. Where
one worker is given one leaf at a time, the book is that of a single process in every entry, at a
level whose searches do depend on it.
"""
import argparse
import json
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

ENGINE = ["--evaluator", "table", "--hash-mib", "1"]
PATIENCE = 120  # seconds; only what hangs takes so long


class Desk:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.running = []

    def start(self, *words):
        process = subprocess.Popen([self.program, "book", *words], cwd=self.folder,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True)
        self.running.append(process)
        return process

    def finish(self, process, *statuses):
        """What it wrote; it must end with one of these."""
        try:
            out, complaints = process.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            sys.exit(f"{process.args} does not end; in the folder: {self.files()}")
        if process.returncode not in (statuses or (0,)):
            sys.exit(f"{process.args}: status {process.returncode}: {out}{complaints}")
        return out

    def run(self, *words):
        return self.finish(self.start(*words))

    def files(self):
        jobs = self.folder / "jobs"
        return sorted(file.name for file in jobs.iterdir()) if jobs.exists() else []

    def worker(self):
        return self.start("work", "jobs", "-j", "1", "--json", *ENGINE)

    def writer(self, book, *words):
        return self.start("build", book, "--workers", "jobs", "-j", "0", "--json", *words, *ENGINE)

    def positions(self, book):
        return sorted(self.run("export", book, "-", "--format", "obf").splitlines())

    def end_all(self):
        for process in self.running:
            if process.poll() is None:
                process.kill()
                process.wait()


def scores(lines):
    """Positions with their scores; which of several equal moves is the leaf may differ."""
    return [(line.split(";")[0], re.search(r"score=\S+", line)[0]) for line in lines]


def check_whole(desk, book, *goal):
    """The book is sound, and building it by one process finds nothing to do."""
    desk.run("verify", book)
    again = json.loads(desk.run("build", book, *goal, "-j", "1", "--json", *ENGINE))
    if (again["end"], again["searched"]) != ("done", 0):
        sys.exit(f"{book}: {again} was left to do")


def wait_for(desk, what, condition):
    begin = time.monotonic()
    while not condition():
        if time.monotonic() - begin > PATIENCE:
            sys.exit(f"{what}: not seen; in the folder: {desk.files()}")
        time.sleep(0.002)


def check_kills(desk, rng):
    goal = ["--plies", "5", "--max-loss", "64", "--level", "1"]
    # 400 jobs or so.
    share = ["--leaves", "12"]

    def wait_for_job(number, writer):
        """Until the writer has given so many out, or has ended."""
        def given():
            jobs = [re.match(r"[0-9a-f]{8}-(\d+)\.", name) for name in desk.files()]
            return any(job and int(job[1]) >= number for job in jobs)
        wait_for(desk, f"job {number}", lambda: given() or writer.poll() is not None)

    desk.run("build", "one.book", *goal, "-j", "1", *ENGINE)
    writer = desk.writer("many.book", *goal, *share)
    workers = [desk.worker() for _ in range(3)]
    first = rng.randrange(1, 80)
    wait_for_job(first, writer)
    workers[0].kill()
    desk.finish(workers.pop(0), -signal.SIGKILL)
    workers.append(desk.worker())
    second = first + rng.randrange(80)
    wait_for_job(second, writer)
    workers[0].terminate()
    desk.finish(workers.pop(0), 128 + signal.SIGTERM, -signal.SIGTERM)
    wait_for_job(second + rng.randrange(80), writer)
    writer.kill()
    desk.finish(writer, -signal.SIGKILL)
    before = len(desk.positions("many.book"))
    workers.append(desk.worker())
    told = json.loads(desk.finish(desk.writer("many.book", *goal, *share)))
    if told["end"] != "done" or told["added"] + before != told["positions"]:
        sys.exit(f"there were {before} positions, then {told}")
    for worker in workers:
        end = json.loads(desk.finish(worker))["end"]
        if end != "over":
            sys.exit(f"a worker ended as {end}")
    left = desk.files()
    if left != ["over", "writer.lock"]:
        sys.exit(f"left behind: {left}")
    check_whole(desk, "many.book", *goal)
    one, many = scores(desk.positions("one.book")), scores(desk.positions("many.book"))
    if one != many:
        differ = [pair for pair in zip(one, many) if pair[0] != pair[1]]
        sys.exit(f"{len(many)} positions, not {len(one)}; {len(differ)} differ, as {differ[:1]}")
    print(f"{len(many)} positions; the writer was killed when there were {before}")


def check_one_at_a_time(desk):
    goal = ["--plies", "5", "--max-loss", "3", "--level", "4"]
    desk.run("build", "alone.book", *goal, "-j", "1", *ENGINE)
    worker = desk.worker()  # finds that the book before is done, and waits for this one
    told = json.loads(desk.finish(desk.writer("shared.book", *goal, "--leaves", "1")))
    if told["end"] != "done":
        sys.exit(f"shared.book: {told}")
    desk.finish(worker)
    if desk.positions("alone.book") != desk.positions("shared.book"):
        sys.exit("one worker with a leaf at a time makes another book than one process")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--seed", type=int, default=2026)
    options = parser.parse_args()
    with temporary_folder() as folder:
        desk = Desk(options.program, pathlib.Path(folder))
        try:
            check_kills(desk, random.Random(options.seed))
            check_one_at_a_time(desk)
        finally:
            desk.end_all()
    print("equal")


if __name__ == "__main__":
    main()
