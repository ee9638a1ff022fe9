# SPDX-License-Identifier: MIT
"""The examples for newcomers run."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from support import PACKAGES, PUZZLE, sumi

EXAMPLES = PACKAGES / "examples"


def run(name, *arguments):
    done = subprocess.run([sys.executable, EXAMPLES / name, *map(str, arguments)],
                          env={**os.environ, "PYTHONPATH": str(PACKAGES)}, timeout=300,
                          capture_output=True, text=True)
    if done.returncode:
        raise AssertionError(done.stderr)
    return done


class ExamplesTest(unittest.TestCase):
    def test_two_games_at_once(self):
        done = run("two_games.py", 3, "--level", 2)
        *games, rate = done.stdout.splitlines()
        self.assertEqual({line.partition(":")[0] for line in games}, {"game 0", "game 1", "game 2"})
        for line in games:
            game = sumi.Game(line.rpartition(" ")[2])
            self.assertTrue(game.over)
            self.assertIn(f"{abs(game.black_score)} discs", line)
        self.assertRegex(rate, r"^\d+ moves a second$")

    def test_labels(self):
        with tempfile.TemporaryDirectory() as folder:
            games, labels = pathlib.Path(folder, "games.txt"), pathlib.Path(folder, "labels.csv")
            games.write_text(f"f5d6c3d3c4\nf5d6\n{PUZZLE}\n")
            done = run("label_positions.py", games, "-o", labels, "--level", 4)
            with open(labels, newline="") as file:
                rows = list(csv.DictReader(file))
        self.assertIn("7 positions in ", done.stderr)
        boards = [*map(str, sumi.Game("f5d6c3d3c4").boards()), PUZZLE]
        self.assertEqual([row["position"] for row in rows], boards)
        with sumi.Engine(hash_mib=16) as engine:
            for row in rows:
                engine.clear()
                found = engine.search(row["position"], 4, book=False)
                self.assertEqual((row["move"], row["score"], row["ended_by"]),
                                 (found.best.move, f"{found.best.score:.2f}", found.ended_by))


if __name__ == "__main__":
    unittest.main()
