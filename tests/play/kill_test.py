#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""After SIGKILL, Ctrl-C or SIGTERM at random moments `sumi play` has the moves that it promised to
keep.

Usage: kill_test.py SUMI [--rounds N] [--signal KILL|TERM|INT|HUP]

A game is played move by move in interrupted sessions and saved after every third move. Each session
resumes from what the last one left: the saved moves; after SIGTERM and SIGHUP all moves played;
after Ctrl-C the moves printed on exit. Games continue until all sessions are used, and each game
must have the planned moves.
"""
import pathlib
import random
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from end_early import end_early, parser_of, signal_of, timed  # noqa: E402
from random_play import random_game  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

OPTIONS = ["play", "--color", "both", "--level", "1", "--evaluator", "table", "--no-color",
           "--lang", "en"]


def moves_of(transcript):
    return [transcript[at:at + 2] for at in range(0, len(transcript), 2)]


def played_in(path):
    lines = path.read_text().splitlines()
    if not lines or not lines[0].startswith("%"):
        sys.exit(f"{path.name} is not a saved game: {lines}")
    return "".join(word for line in lines for word in line.split()
                   if not line.startswith("%") and re.fullmatch(r"[a-h][1-8]", word.lower())).lower()


def session_text(rest):
    """The input that plays these moves."""
    lines = []
    for count, move in enumerate(rest, 1):
        lines += [move] + (["save saved.txt"] if count % 3 == 0 or count == len(rest) else [])
    return "".join(line + "\n" for line in lines)


def main():
    options = parser_of(12).parse_args()
    play = [options.program, *OPTIONS]
    rng = random.Random(12)
    with temporary_folder() as name:
        folder = pathlib.Path(name)
        saved = folder / "saved.txt"
        game, left = random_game(rng), None
        # Times an empty session, so that interruptions come during play.
        idle, _ = timed(play, folder)
        seconds, _ = timed(play, folder, session_text(moves_of(game)) + "quit\n")
        seconds = max(0.02, seconds - idle)
        if played_in(saved) != game:
            sys.exit("undisturbed: what is saved is not what was played")
        saved.unlink()

        games = ended = rescued = 0
        for i in range(options.rounds):
            by = signal_of(options, i)
            had = played_in(left) if left else ""
            rest = moves_of(game[len(had):])
            # The input stays open, so only the signal ends the session.
            wait = idle * 0.7 + rng.uniform(0, seconds)
            resume = ["--resume", left.name] if left else []
            status, out, _ = end_early([*play, *resume], wait, by, folder,
                                       session_text(rest) or "board\n")
            ended += status != 0
            shown = [int(number) for number in re.findall(r"Move (\d+), ", out)]
            acknowledged = len(re.findall(r"Saved\. ", out))
            if saved.exists():
                left = saved if not left or len(played_in(saved)) >= len(had) else left
            rescue = sorted(folder.glob("sumi-game*.txt"), key=lambda path: path.stat().st_mtime_ns)
            if status == 128 + by and by.name in ("SIGTERM", "SIGHUP"):
                # At least the moves shown, and at most one more.
                kept = max([len(played_in(path)) // 2 for path in [*rescue, saved] if path.exists()],
                           default=0)
                if shown and kept < max(shown) - 1:
                    sys.exit(f"{by.name}: move {max(shown)} was shown, but {kept} are kept: {out}")
                if rescue:
                    rescued += 1
                    if "sumi play --resume sumi-game" not in out:
                        sys.exit(f"{by.name} does not say how to resume: {out}")
                    left = max([*rescue, *([saved] if saved.exists() else [])],
                               key=lambda path: len(played_in(path)))
            elif status in (0, 130):
                said = re.search(r"The game was not saved: (\w+)", out)
                if said:
                    saved.write_text(said[1] + "\n")
                    timed([*play, "--resume", "saved.txt"], folder, "save saved.txt force\n")
                    left = saved
            now = played_in(left) if left else ""
            if not game.startswith(now):
                sys.exit(f"{by.name}: {now} is no beginning of {game}")
            acknowledged -= "sumi play --resume sumi-game" in out
            if len(now) < len(had) + 2 * min(3 * acknowledged, len(rest)):
                sys.exit(f"{by.name}: {acknowledged} times it said Saved after {len(had) // 2} "
                         f"moves, but {len(now) // 2} are kept")
            if len(now) == len(game):
                games += 1
                game, left = random_game(rng), None
                for path in folder.glob("*.txt"):
                    path.unlink()
            else:
                if left and left != saved:
                    left = left.rename(folder / "left.txt")
                for path in folder.glob("sumi-game*.txt"):
                    path.unlink()
        had = played_in(left) if left else ""
        rest = moves_of(game[len(had):])
        timed([*play, *(["--resume", left.name] if left else [])], folder,
              "".join(move + "\n" for move in rest) + "save end.txt\n")
        if played_in(folder / "end.txt") != game:
            sys.exit(f"it ends as {played_in(folder / 'end.txt')}, not as {game}")
    print(f"undisturbed: {seconds:.2f} s a game; ended early {ended} times of {options.rounds}, "
          f"{rescued} times with moves saved on leaving, {games + 1} games")
    if ended == 0:
        sys.exit("nothing was ended early")
    print("equal")


if __name__ == "__main__":
    main()
