#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`sumi games import` reads files of half a gigabyte, mostly zeros, with little memory. It imports their
games and counts damaged and truncated ones as left out.

Usage: large_test.py SUMI [--mib N]
"""
import argparse
import json
import os
import pathlib
import struct
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from temporary_folder import temporary_folder  # noqa: E402

MOST_MEMORY_KIB = 300 * 1024
GAMES = 100  # more than the bytes that detect a format
GGF = "(;GM[Othello]DT[1999]PB[Ann]PW[Bob {}]TY[8]B[F5]W[D6]B[C3];)\n"
MOVES = [56, 64, 33]  # of WTHOR: f5, d6, c3


def wthor(size):
    """A header for as many games as fit in `size` bytes, and the first games; zeros must follow."""
    head = struct.pack("<BBBBIHHBBBB", 20, 26, 1, 1, (size - 16) // 68, 0, 2001, 8, 0, 22, 0)
    games = [struct.pack("<HHHBB", 1, 2, 3 + i, 32, 32) + bytes(MOVES).ljust(60, b"\0") for i in range(GAMES)]
    return head + b"".join(games)


def import_file(program, folder, path):
    """The report (the last line), the exit status and the peak memory in KiB."""
    with subprocess.Popen([program, "games", "import", path.name, "--games", "g.db", "--json"], cwd=folder,
                          stdout=subprocess.PIPE) as process:
        tail = subprocess.run(["tail", "-n", "1"], stdin=process.stdout, capture_output=True, check=True).stdout
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return json.loads(tail), process.returncode, used.ru_maxrss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--mib", type=int, default=512)
    options = parser.parse_args()
    size = options.mib << 20
    with temporary_folder() as folder:
        folder = pathlib.Path(folder)
        said = []
        games = "".join(map(GGF.format, range(GAMES))).encode()
        for name, head, tail in (("a.ggf", games, games[:40]), ("b.wtb", wthor(size), b"")):
            path = folder / name
            path.write_bytes(head)
            os.truncate(path, size)
            with open(path, "ab") as file:
                file.write(tail)
            report, status, memory = import_file(options.program, folder, path)
            path.unlink()
            if report["added"] != GAMES or report["left_out"] == 0 or status != 1 or memory > MOST_MEMORY_KIB:
                sys.exit(f"{name}: {report}, status {status}, {memory} KiB")
            said.append(f"{name}: left out {report['left_out']}, {memory // 1024} MiB")
        print(f"{options.mib} MiB each; {'; '.join(said)}")


if __name__ == "__main__":
    main()
