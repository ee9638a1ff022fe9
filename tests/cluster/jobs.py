# SPDX-License-Identifier: MIT
"""Jobs of each kind that can be sharded, and comparison of their results."""
import csv
import io
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import timed  # noqa: E402
from random_play import legal_moves, play, random_moves, start  # noqa: E402

SHARDS = "run"  # folder of each job's shards and merged result


def ending(rng, empties):
    """A position with `empties` empty squares, and the remaining moves of its game."""
    moves = random_moves(rng)
    board, cut = start(), max(0, 60 - empties)
    for side, name in moves[:cut]:
        play(board, ("abcdefgh".index(name[0]), int(name[1]) - 1), side)
    rest = moves[cut:]
    if not rest or not legal_moves(board, rest[0][0]):
        return ending(rng, empties)  # the game has ended earlier
    squares = "".join("-XO"[board[x, y]] for y in range(8) for x in range(8))
    return f"{squares} {'-XO'[rest[0][0]]}", "".join(name for _, name in rest)


def bytes_of(folder, pattern="*"):
    """Contents of the matching files, except those of single shards."""
    return {path.name: path.read_bytes() for path in sorted(folder.glob(pattern))
            if path.is_file() and "-of-" not in path.name and path.name != "shards.json"}


class Job:
    """A command for one process and for a shard. `results` extracts from a run's folder and
    standard output what must be equal."""

    def __init__(self, name, whole, sharded, results, two_at_once=()):
        self.name = name
        self.whole = [*whole, *two_at_once]
        self.sharded = sharded
        self.results = results

    def run_whole(self, folder):
        """Returns the results of one process."""
        _, printed = timed(self.whole, folder)
        return self.results(folder, printed)

    def run_merge(self, folder):
        """Merges the shards twice; returns the results."""
        first = self.results(folder, timed([*self.sharded, "--shard", "merge"], folder)[1])
        again = self.results(folder, timed([*self.sharded, "--shard", "merge"], folder)[1])
        if first != again:
            sys.exit(f"{self.name}: put together again, the shards give another result")
        return first

    def compare(self, want, got):
        """Exits if the results differ."""
        if not want or want != got:
            differ = (sorted(name for name in want.keys() | got.keys()
                             if want.get(name) != got.get(name)) if isinstance(want, dict)
                      else f"{want[:2000]}\n{got[:2000]}")
            sys.exit(f"{self.name}: the shards' result is not that of one process: {differ}")


def without_time(printed):
    """Rows of `sumi analyze --csv` without fields that vary between runs: times, and the choice
    among equal moves."""
    return [[value for name, value in row.items()
             if name not in ("seconds", "best_line", "played_line")]
            for row in csv.DictReader(io.StringIO(printed))]


def games_of(sumi_match, file):
    def results(folder, _):
        return timed([sumi_match, "games", str(folder / file(folder))])[1].splitlines()
    return results


def make_jobs(folder, programs):
    """Jobs of all kinds, each some seconds of one core, with their inputs in the folder."""
    sumi, sumi_match, lab = (str(pathlib.Path(program).resolve()) for program in programs)
    rng = random.Random(4)
    endings = [ending(rng, 18) for _ in range(150)]
    problems, late_games = folder / "problems.txt", folder / "late_games.txt"
    problems.write_text("".join(f"{position}\n" for position, _ in endings))
    late_games.write_text("".join(f"{' '.join(late)}\n" for late in endings[:80]))
    timed([lab, "selfplay", "labels-input", "--games", "250", "--evaluator", "table", "--depth", "1",
           "--exact-at", "6"], folder)

    selfplay = [lab, "selfplay", SHARDS, "--games", "2400", "--evaluator", "table",
                "--depth", "3", "--exact-at", "10"]
    label = [lab, "label", str(folder / "labels-input"), SHARDS, "--evaluator", "table",
             "--depth", "5", "--exact-at", "15"]
    solve = [sumi, "solve", str(problems), "--obf", "--jobs", "1", "--hash-mib", "4"]
    analyze = [sumi, "analyze", str(late_games), "--csv", "--level", "20", "--no-book",
               "--hash-mib", "4"]
    match = ["-e", "name=a evaluator=table depth=5", "-e", "name=b evaluator=mobility depth=5",
             "--time", "none", "--games", "1600", "--no-pin"]
    td = [lab, "td", "--out", SHARDS, "--seeds", "4", "--steps", "12000", "--measure-every", "1000",
          "--measure-games", "50"]

    def database(where):
        return f"{SHARDS}/all.db" if (where / SHARDS).is_dir() else "whole.db"
    return [
        Job("selfplay", selfplay, selfplay, lambda where, _: bytes_of(where / SHARDS), ["-j", "2"]),
        Job("label", label, label, lambda where, _: bytes_of(where / SHARDS), ["-j", "2"]),
        Job("solve", solve, [*solve, "--resume", SHARDS], lambda _, printed: printed),
        Job("analyze", analyze, [*analyze, "--resume", SHARDS],
            lambda _, printed: without_time(printed)),
        Job("match", [sumi_match, "run", "whole.db", *match],
            [sumi_match, "run", f"{SHARDS}/", *match], games_of(sumi_match, database)),
        Job("td", td, td, lambda where, _: bytes_of(where / SHARDS), ["-j", "2"]),
    ]


def told_of(number, command):
    """The command, which first writes its process id to process-NUMBER and stops itself if
    hold-NUMBER exists. `number`: a shell expression such as $SLURM_ARRAY_TASK_ID."""
    return ["sh", "-c", f'echo $$ >"process-{number}"; [ -e "hold-{number}" ] && kill -STOP $$; '
            'exec "$@"', "sh", *command]


def told_process(folder, number):
    """The process id from process-NUMBER; 0 if not written yet."""
    path = folder / f"process-{number}"
    return int(path.read_text() or 0) if path.exists() else 0
