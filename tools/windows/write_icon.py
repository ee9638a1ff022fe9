#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""write_icon.py SVG ICO: draws the icon of Windows programs by rsvg-convert (Debian: librsvg2-bin)."""

import struct
import subprocess
import sys

SIZES = (16, 24, 32, 48, 256)

svg, ico = sys.argv[1:]
pictures = [subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size), svg], check=True,
                           capture_output=True).stdout for size in SIZES]
with open(ico, "wb") as file:
    file.write(struct.pack("<3H", 0, 1, len(SIZES)))
    start = 6 + 16 * len(SIZES)
    for size, png in zip(SIZES, pictures):
        # A byte of 0 stands for 256.
        file.write(struct.pack("<4B2H2I", size % 256, size % 256, 0, 0, 1, 32, len(png), start))
        start += len(png)
    file.write(b"".join(pictures))
