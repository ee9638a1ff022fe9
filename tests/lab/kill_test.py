#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""SIGKILL, Ctrl-C and SIGTERM at random moments do not change the results of sumi-lab.

Usage: kill_test.py SUMI_LAB [--rounds N] [--signal KILL|TERM|INT|HUP] [--only NAME]

Games, labels, weights and learners are made once undisturbed and once in many interrupted attempts.
All files must be equal, byte for byte. Finished games and labelled positions are neither lost nor
made again.
"""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

LEARN = ["--measure-every", "0", "--threads", "2"]
STEPS = [
    # Eight chunks of short games.
    ["selfplay", "games", "--games", "2000", "--evaluator", "table", "--depth", "1",
     "--exact-at", "6", "--random-plies", "46-54", "--threads", "2"],
    # Fewer than a chunk, as with long games.
    ["selfplay", "few", "--games", "100", "--evaluator", "table", "--depth", "4",
     "--exact-at", "8", "--random-plies", "8-20", "--threads", "1"],
    ["label", "games", "labelled", "--evaluator", "table", "--depth", "2", "--exact-at", "7",
     "--threads", "2"],
    ["train", "pattern", "games", "labelled", "--out", "new.sumi", "--work", "work",
     "--iterations", "6", "--date", "2000-01-01", "--threads", "2"],
    ["train", "nnue", "games", "labelled", "--out", "new.nnue", "--work", "nnue-work",
     "--epochs", "4", "--date", "2000-01-01", "--threads", "2"],
    ["td", "--out", "td", "--steps", "300", "--measure-games", "10", *LEARN],
    ["qlearn", "--out", "q", "--size", "4", "--steps", "1000", "--measure-games", "10", *LEARN],
    ["genetic", "--out", "genetic", "--steps", "4", "--population", "4", "--fitness-games", "4",
     "--elite-games", "4", "--measure-games", "4", *LEARN],
    ["tune", "--evaluator", "table", "--nodes", "200", "--iterations", "60", "--pairs", "2",
     "--checkpoint", "tune.json", "--csv", "values.csv", "--threads", "2"],
]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()}


def entries(journal):
    """Number of entries in a journal (engine/base/journal.h); the last may be torn."""
    at, count = journal.find(b"\n") + 1, 0
    while at > 0 and at + 12 <= len(journal):
        at += 12 + int.from_bytes(journal[at:at + 4], "little")
        count += at <= len(journal)
    return count


def units(folder, step):
    """Number of games or records kept, for steps that keep them one by one."""
    if step[0] not in ("selfplay", "label"):
        return 0
    count = 0
    for path in (folder / step[1 if step[0] == "selfplay" else 2]).glob("*"):
        data = path.read_bytes()
        if path.suffix == ".part":
            count += entries(data)
        elif path.suffix == ".pos":
            # A chunk of games is packed and always complete; labels are plain records.
            games = min(250, int(step[step.index("--games") + 1])) if step[0] == "selfplay" else 0
            count += games or (len(data) - 16) // 24
    return count


def run_disturbed(folder, step, seconds, idle, number, options, rng):
    """Interrupts the step several times, then lets it finish. Prints the times, the units kept and
    the number of interruptions. `number` of the first interruption selects the signals."""
    command = [options.program, *step]
    moments, kept, ended = [], 0, 0
    for i in range(number, number + options.rounds):
        work = 1.5 * max(0.02, seconds - idle) / options.rounds
        moments.append(rng.uniform(0, idle) if i % 5 == 4 else idle + rng.uniform(0, work))
        by = signal_of(options, i)
        status, out, _ = end_early(command, moments[-1], by, folder)
        ended += status != 0
        if status > 128 and "Interrupted" not in out:
            sys.exit(f"{step[0]}: {by.name} does not say how to resume: {out}")
        now = units(folder, step)
        if now < kept:
            sys.exit(f"{step[0]}: {kept - now} were lost by {by.name} after {moments[-1]:.2f} s")
        kept = now
    timed(command, folder)
    return moments, kept, ended


def main():
    parser = parser_of(1)
    parser.add_argument("--only", help="the first word of the steps to end early")
    options = parser.parse_args()
    rng = random.Random(3)
    all_ended = 0
    with temporary_folder() as whole, temporary_folder() as parts:
        whole, parts = pathlib.Path(whole), pathlib.Path(parts)
        for number, step in enumerate(STEPS):
            command = [options.program, *step]
            seconds, _ = timed(command, whole)
            idle, _ = timed(command, whole)  # startup cost of each attempt
            if options.only not in (None, step[0]):
                timed(command, parts)
                continue
            moments, kept, ended = run_disturbed(parts, step, seconds, idle, 3 * number, options,
                                                 rng)
            all_ended += ended
            want, got = files(whole), files(parts)
            print(f"{step[0]}: {len(want)} files in {seconds:.1f} s; ended after",
                  ", ".join(f"{m:.2f}" for m in moments), "s;",
                  f"{kept} of {units(whole, step)} kept" if units(whole, step) else "", flush=True)
            differ = {name for name in want.keys() | got.keys() if want.get(name) != got.get(name)}
            # Files torn by a kill have other names.
            differ -= {name for name in differ if name.endswith(".new")}
            if differ:
                sys.exit(f"not equal: {', '.join(sorted(differ))}")
    if all_ended == 0:
        sys.exit("nothing was ended early")
    print("equal")


if __name__ == "__main__":
    main()
