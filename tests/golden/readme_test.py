#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the READMEs' examples with machine-readable output.

Usage: readme_test.py SUMI [README...]

Each fenced block `sh` with a pipe to jq or with --csv must be followed by a fenced block `text`
with its output. bash runs the blocks of a README in order, in one empty folder, in which
`tools/run` and `sumi` are the built program. A block ends at its first failing command.
UPDATE_GOLDEN=1 updates the outputs.
"""
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
READMES = {  # and the least number of examples in each
    "README.md": 1,
    "book/README.md": 1,
    "protocol/cli/README.md": 5,
    "protocol/service/STUDY.md": 1,
}

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$\n?", re.M | re.S)
TO_RUN = re.compile(r"\|\s*jq\b|--csv\b")

# `tools/run sumi-match ...` runs another program.
RUN = """#!/bin/sh
case $1 in sumi-*) program=$1; shift ;; *) program=sumi ;; esac
exec "$program" "$@"
"""


def examples(text):
    """For each example its commands, and the match of its output block, if any."""
    blocks = list(BLOCK.finditer(text))
    for block, following in zip(blocks, [*blocks[1:], None]):
        if block[1] != "sh" or not TO_RUN.search(block[2]):
            continue
        beside = following and following[1] == "text" and not text[block.end():following.start()].strip()
        yield block[2], following if beside else None


def prepare(folder, sumi):
    for name in ("bin", "tools"):
        (folder / name).mkdir()
    for program in sumi.parent.glob("sumi*"):
        if program.is_file() and os.access(program, os.X_OK):
            (folder / "bin" / program.name).symlink_to(program)
    (folder / "bin" / "sumi").unlink(missing_ok=True)
    (folder / "bin" / "sumi").symlink_to(sumi)
    (folder / "tools" / "run").write_text(RUN)
    (folder / "tools" / "run").chmod(0o755)


def run(commands, folder):
    environment = dict(os.environ, PATH=f"{folder}/bin:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    done = subprocess.run(["bash", "-eo", "pipefail", "-c", commands], stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=300, cwd=folder, env=environment)
    output = done.stdout.decode().replace("\r\n", "\n")
    if done.returncode:
        output += f"(status {done.returncode}) {done.stderr.decode()}"
    return output


def check(readme, least, sumi, update):
    """The number of examples that differ."""
    text = readme.read_text()
    name = readme.name if ROOT not in readme.parents else str(readme.relative_to(ROOT))
    wrong, count, changes = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        prepare(folder, sumi)
        for commands, expected in examples(text):
            count += 1
            now = run(commands, folder)
            if expected is None:
                print(f"{name}: no block `text` with the output behind\n{commands}It is\n{now}")
                wrong += 1
            elif now != expected[2]:
                changes.append((expected.span(2), now))
                sys.stdout.writelines(difflib.unified_diff(
                    expected[2].splitlines(True), now.splitlines(True),
                    f"{name}: expected of {commands.strip()}", "now"))
                wrong += not update
    if count < least:
        print(f"{name}: {count} examples, there were {least}")
        wrong += 1
    if update:
        for (begin, end), now in reversed(changes):
            text = text[:begin] + now + text[end:]
        readme.write_text(text)
    print(f"{name}: {count} examples, {wrong} wrong")
    return wrong


def main(sumi, readmes):
    if not shutil.which("jq"):
        sys.exit("jq is missing: tools/test installs it")
    update = os.environ.get("UPDATE_GOLDEN") == "1"
    wanted = {pathlib.Path(name).resolve(): 0 for name in readmes} or {
        ROOT / name: least for name, least in READMES.items()}
    wrong = [check(readme, least, sumi, update) for readme, least in wanted.items()]
    sys.exit(1 if any(wrong) else 0)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:])
