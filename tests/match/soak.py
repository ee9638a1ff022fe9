#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Plays thousands of short games between two processes of one engine to find leaks and rare faults.

Usage: soak.py SUMI_MATCH SUMI [--games 10000] [--time 0.2] [--ponder] [-j 2] [--keep FILE.db]

Fails if a game ends by a fault (time, an illegal move, a crash), if an engine's memory changes by
more than 5 per cent from its hundredth game to its last, or if a process is left running. Needs an
otherwise idle machine. With --ponder both engines search at once, so use -j 1 on two cores.
"""
import argparse
import json
import pathlib
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time

WARM_GAMES = 100  # games of each engine process before its memory counts
ALLOWED_GROWTH = 0.05


def children(pid):
    """Children of all threads, because each game of a match has its own thread."""
    found = []
    for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in file.read_text().split()]
        except OSError:
            pass  # the thread has ended
    return found


def resident_kib(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    except OSError:
        pass
    return None


def games_played(results):
    try:
        with sqlite3.connect(f"file:{results}?mode=ro", uri=True, timeout=5) as store:
            return store.execute("SELECT count(*) FROM games").fetchone()[0]
    except sqlite3.Error:
        return 0


def watch(process, results, jobs):
    """Samples every engine's memory until the match ends. Returns {pid: [KiB after the warm-up]}
    and the pids of all engines."""
    warm, engines = {}, set()
    while process.poll() is None:
        now = children(process.pid)
        engines.update(now)
        if games_played(results) >= WARM_GAMES * jobs:
            for pid in now:
                kib = resident_kib(pid)
                if kib:
                    warm.setdefault(pid, []).append(kib)
        time.sleep(1)
    return warm, engines


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sumi_match")
    parser.add_argument("sumi")
    parser.add_argument("--games", type=int, default=10000)
    parser.add_argument("--time", default="0.2")
    parser.add_argument("--ponder", action="store_true")
    parser.add_argument("-j", "--jobs", type=int, default=2)
    parser.add_argument("--keep", help="keep the results in this file")
    options = parser.parse_args()

    ponder = "true" if options.ponder else "false"
    command = f"{options.sumi} gtp --threads 1 --hash-mib 16 --ponder {ponder}"
    with tempfile.TemporaryDirectory() as folder:
        results = options.keep or str(pathlib.Path(folder) / "soak.db")
        match = [options.sumi_match, "run", results]
        for name in ("one", "two"):
            match += ["-e", f'name={name} cmd="{command}"']
        match += ["--time", options.time, "--time-margin-ms", "0", "--games", str(options.games),
                  "-j", str(options.jobs)]
        if options.ponder:
            match.append("--no-pin")
        start = time.monotonic()
        process = subprocess.Popen(match, stdout=subprocess.DEVNULL)
        memory, engines = watch(process, results, options.jobs)
        seconds = time.monotonic() - start
        report = json.loads(subprocess.run([options.sumi_match, "report", results, "--json"],
                                           check=True, capture_output=True, text=True).stdout)
        left = [pid for pid in engines if pathlib.Path(f"/proc/{pid}").exists()]

    failures = []
    if process.returncode != 0:
        failures.append(f"sumi-match ended with status {process.returncode}")
    if report["games"] != options.games:
        failures.append(f"{report['games']} games instead of {options.games}")
    for engine in report["engines"]:
        print(f"{engine['name']}: {engine['games']} games, faults {engine['faults']}, slowest move "
              f"{1000 * engine['slowest_seconds']:.1f} ms")
        if engine["faults"]:
            failures.append(f"{engine['name']}: faults {engine['faults']}")
    for pid, kib in sorted(memory.items()):
        part = max(1, len(kib) // 20)
        before, after = statistics.median(kib[:part]), statistics.median(kib[-part:])
        print(f"process {pid}: {before:.0f} KiB after {WARM_GAMES} games, {after:.0f} at the end, "
              f"most {max(kib)}")
        if after > before * (1 + ALLOWED_GROWTH):
            failures.append(f"process {pid} grew")
    if not memory:
        failures.append("no memory was measured: too few games")
    if left:
        failures.append(f"processes left behind: {left}")
    print(f"{report['games']} games in {seconds:.0f} s")
    sys.exit("\n".join(failures) if failures else None)


if __name__ == "__main__":
    main()
