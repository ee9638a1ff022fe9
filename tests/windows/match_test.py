#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sumi-match.exe under wine: a match that is killed and resumed has the games of sumi-match on Linux,
and an engine that hangs is put out.

Usage: match_test.py WINE FOLDER SUMI_MATCH SUMI   (FOLDER has sumi.exe and sumi-match.exe)
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

GAMES = int(os.environ.get("GAMES", 20))
SETTINGS = ["--time", "none", "--games", str(GAMES), "--seed", "7"]
MARK = f"match-test-{os.getpid()}"  # in the command lines of our engines


def engines(program):
    return [word for depth in (6, 4) for word in (
        "-e", f'name=depth{depth} cmd="{program} gtp --own-book false --name {MARK}" depth={depth}')]


def running():
    """The processes of our engines."""
    found = []
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if MARK in (folder / "cmdline").read_text(errors="replace"):
                found.append(int(folder.name))
        except OSError:
            pass
    return [pid for pid in found if pid != os.getpid()]


def check_gone(what):
    for _ in range(100):
        if not running():
            return
        time.sleep(0.1)
    sys.exit(f"engines still run after {what}")


def moves(match, results):
    lines = subprocess.run([*match, "games", results, "--format", "json"], check=True, capture_output=True, text=True)
    games = [json.loads(line) for line in lines.stdout.splitlines()]
    return [(game["black"], game["opening"], game["result"], game["ending"],
             [(move["move"], move.get("nodes")) for move in game["moves"]]) for game in games]


def killed(command, after):
    """Runs the match, killed by SIGKILL after a number of games. Engines do not survive it."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as match:
        for line in match.stderr:
            if line.startswith(f"{after}/"):
                if not running():
                    sys.exit("no engine runs during the match")
                match.send_signal(signal.SIGKILL)
                check_gone("a kill of the match")
                return
        sys.exit(f"the match ended before game {after}")


def main():
    wine, folder, match, sumi = sys.argv[1:]
    exe_match = [wine, os.path.join(folder, "sumi-match.exe")]
    exe = os.path.join(os.path.abspath(folder), "sumi.exe").replace("/", "\\")
    with temporary_folder() as temporary:
        ours, theirs, hung = (os.path.join(temporary, name) for name in ("linux.db", "windows.db", "hung.db"))
        subprocess.run([match, "run", ours, *engines(sumi), *SETTINGS], check=True, capture_output=True)
        command = [*exe_match, "run", theirs, *engines("Z:" + exe), *SETTINGS]
        for after in GAMES // 5, GAMES // 2:
            killed(command, after)
        begun = time.monotonic()
        subprocess.run(command, check=True, capture_output=True)
        wanted = moves([match], ours)
        if len(wanted) != GAMES or moves([match], theirs) != wanted or moves(exe_match, theirs) != wanted:
            sys.exit("the games differ from those on Linux")
        check_gone("the match")
        print(f"{GAMES} games as on Linux, resumed twice; the last part took {time.monotonic() - begun:.1f} s")

        # Its search takes longer than the limit.
        slow = f'name=slow cmd="Z:{exe} gtp --own-book false --name {MARK}" depth=50'
        subprocess.run([*exe_match, "run", hung, "-e", slow, "-e", "depth=1", "--time", "none", "--games", "4",
                        "--move-limit", "1", "--max-faults", "1"], check=True, capture_output=True)
        endings = [game[3] for game in moves([match], hung)]
        if endings.count("hang") != 1 or len(endings) != 4:
            sys.exit(f"an engine that hangs: {endings}")
        check_gone("an engine hung")
        print(f"an engine that hangs is put out: {endings}")


main()
