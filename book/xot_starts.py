#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes xot_starts.bin from a list of XOT openings, eight moves ("f5d6c4d3c2b3b4b5") per line.

Usage: xot_starts.py LIST > xot_starts.bin

The file has the sorted checksums of the positions after the moves, 4 bytes each, little endian:
the low half of the FNV-1a of the canonical board (own and opp, 8 bytes each;
engine/game/symmetry.h).
"""
import pathlib
import struct
import sys

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


def play(own, opp, square):
    """The board after a legal move: the discs of the next side to move, then the others."""
    x, y = square % 8, square // 8
    flipped = set()
    for dx, dy in DIRECTIONS:
        line = []
        i, j = x + dx, y + dy
        while 0 <= i < 8 and 0 <= j < 8 and 8 * j + i in opp:
            line.append(8 * j + i)
            i, j = i + dx, j + dy
        if 0 <= i < 8 and 0 <= j < 8 and 8 * j + i in own:
            flipped.update(line)
    if not flipped or square in own | opp:
        raise ValueError("illegal move")
    return opp - flipped, own | flipped | {square}


def canonical(own, opp):
    """The smallest of the eight symmetric boards, as two numbers."""
    boards = []
    for symmetry in range(8):

        def turned(squares):
            bits = 0
            for square in squares:
                x, y = square % 8, square // 8
                x = 7 - x if symmetry & 1 else x
                y = 7 - y if symmetry & 2 else y
                x, y = (y, x) if symmetry & 4 else (x, y)
                bits |= 1 << (8 * y + x)
            return bits

        boards.append((turned(own), turned(opp)))
    return min(boards)


def fnv1a(data):
    hashed = 0xCBF29CE484222325
    for byte in data:
        hashed = (hashed ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return hashed


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sums = set()
    for line in pathlib.Path(sys.argv[1]).read_text().split():
        own, opp = {28, 35}, {27, 36}  # Black's and White's
        for i in range(0, 16, 2):
            own, opp = play(own, opp, ord(line[i]) - ord("a") + 8 * (int(line[i + 1]) - 1))
        sums.add(fnv1a(struct.pack("<QQ", *canonical(own, opp))) & 0xFFFFFFFF)
    sys.stdout.buffer.write(b"".join(struct.pack("<I", x) for x in sorted(sums)))


if __name__ == "__main__":
    main()
