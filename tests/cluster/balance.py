#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Measures the idle time of seven workers of unequal speed that take shards from a queue.

Usage: balance.py SUMI_LAB [--games N] [--shards N] [--speeds A,B,...]

Run by hand; needs as many idle cores as the sum of the speeds. Each worker takes the next shard
when it is done, as with GNU parallel or Slurm arrays. A worker's speed is its share of a core: its
process is stopped for the rest of the time. A worker is idle from its last shard to the end of the
job; prints the idle fraction of all workers' time, and the fraction expected for shards of equal
length.
"""
import argparse
import heapq
import pathlib
import queue
import signal
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

PERIOD = 0.02  # seconds per cycle of running and stopping


def run_slowly(command, folder, speed):
    """Runs a command to its end with this share of a core."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    while process.poll() is None:
        time.sleep(PERIOD * speed)
        process.send_signal(signal.SIGSTOP)
        time.sleep(PERIOD * (1 - speed))
        process.send_signal(signal.SIGCONT)
    if process.returncode != 0:
        sys.exit(f"{command}: status {process.returncode}")


def idle_part(ends):
    """Idle fraction of the workers' time, from their end times."""
    return sum(max(ends) - end for end in ends) / (max(ends) * len(ends))


def expected(speeds, shards):
    """Idle fraction for shards of equal length."""
    ends = [0.0] * len(speeds)
    waiting = [(0.0, worker) for worker in range(len(speeds))]
    for _ in range(shards):
        now, worker = heapq.heappop(waiting)
        ends[worker] = now + 1 / speeds[worker]
        heapq.heappush(waiting, (ends[worker], worker))
    return idle_part(ends)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sumi_lab", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--games", type=int, default=8960)
    parser.add_argument("--shards", type=int, default=112)
    parser.add_argument("--speeds", default="0.1,0.15,0.2,0.25,0.3,0.35,0.4")
    options = parser.parse_args()
    speeds = [float(speed) for speed in options.speeds.split(",")]
    numbers = queue.SimpleQueue()
    for number in range(1, options.shards + 1):
        numbers.put(number)
    ends, done = [0.0] * len(speeds), [0] * len(speeds)
    with temporary_folder() as folder:
        command = [options.sumi_lab, "selfplay", "games", "--games", str(options.games),
                   "--evaluator", "table", "--depth", "3", "--exact-at", "10", "--shard"]
        begin = time.monotonic()

        def work(worker):
            while True:
                try:
                    number = numbers.get_nowait()
                except queue.Empty:
                    return
                run_slowly([*command, f"{number}/{options.shards}"], folder, speeds[worker])
                done[worker] += 1
                ends[worker] = time.monotonic() - begin

        threads = [threading.Thread(target=work, args=(worker,)) for worker in range(len(speeds))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if sum(done) != options.shards:
            sys.exit(f"{sum(done)} of {options.shards} shards were done")
    for speed, count, end in zip(speeds, done, ends):
        print(f"speed {speed:.2f}: {count:4} shards, done after {end:6.1f} s")
    print(f"idle {100 * idle_part(ends):.1f} %; by the speeds alone "
          f"{100 * expected(speeds, options.shards):.1f} %")


if __name__ == "__main__":
    main()
