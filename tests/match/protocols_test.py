#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sumi as an engine of every protocol of `sumi-match`, in a process of its own: whole games, by
depth, with a time per move and with game clocks, end without a fault, have forced passes, and every
move has an evaluation where the protocol sends one.

Usage: protocols_test.py SUMI-MATCH SUMI
"""
import json
import pathlib
import subprocess
import sys
import tempfile

PROTOCOLS = ("gtp", "nboard", "ugi", "uci", "usi", "xboard", "cassio")
UNREAD = ("usi",)  # its evaluations are not read
TIMES = ("none", "0.05/move", "4+0.05")


def check(good, *what):
    if not good:
        raise AssertionError(what)


def play(program, sumi, folder, protocol, time):
    """Two pairs of games against a random player; returns the number of its forced passes."""
    results = f"{folder}/{protocol}-{time.replace('/', '-')}.db"
    depth = " depth=3" if time == "none" else ""
    engine = f"name=engine protocol={protocol} cmd='{sumi} engine --own-book false'{depth}"
    done = subprocess.run([program, "run", results, "-e", engine, "-e", "name=random player=random", "--time", time,
                           "--time-margin-ms", "3000", "--games", "4", "--no-pin", "--openings", "random:6", "--seed", "8"],
                          capture_output=True, text=True)
    check(done.returncode == 0, protocol, time, done.stderr, done.stdout)
    games = subprocess.run([program, "games", results, "--format", "json"], check=True, capture_output=True, text=True).stdout
    passes = 0
    for game in map(json.loads, games.splitlines()):
        check(game["ending"] == "played out", protocol, time, game["ending"], game["detail"])
        color = "black" if game["black"] == "engine" else "white"
        side = "black"
        for at, move in enumerate(game["moves"]):
            own = side == color and at >= len(game["opening"]) / 2
            side = "white" if side == "black" else "black"
            passes += move["move"] == "pass"
            if own and move["move"] != "pass" and protocol not in UNREAD:
                check("score" in move and -64 <= move["score"] <= 64, protocol, time, at, move)
    return passes


def main():
    program, sumi = [str(pathlib.Path(path).resolve()) for path in sys.argv[1:]]
    with tempfile.TemporaryDirectory() as folder:
        for protocol in PROTOCOLS:
            passes = sum(play(program, sumi, folder, protocol, time) for time in TIMES)
            print(f"{protocol}: {4 * len(TIMES)} games, {passes} passes")
            check(passes > 0, protocol, "no pass")


if __name__ == "__main__":
    sys.exit(main())
