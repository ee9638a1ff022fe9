#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Interrupted Slurm arrays of tools/cluster/array.sbatch give the result of one process.

Usage: slurm_test.py SUMI SUMI_MATCH SUMI_LAB

Six arrays, one per kind of job, share two cores. In each array one task is killed by SIGKILL and
requeued, and another is requeued by `scontrol requeue` at work. In the analysis, which has two
shards per task, one task is only requeued. In the self-play two tasks reach their time limit and
continue later. The merged shards equal the result of one process, byte for byte except times. Exit
status 77 (skipped in CTest) without Slurm.
"""
import os
import pathlib
import signal
import sys
import tempfile
import time

import jobs
import one_node_slurm

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "tools" / "cluster" / "array.sbatch"
SHARDS = 4
SHARD = "$(((SLURM_ARRAY_TASK_ID - 1) * ${SLURM_STEP_NUM_TASKS:-1} + SLURM_PROCID + 1))"
WARNED = "goes back into the queue"  # the script's message


class Array:
    """The array of one job. Each task has `steps` shards; those in `held` stay stopped until they
    are disturbed."""

    def __init__(self, slurm, job, folder, held, options=(), steps=1):
        self.slurm, self.job, self.folder = slurm, job, folder
        folder.mkdir()
        for number in held:
            (folder / f"hold-{number}").touch()
        self.steps = steps
        self.numbers = range(1, SHARDS // steps + 1)
        self.id = slurm.does(
            "sbatch", "--parsable", f"--array=1-{len(self.numbers)}", f"--ntasks={steps}",
            "--output=task-%a.txt", *options, str(SCRIPT),
            *jobs.told_of(SHARD, job.sharded), cwd=folder)

    def task(self, number):
        return f"{self.id}_{number}"

    def log(self, number):
        path = self.folder / f"task-{number}.txt"
        return path.read_text(errors="replace") if path.exists() else ""

    def failed(self, problem):
        logs = "".join(f"\ntask {number}: {self.slurm.state(self.task(number))}\n"
                       f"{self.log(number)[-1500:]}" for number in self.numbers)
        sys.exit(f"{self.job.name}: {problem}{logs}{self.slurm.logs()}")

    def task_of(self, shard):
        return self.task((shard - 1) // self.steps + 1)

    def log_of(self, shard):
        return self.log((shard - 1) // self.steps + 1)

    def start_held(self, shard):
        """Lets its program run until part of its shard is on disk; returns its process."""
        self.slurm.wait_for(f"process of shard {shard} of {self.job.name}",
                            lambda: jobs.told_process(self.folder, shard))
        process = jobs.told_process(self.folder, shard)
        stat = pathlib.Path(f"/proc/{process}/stat")
        self.slurm.wait_for(f"shard {shard} of {self.job.name} that stands still",
                            lambda: stat.read_text().rpartition(") ")[2].startswith("T"))
        (self.folder / f"hold-{shard}").unlink()
        os.kill(process, signal.SIGCONT)
        self.slurm.wait_for(f"file of shard {shard} of {self.job.name}",
                            lambda: self.has_kept(shard), interval=0.01)
        return process

    def has_kept(self, shard):
        """Whether a growing file of the shard has content beyond locks, status and headers. For a
        learner its folder is enough, because it saves twice a minute."""
        name = f"{shard}-of-{SHARDS}"
        return (self.folder / jobs.SHARDS / f"seed-{shard}").exists() or any(
            path.stat().st_size > 400 for path in self.folder.rglob(f"{name}*")
            if path.suffix not in (".lock", ".status", ".db", ".db-journal", ".db-shm"))

    def signal_at_work(self, shard, by):
        """Sends a signal to a program that has saved something and is not done."""
        process = self.start_held(shard)
        try:
            os.kill(process, by)
        except ProcessLookupError:
            self.failed(f"shard {shard} was done before it could be disturbed")
        return process

    def kill_hard(self, shard):
        self.signal_at_work(shard, signal.SIGKILL)
        task = self.task_of(shard)
        self.slurm.wait_for(f"end of task {task} after kill -9",
                            lambda: self.slurm.state(task)[0] == "FAILED")
        if self.slurm.state(task)[1] != f"{128 + signal.SIGKILL}:0":
            self.failed(f"shard {shard} ended otherwise than by kill -9")
        self.slurm.does("scontrol", "requeue", task)

    def requeue(self, shard):
        """Requeues the task of a stopped process, which cannot finish. Slurm continues it to end
        it."""
        self.signal_at_work(shard, signal.SIGSTOP)
        self.slurm.does("scontrol", "requeue", self.task_of(shard))
        self.slurm.wait_for(f"end of task {self.task_of(shard)} by its requeue",
                            lambda: "DUE TO JOB REQUEUE" in self.log_of(shard))

    def meet_time_limit(self, shards):
        """Keeps the shards stopped until Slurm's warning."""
        processes = [self.signal_at_work(shard, signal.SIGSTOP) for shard in shards]
        for shard, process in zip(shards, processes):
            self.slurm.wait_for(f"warning of task {self.task_of(shard)}",
                                lambda: "CANCELLED AT" in self.log_of(shard))
            os.kill(process, signal.SIGCONT)
            self.slurm.wait_for(f"task {self.task_of(shard)} to go back into the queue",
                                lambda: WARNED in self.log_of(shard))

    def wait(self, seconds=600):
        deadline = time.monotonic() + seconds
        for number in self.numbers:
            state = self.slurm.state(self.task(number))
            while state[0] in ("PENDING", "RUNNING", "COMPLETING", "REQUEUED"):
                if time.monotonic() > deadline:
                    self.failed(f"not done after {seconds} s")
                time.sleep(0.2)
                state = self.slurm.state(self.task(number))
            if state != ("COMPLETED", "0:0"):
                self.failed(f"task {number} ended as {state}")


def run_disturbed(slurm, folder, all_jobs):
    """Returns all arrays once they are done."""
    arrays = []
    for job in all_jobs:
        where = folder / f"{job.name}-shards"
        if job.name == "selfplay":
            continue
        if job.name == "analyze":
            arrays.append(Array(slurm, job, where, [3], steps=2))
        else:
            arrays.append(Array(slurm, job, where, [2, 3]))
    for array in arrays:
        if array.job.name != "analyze":
            array.kill_hard(2)
        array.requeue(3)
    selfplay = next(job for job in all_jobs if job.name == "selfplay")
    # Slurm warns at least 50 s before the limit: after about ten seconds.
    limited = Array(slurm, selfplay, folder / "selfplay-shards", [2, 3],
                    ["--time=1", "--signal=B:TERM@50"])
    limited.meet_time_limit([2, 3])
    arrays.append(limited)
    for array in arrays:
        array.wait()
    return arrays


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    missing = one_node_slurm.what_is_missing()
    if missing:
        print(f"skipped: {missing}")
        sys.exit(77)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        all_jobs = jobs.make_jobs(folder, sys.argv[1:])
        wants = {}
        for job in all_jobs:
            where = folder / f"{job.name}-whole"
            where.mkdir()
            wants[job.name] = job.run_whole(where)
        print(f"by one process each: {time.monotonic() - begin:.0f} s", flush=True)
        with one_node_slurm.OneNodeSlurm(folder / "slurm", processors=12, cores=2) as slurm:
            arrays = run_disturbed(slurm, folder, all_jobs)
        for array in arrays:
            array.job.compare(wants[array.job.name], array.job.run_merge(array.folder))
            print(f"{array.job.name}: equal")
    print(f"{time.monotonic() - begin:.0f} s")


if __name__ == "__main__":
    main()
