#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An event of ten, killed twice, extended, with a late entry, a withdrawal and a person.

Usage: event_test.py SUMI_MATCH FAKE_ENGINE

The engines speak five protocols; some crash, hang, send garbage, resign or overstep their time. The
standings must equal a count of the games in the file, no finished game may change, and hangs may
cost little more than the limit of a move each.
"""
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

LIMIT = 1.0  # seconds for a move
PROTOCOLS = {"gtp": "gtp", "nboard": "nboard", "ugi": "ugi", "uci": "uci",
             "crasher": "gtp", "hanger": "ugi", "garbage": "nboard", "resigner": "uci",
             "thinker": "ugi"}
FAULTS = {"crasher": "crash 9", "hanger": "hang 12", "garbage": "cheat 15",
          "resigner": "resign 20", "thinker": "late 10 400"}


class Event:
    def __init__(self, program, engine, folder):
        self.program, self.engine = program, engine
        self.file = str(pathlib.Path(folder) / "event.db")
        self.env = {**os.environ, "XDG_DATA_HOME": str(folder)}

    def spec(self, name, protocol, seed, fault=""):
        spec = f'name={name} protocol={protocol} cmd="{self.engine} seed {seed} {fault}"'
        return ["-e", spec + (" time=0.1/move" if name == "thinker" else "")]

    def begin(self):
        engines = []
        for seed, (name, protocol) in enumerate(PROTOCOLS.items(), 1):
            engines += self.spec(name, protocol, seed, FAULTS.get(name, ""))
        return [*engines, "-e", "name=Anna player=person", "--format", "round-robin",
                "--games", "4", "--time", "none", "--move-limit", str(LIMIT),
                "--max-faults", "12", "-j", "2"]

    def run(self, *options, check=True):
        done = subprocess.run([self.program, "run", self.file, *options], env=self.env,
                              capture_output=True, text=True, timeout=600)
        if check and done.returncode != 0:
            sys.exit(f"run {options}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def rows(self):
        if not pathlib.Path(self.file).exists():
            return {}
        with sqlite3.connect(f"file:{self.file}?mode=ro", uri=True, timeout=10) as store:
            return {row[0]: row for row in store.execute("SELECT * FROM games")}

    def kill_after(self, games, *options):
        """Kills a run once it has stored that many games."""
        process = subprocess.Popen([self.program, "run", self.file, *options], env=self.env,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while len(self.rows()) < games:
            if process.poll() is not None:
                sys.exit(f"the run ended before {games} games")
            time.sleep(0.02)
        process.kill()
        process.wait()
        return self.rows()

    def play_for_person(self):
        """Enters a result for each game that waits, and returns their number."""
        entered = 0
        while "wait for results" in (out := self.run().stdout):
            table = out.split("wait for results of people:\n")[1].splitlines()[1:]
            for line in table:
                word = line.split()[0]
                if not word.isdigit():
                    break
                black = 20 + int(word) * 7 % 25
                subprocess.run([self.program, "enter", self.file, word, f"{black}-{64 - black}"],
                               env=self.env, check=True, stdout=subprocess.DEVNULL)
                entered += 1
        return entered


def count(file):
    """Points, Brightwell quotients and discs by the rules of README.md, from the file alone."""
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as store:
        store.row_factory = sqlite3.Row
        stored = store.execute("SELECT value FROM meta WHERE key = 'config'").fetchone()[0]
        config = json.loads(stored)
        games = [dict(row) for row in store.execute("SELECT * FROM games")]
    engines = config["engines"]
    faults = [0] * len(engines)
    points = [0.0] * len(engines)
    for game in games:
        sides = (game["black"], game["white"])
        if game["at_fault"]:
            loser = sides[game["at_fault"] == "white"]
            points[sides[game["at_fault"] == "black"]] += 1
            if game["ending"] not in ("resigned", "resign rule", "unplayed"):
                faults[loser] += 1
        elif game["ending"] == "unplayed" or game["black_score"] == 0:
            points[sides[0]] += 0.5
            points[sides[1]] += 0.5
        else:
            points[sides[game["black_score"] < 0]] += 1
    left = [faults[i] >= config["max-faults"] or "withdrawn" in spec
            for i, spec in enumerate(engines)]
    brightwell, discs = [0.0] * len(engines), [0.0] * len(engines)
    for game in games:
        if game["ending"] == "unplayed":
            black = 32
        elif game["black_score"] is None:
            black = 64 if game["at_fault"] == "white" else 0
        else:
            black = 32 + game["black_score"] / 2
        for own, opponent, mine in ((game["black"], game["white"], black),
                                    (game["white"], game["black"], 64 - black)):
            discs[own] += mine
            if game["ending"] == "unplayed" or left[opponent]:
                brightwell[own] += 32 + 6 * points[own] / config["games"]
            else:
                brightwell[own] += mine + 6 * points[opponent] / config["games"]
    return [(spec["name"], points[i], round(brightwell[i], 6), discs[i])
            for i, spec in enumerate(engines)], games


def main():
    program, engine = sys.argv[1:3]
    with temporary_folder() as folder:
        event = Event(program, engine, folder)
        begun = time.monotonic()
        kept = [event.kill_after(30, *event.begin()), event.kill_after(80)]
        event.run()
        kept.append(event.rows())
        event.run("--games", "6", "--withdraw", "uci", *event.spec("late", "usi", 11))
        kept.append(event.rows())
        entered = event.play_for_person()
        seconds = time.monotonic() - begun
        final = event.rows()
        for rows in kept:
            changed = [i for i, row in rows.items() if final.get(i) != row]
            if changed:
                sys.exit(f"finished games changed: {changed}")
        refused = event.run("--time", "1/move", check=False)
        if refused.returncode != 2 or "time: the event has none, not 1/move" not in refused.stderr:
            sys.exit(f"a change that matters was not refused: {refused.stderr}")
        stranger = subprocess.run([program, "run", event.file], capture_output=True, text=True,
                                  env={**event.env, "XDG_DATA_HOME": str(folder) + "/other"})
        if stranger.returncode != 2 or "--trust-commands" not in stranger.stderr:
            sys.exit(f"programs of someone else's file were started: {stranger.stderr}")

        table, games = count(event.file)
        report = json.loads(subprocess.run([program, "report", event.file, "--json"], check=True,
                                           capture_output=True, text=True).stdout)
        got = [(row["name"], row["points"], round(row["brightwell"], 6), row["discs"])
               for row in report["standings"]]
        if sorted(got) != sorted(table):
            sys.exit(f"standings {sorted(got)}\ncounted {sorted(table)}")
        order = sorted(table, key=lambda row: (-row[1], -row[2], -row[3]))
        if [row[0] for row in got] != [row[0] for row in order]:
            sys.exit(f"order {got}\ncounted {order}")
        if report["planned"] != len(games) or len(games) < 200:
            sys.exit(f"{len(games)} games of {report['planned']}")

    endings = {}
    for game in games:
        endings[game["ending"]] = endings.get(game["ending"], 0) + 1
    for wanted in ("crash", "hang", "illegal move", "resigned", "time loss", "unplayed"):
        if wanted not in endings:
            sys.exit(f"no game ended by {wanted}: {endings}")
    hung = [game for game in games if game["ending"] == "hang"]
    lost = sum(game["seconds"] - sum(json.loads(game["times"])) for game in hung)
    print(f"{len(games)} games, {entered} entered, in {seconds:.0f} s; endings: {endings}; "
          f"{len(hung)} hangs cost {lost:.1f} s, at most {len(hung) * LIMIT:.0f} s and overhead")
    if lost > len(hung) * (LIMIT + 2):  # also starting and ending processes on a busy machine
        sys.exit("hangs cost more than their limit")


if __name__ == "__main__":
    main()
