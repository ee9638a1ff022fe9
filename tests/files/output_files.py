#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Outputs never overwrite inputs, nor other kinds of files without --force.

Usage: output_files.py SUMI SUMI_MATCH SUMI_LAB [--sanitized]

Each command that writes a file tries to overwrite its input (by name, symbolic link and hard link),
files of other kinds, its own earlier output, and an empty file. On a full disk the error names the
file, and no file is left. --sanitized: one link and one kind per command, because sanitized
programs start slowly.
"""
import os
import pathlib
import random
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from random_play import random_game  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

SANITIZED = "--sanitized" in sys.argv
SUMI, MATCH, LAB = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
TABLE = "--evaluator table --hash-mib 1"
FAST = f"--depth 1 {TABLE}"
GAME = random_game(random.Random(1)) + "\n"
POSITION = "-XXXXXX-XXXOOXX-XXOXXXXXXOXXXXXXXXXOXXXXXXXXXXXX-XXXOXX--XXXXX-- O"
FOREIGN = {
    "photo.jpg": b"\xff\xd8\xff\xe0\x00\x10JFIF" + bytes(range(256)),
    "main.cpp": b"// f5 is a good square\n#include <cstdio>\nint main() { return 0; }\n",
    "letter.txt": b"Dear Anna,\nshall we play f5d6 on Sunday?\n",
    "page.html": b"<!DOCTYPE html>\n<html><head><title>Mine</title></head></html>\n",
    "list.json": b"[1, 2, 3]\n",
    "table.csv": b"day,rain\nMonday,3\n",
    "picture.svg": b"<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
}


def written_formats():
    rows = subprocess.run([SUMI, "convert", "--formats"], capture_output=True, text=True,
                          check=True).stdout.splitlines()[1:]
    return [row.split()[0] for row in rows if row[0] != " " and "read only" not in row]


# Name; command with {} for the output; inputs.
COMMANDS = [
    *[(f"convert to {form}", f"{SUMI} convert games.txt {{}} --to {form}", ["games.txt"])
      for form in written_formats()],
    ("convert from a pipe", f"{SUMI} convert - {{}} --to ggf < games.txt", ["games.txt"]),
    ("analyze --out", f"{SUMI} analyze short.txt {FAST} --out {{}}", ["short.txt"]),
    ("analyze --out, many", f"{SUMI} analyze many.txt {FAST} --out {{}}", ["many.txt"]),
    ("analyze --out, Japanese", f"{SUMI} analyze short.txt {FAST} --lang ja --out {{}}",
     ["short.txt"]),
    ("analyze --csv", f"{SUMI} analyze short.txt {FAST} --csv --out {{}}", ["short.txt"]),
    ("analyze --json", f"{SUMI} analyze short.txt {FAST} --json --out {{}}", ["short.txt"]),
    ("analyze --html", f"{SUMI} analyze short.txt {FAST} --html {{}}", ["short.txt"]),
    ("board", f"{SUMI} board f5d6 -o {{}}", []),
    ("board --flip", f"{SUMI} board f5d6 --flip -o {{}}", []),
    ("board --scores", f"{SUMI} board f5 --scores 'f6=0 d6=-12' -o {{}}", []),
    ("board of a file", f"{SUMI} board games.txt -o {{}}", ["games.txt"]),
    ("board --svg", f"{SUMI} board f5d6 --svg -o {{}}", []),
    ("book export compact", f"{SUMI} book export k.book {{}} --format compact", ["k.book"]),
    ("book export edax", f"{SUMI} book export k.book {{}} --format edax", ["k.book"]),
    ("book export egaroucid", f"{SUMI} book export k.book {{}} --format egaroucid", ["k.book"]),
    ("book export obf", f"{SUMI} book export k.book {{}} --format obf", ["k.book"]),
    ("games export", f"{SUMI} games export {{}} --to pgn --games g.db", ["g.db"]),
    ("match report", f"{MATCH} report old.db --html {{}}", ["old.db"]),
    ("match run", f"{MATCH} run old.db --html {{}}", ["old.db"]),
    ("lab data merge", f"{LAB} data merge one.pos {{}}.pos", []),
    ("lab data convert", f"{LAB} data convert one.pos {{}}", ["one.pos"]),
    ("lab eval-report", f"{LAB} eval-report one.pos --all-scores --evaluator table --svg {{}}",
     ["one.pos"]),
]
PLAYERS = "--engine player=random --engine 'player=random name=b' --games 2"
# Commands that create a file and append to it.
BEGINNERS = [
    f"{SUMI} book add {{}} games.txt --no-search --plies 6",
    f"{SUMI} games import games.txt --games {{}}",
    f"{SUMI} solve games.txt --at-empties 4 --resume {{}}",
    f"{SUMI} analyze short.txt {FAST} --resume {{}}",
    f"{SUMI} book search leaves {{}}",
    f"{MATCH} run {{}} {PLAYERS}",
]
# Messages in English and Japanese.
NO_SPACE = ("No space left on device", "空き容量がありません", "the disk is full")
IS_READ = ("is also an input", "は入力でもあります")
IS_OTHER = ("name another file", "別のファイルにするか")
faults = []


def run(command, folder, status=None):
    done = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True,
                          timeout=60)
    if status is not None and done.returncode != status:
        faults.append(f"{command}: status {done.returncode}, not {status}: {done.stderr[-300:]}")
    return done


def expect(good, command, what):
    if not good:
        faults.append(f"{command}: {what}")


def make_files(folder):
    (folder / "games.txt").write_text(GAME)
    # Fast to analyse: too early for a solution to be needed.
    (folder / "short.txt").write_text(GAME[:20] + "\n")
    (folder / "many.txt").write_text(GAME[:20] + "\nf5f6e6f4\n")
    (folder / "one.txt").write_text(POSITION + " -10\n")
    for name, bytes_ in FOREIGN.items():
        (folder / name).write_bytes(bytes_)
    for command in (f"{SUMI} book add k.book games.txt --no-search --plies 6",
                    f"{SUMI} book leaves l.book --count 1 --level 1 {TABLE} > leaves",
                    f"{SUMI} games import games.txt --games g.db",
                    f"{MATCH} run old.db {PLAYERS}",
                    f"{LAB} data convert one.txt one.pos"):
        if run(command, folder, 0).returncode != 0:
            sys.exit(faults[0])


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def refused(command, folder, words, kept):
    before = (folder / kept).read_bytes()
    done = run(command, folder, 2)
    expect(any(each in done.stderr for each in words), command,
           f"says {done.stderr!r}, not {words!r}")
    expect((folder / kept).read_bytes() == before, command, f"{kept} is lost")


def some_of(all_of_them, number):
    """With --sanitized, one element, selected by the command's number."""
    return [all_of_them[number % len(all_of_them)]] if SANITIZED else all_of_them


def overwrites_no_input(template, inputs, folder, number):
    for name in inputs:
        os.symlink(name, folder / "symbolic")
        os.link(folder / name, folder / "hard")
        refused(template.format(name), folder, IS_READ, name)
        for path in some_of([name, "./" + name, "symbolic", "hard"], number):
            refused(template.format(path) + " --force", folder, IS_READ, name)
        (folder / "symbolic").unlink()
        (folder / "hard").unlink()


def replaces_only_its_kind(template, folder, number):
    suffix = ".pos" if "{}.pos" in template else ""
    first = template.format("out")
    run(first, folder, 0)
    made = folder / ("out" + suffix)
    expect(made.is_file(), first, "makes no file")
    run(first, folder, 0)  # again, over its own output
    made.write_bytes(b"")
    run(first, folder, 0)
    expect(made.stat().st_size > 0, first, "does not fill an empty file")
    others = [name for name in [*FOREIGN, "k.book", "old.db"] if name not in template]
    for name in some_of(others, number):
        if suffix:
            shutil.copy(folder / name, folder / (name + suffix))
        refused(template.format(name), folder, IS_OTHER, name + suffix)
    copy = "copy" + suffix
    shutil.copy(folder / "photo.jpg", folder / copy)
    run(template.format("copy") + " --force", folder, 0)
    expect((folder / copy).read_bytes() != FOREIGN["photo.jpg"], first, "--force is not heard")


def says_no_space(done, path):
    return (done.returncode == 1 and path in done.stderr and
            any(words in done.stderr for words in NO_SPACE))


def tells_of_a_full_disk(template, folder, mounts):
    if LAB not in template and "wthor" not in template and "match run" not in template:
        # Other commands refuse devices.
        done = run(template.format("/dev/full"), folder)
        expect(says_no_space(done, "/dev/full"), template,
               f"a full device: status {done.returncode}, {done.stderr[-200:]!r}")
    if mounts:
        leaves_nothing_on_a_full_disk(template, folder)


def leaves_nothing_on_a_full_disk(template, folder):
    # A disk of one page, already full.
    (folder / "small").mkdir(exist_ok=True)
    command = template.format("small/out")
    done = run("unshare -m sh -c 'mount -t tmpfs -o size=4k none small && cat > small/fill; "
               "exec 3>&1 >/dev/null; " + command.replace("'", "'\\''") +
               "; status=$?; exec >&3; ls small; exit $status' < /dev/zero", folder)
    by_its_name = ".new" not in done.stderr and "still there" not in done.stderr
    expect(says_no_space(done, "small/out") and by_its_name, command,
           f"a full disk: status {done.returncode}, {done.stderr[-300:]!r}")
    expect(done.stdout == "fill\n", command, f"leaves {done.stdout!r} on a full disk")


def can_mount():
    """Whether this user may mount a disk."""
    done = subprocess.run(["unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=4k none /mnt"],
                          capture_output=True, check=False)
    return done.returncode == 0


def wthor_beside(folder):
    run(f"{SUMI} convert games.txt a.wtb", folder, 0)
    before = contents(folder)
    # Name files next to the games are also inputs and outputs.
    for command in (f"{SUMI} convert a.wtb a.WTB.ggf && {SUMI} convert a.wtb a.x --to wthor",
                    f"{SUMI} convert a.wtb a.jou --to ggf",
                    f"{SUMI} convert a.wtb a.trn --to transcript --force"):
        done = run(command, folder, 2)
        expect("is also an input" in done.stderr, command, f"says {done.stderr!r}")
    (folder / "b.jou").write_bytes(FOREIGN["letter.txt"])
    refused(f"{SUMI} convert games.txt b.wtb", folder, IS_OTHER, "b.jou")
    after = contents(folder)
    for name in ("a.wtb", "a.jou", "a.trn"):
        expect(name in before and before[name] == after[name], "convert a.wtb", f"{name} is lost")


def ggs_log(folder):
    """Only a log is appended to. Contradictory times end the command after its checks."""
    (folder / "pw").write_text("secret\n")
    command = f"{SUMI} ggs --login mybot --min-time 600 --max-time 60 --password-file pw --log {{}}"
    refused(command.format("./pw"), folder, IS_READ, "pw")
    for name in [*FOREIGN, "games.txt", "k.book"]:
        refused(command.format(name), folder, IS_OTHER, name)
    for log in (b"", b"2026-10-30 12:34:56 < : Enter your login\n"):
        (folder / "log").write_bytes(log)
        refused(command.format("log"), folder, ("--min-time",), "log")


def main():
    with temporary_folder() as base:
        made = pathlib.Path(base) / "made"
        made.mkdir()
        make_files(made)
        mounts = shutil.which("unshare") is not None and can_mount()
        for number, (name, template, inputs) in enumerate(COMMANDS):
            folder = pathlib.Path(base) / str(number)
            shutil.copytree(made, folder)
            names = set(os.listdir(folder))
            overwrites_no_input(template, inputs, folder, number)
            expect(set(os.listdir(folder)) == names, name, "leaves files behind")
            replaces_only_its_kind(template, folder, number)
            tells_of_a_full_disk(template, folder, mounts)
            left = [file for file in os.listdir(folder) if file.endswith(".new")]
            expect(not left, name, f"leaves {left}")
        for template in BEGINNERS if mounts else []:
            leaves_nothing_on_a_full_disk(template, made)
        wthor_beside(made)
        ggs_log(made)
        refused(f"{SUMI} analyze short.txt {FAST} -o a --html ./a", made, ("are the same file",),
                "short.txt")
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
