#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Interrupted shards under mpirun and GNU parallel give the result of one process.

Usage: launchers_test.py SUMI SUMI_MATCH SUMI_LAB

Each kind of job runs once under each launcher. After SIGKILL of one of its three processes, mpirun
ends the others. After SIGTERM of parallel, merging fails because shards are missing. The same
command then resumes, and the result equals that of one process, byte for byte except times. Exit
status 77 (skipped in CTest) if neither launcher is installed.
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import jobs
from temporary_folder import temporary_folder

SHARDS_OF_PARALLEL = 12


def run(command, folder, ended_when=None):
    """Returns status and output. `ended_when` waits until the command is to be stopped."""
    environment = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}
    with open(folder / "said.txt", "w+") as said:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=said, stderr=subprocess.STDOUT)
        if ended_when:
            ended_when(process)
        try:
            process.wait(300)
        except subprocess.TimeoutExpired:
            process.terminate()
            sys.exit(f"{command}: not at its end after 300 s")
        said.seek(0)
        return process.returncode, said.read()


def run_well(command, folder):
    status, said = run(command, folder)
    if status != 0:
        sys.exit(f"{command}: status {status}: {said}")


def by_mpirun(job, folder):
    """Runs three ranks, and runs them again after one was killed."""
    command = ["mpirun", "-np", "3", "--oversubscribe",
               *jobs.told_of("$OMPI_COMM_WORLD_RANK", job.sharded), "--shard", "auto"]

    def kill_one(_):
        deadline = time.monotonic() + 60
        while not jobs.told_process(folder, 1):
            if time.monotonic() > deadline:
                sys.exit(f"{job.name}: mpirun starts no rank 1")
            time.sleep(0.02)
        time.sleep(0.3)
        os.kill(jobs.told_process(folder, 1), signal.SIGKILL)

    status, said = run(command, folder, kill_one)
    if status == 0:
        sys.exit(f"{job.name}: mpirun does not report the rank that was killed: {said}")
    run_well(command, folder)


def by_parallel(job, folder):
    """Runs more shards than processes, stops early, then runs the rest."""
    numbers = [str(number) for number in range(1, SHARDS_OF_PARALLEL + 1)]
    command = ["parallel", "--will-cite", "--quote", "--jobs", "2", "--joblog", "log", "--resume-failed",
               *job.sharded, "--shard", f"{{}}/{SHARDS_OF_PARALLEL}", ":::", *numbers]
    log = folder / "log"

    def end_early(process):
        deadline = time.monotonic() + 60
        while not log.exists() or len(log.read_text().splitlines()) < 3:
            if time.monotonic() > deadline or process.poll() is not None:
                sys.exit(f"{job.name}: parallel does not end two shards")
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)  # starts no new jobs
        process.send_signal(signal.SIGTERM)  # ends the running ones

    run(command, folder, end_early)
    status, said = run([*job.sharded, "--shard", "merge"], folder)
    if status != 1 or f"{SHARDS_OF_PARALLEL}/{SHARDS_OF_PARALLEL}" not in said:
        sys.exit(f"{job.name}: missing shards are put together: status {status}: {said}")
    run_well(command, folder)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    launchers = {"mpirun": by_mpirun, "parallel": by_parallel}
    for name in list(launchers):
        if not shutil.which(name):
            print(f"skipped: there is no {name}; tools/test --slow installs it")
            del launchers[name]
    if not launchers:
        sys.exit(77)
    with temporary_folder() as folder:
        folder = pathlib.Path(folder).resolve()
        for job in jobs.make_jobs(folder, sys.argv[1:]):
            begin = time.monotonic()
            whole = folder / f"{job.name}-whole"
            whole.mkdir()
            want = job.run_whole(whole)
            for name, launch in launchers.items():
                where = folder / f"{job.name}-{name}"
                where.mkdir()
                launch(job, where)
                job.compare(want, job.run_merge(where))
            print(f"{job.name}: equal, {time.monotonic() - begin:.1f} s", flush=True)


if __name__ == "__main__":
    main()
