# SPDX-License-Identifier: MIT
"""Shared by tests of the Python module, which they import from this tree. To run them:

    export SUMI_LIBRARY=build/release/libsumi.so.0
    python3 -m unittest discover -s tests/python -p '*_test.py'
"""
import contextlib
import os
import pathlib
import random
import signal
import sys
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "protocol" / "python"
sys.path.insert(0, str(PACKAGES))
sys.path.insert(0, str(ROOT / "tests" / "support"))

import random_play  # noqa: E402
import sumi  # noqa: E402

#: From Sumi's README: 14 empty squares, g8 wins by 18 discs.
PUZZLE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


def random_positions(seed, count, empties):
    """Random positions with `empties` empty squares; the side to move has a move."""
    rng = random.Random(seed)
    found = []
    while len(found) < count:
        game = sumi.Game()
        for _ in range(60 - empties):
            if not game.legal:
                break
            game.play(rng.choice(sumi.squares_of(game.legal)))
        if game.board.empties == empties and game.legal:
            found.append(game.board)
    return found


def resident_kib():
    """Resident memory of this process in KiB."""
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


@contextlib.contextmanager
def interrupted(after):
    """Sends this process SIGINT after `after` seconds, as Ctrl-C does. Yields a list that then
    receives the time of the signal."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, send)
    timer.start()
    try:
        yield sent
    finally:
        timer.cancel()
        timer.join()
