#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Renders pictures of the papers by rsvg-convert, which knows no CSS variables, and counts pixels.

Usage: pictures_test.py SUMI_LAB

Every colour of lines, areas and squares of a picture must appear in it. The pictures in
tools/lab/papers/pictures have the style sheets that SUMI_LAB writes now. Skips (status 77) the
rendering if rsvg-convert (Debian: librsvg2-bin) is missing.
"""
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

PICTURES = pathlib.Path(__file__).resolve().parents[2] / "tools/lab/papers/pictures"
FEWEST = 10  # pixels of a colour
NEAR = 12    # the largest difference of a channel


def style_of(svg):
    return re.search(r"<style>(.*?)</style>", svg).group(1)


def on_white(color, opacity):
    channels = bytes.fromhex(color[1:])
    return "#" + "".join(f"{round(opacity * c + (1 - opacity) * 255):02x}" for c in channels)


def expected_colors(svg):
    """Colours of series, by their classes, and of squares; None if a class has no plain colour."""
    plain = style_of(svg).split("@media")[0]
    body = svg.split("</style>")[1]
    used = set(re.findall(r'class="(?:line |bar )?([lf]\d)"', body))
    colors = set(re.findall(r'<rect [^>]*fill="(#[0-9a-f]{6})"', body))
    for name in used:
        rule = re.search(r"\." + name + r"\{(?:stroke|fill):(#[0-9a-f]{6})\}", plain)
        if rule is None:
            return None
        color = rule.group(1)
        colors.add(on_white(color, 0.6) if f'class="bar {name}"' in body else color)
    return colors


def pixels(png):
    """Pixels of an 8-bit RGB or RGBA file, by colour: {(r, g, b): count}."""
    at, data, size = 8, b"", None
    while at < len(png):
        length, kind = struct.unpack(">I4s", png[at:at + 8])
        chunk = png[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">IIBB", chunk[:10])
        elif kind == b"IDAT":
            data += chunk
        at += 12 + length
    width, height, depth, color = size
    assert depth == 8 and color in (2, 6), size
    step = 3 if color == 2 else 4
    raw, row_size = zlib.decompress(data), width * step
    counts, above = {}, bytearray(row_size)
    for y in range(height):
        start = y * (row_size + 1)
        kind, row = raw[start], bytearray(raw[start + 1:start + 1 + row_size])
        for x in range(row_size if kind else 0):
            left = row[x - step] if x >= step else 0
            up, corner = above[x], above[x - step] if x >= step else 0
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            else:
                guess = min((left, up, corner), key=lambda c: abs(left + up - corner - c))
            row[x] = (row[x] + guess) & 255
        for x in range(0, row_size, step):
            pixel = (row[x], row[x + 1], row[x + 2])
            counts[pixel] = counts.get(pixel, 0) + 1
        above = row
    return counts


def faults_of(name, file):
    colors = expected_colors(file.read_text())
    if not colors:
        return [f"{name}: no plain colours"]
    done = subprocess.run(["rsvg-convert", "-w", "720", "-b", "white", file], capture_output=True)
    if done.returncode != 0:
        return [f"{name}: {done.stderr.decode()}"]
    counts = pixels(done.stdout)
    faults = []
    for color in sorted(colors):
        wanted = bytes.fromhex(color[1:])
        found = sum(count for pixel, count in counts.items()
                    if all(abs(p - w) <= NEAR for p, w in zip(pixel, wanted)))
        if found < FEWEST:
            faults.append(f"{name}: {found} pixels of {color}")
    return faults


def main(program):
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        subprocess.run([program, "dp", "--method", "value-iteration", "--out", "dp"], cwd=folder,
                       check=True, capture_output=True)
        subprocess.run([program, "sweep", "--games", "2", "--out", "sweep"], cwd=folder, check=True,
                       capture_output=True)
        new = {"chart": folder / "dp/curves.svg", "heat": folder / "sweep/sweep.svg"}
        kept = sorted(PICTURES.glob("*.svg"))
        if not kept:
            faults.append(f"no pictures in {PICTURES}")
        for file in kept:
            kind = re.search(r'class="(\w+)"', file.read_text()).group(1)
            if style_of(file.read_text()) != style_of(new[kind].read_text()):
                faults.append(f"{file.name}: another style sheet than {new[kind].name}")
        render = shutil.which("rsvg-convert") is not None
        if render:
            for name, file in [(file.name, file) for file in [*kept, *new.values()]]:
                faults += faults_of(name, file)
    if faults:
        sys.exit("\n".join(faults))
    if not render:
        print("skipped: no rsvg-convert (Debian: librsvg2-bin)")
        sys.exit(77)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]).resolve())
