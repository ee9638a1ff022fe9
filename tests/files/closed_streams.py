#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A program started without standard input, output or error neither loses data nor hangs.

Usage: closed_streams.py SUMI SUMI_MATCH SUMI_LAB [--sanitized]

Without precautions, a program's first file gets the number of the closed stream, and its report
corrupts a book, results or a journal. Each command that writes both a file and a report runs with
each stream closed, and with all three. Its file must be intact, and its exit status must show that
the report is lost. --sanitized: a few commands with all streams closed, because sanitized programs
start slowly.
"""
import pathlib
import random
import shutil
import socket
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from random_play import random_game  # noqa: E402
from temporary_folder import temporary_folder  # noqa: E402

SUMI, MATCH, LAB = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:4])
FAST = "--level 1 --evaluator table --hash-mib 1"
GAME = "f5d6c3d3c4f4c5b3c2e6c6b4"
POSITION = "-XXXXXX-XXXOOXX-XXOXXXXXXOXXXXXXXXXOXXXXXXXXXXXX-XXXOXX--XXXXX-- O"
PLAYERS = "--engine player=random --engine 'player=random name=b' --games 2"
OUT_CLOSED = "standard output is closed"

# Name, command, and a command that verifies its file.
VERIFY = f"{SUMI} book verify k.book"
WHOLE_OR_NOT = "sh -c 'test ! -e page.html || tail -n 1 page.html | grep -q \"</html>$\"'"
COMMANDS = [
    ("book add", f"{SUMI} book add k.book games.txt --no-search", VERIFY),
    ("book add, new", f"{SUMI} book add new.book games.txt {FAST}", f"{SUMI} book verify new.book"),
    ("book learn", f"{SUMI} book learn k.book over.txt {FAST}", VERIFY),
    ("book build", f"{SUMI} book build k.book --plies 2 --max-loss 2 {FAST}", VERIFY),
    ("book deepen", f"{SUMI} book deepen k.book {FAST}", VERIFY),
    ("book stats", f"{SUMI} book stats k.book", VERIFY),
    ("games import", f"{SUMI} games import games.txt --games new.db",
     f"{SUMI} games verify --games new.db"),
    ("match run", f"{MATCH} run new.db {PLAYERS}", f"{MATCH} report new.db"),
    ("match report", f"{MATCH} report old.db --html page.html", f"{MATCH} report old.db"),
    ("solve --resume", f"{SUMI} solve one.obf --resume new.journal",
     f"{SUMI} solve one.obf --resume new.journal"),
    ("analyze --resume", f"{SUMI} analyze {GAME} --depth 1 --resume new.journal",
     f"{SUMI} analyze {GAME} --depth 1 --resume new.journal"),
    ("analyze --html", f"{SUMI} analyze {GAME} --depth 1 --html page.html", WHOLE_OR_NOT),
    ("convert", f"{SUMI} convert games.txt - --to ggf", "true"),
    ("hint", f"{SUMI} hint {GAME} --depth 1", "true"),
    ("version", f"{SUMI} --version", "true"),
    ("help", f"{SUMI} --help", "true"),
    ("lab data", f"{LAB} data convert one.txt two.pos", f"{LAB} data stats two.pos"),
]
# Sessions only print answers to standard input.
SESSIONS = [
    ("gtp that learns", f"{SUMI} gtp --book k.book --book-learn true {FAST}",
     "play b f5\nplay w d6\nname\nquit\n"),
    ("sumi", f"{SUMI}", "name\nquit\n"),
    ("ugi", f"{SUMI} engine --protocol ugi", "ugi\nisready\nquit\n"),
    ("nboard", f"{SUMI} engine --protocol nboard", "nboard 2\nping 1\nquit\n"),
    ("xboard", f"{SUMI} engine --protocol xboard", "xboard\nprotover 2\nping 1\nquit\n"),
]
faults = []


def run(command, folder, closed="", text=""):
    """Runs a command with streams closed by redirections such as "1>&-". A hang is a failure."""
    # exec, so that the shell does not complain about its own streams.
    try:
        return subprocess.run(["sh", "-c", f"exec {command} {closed}"], cwd=folder, input=text,
                              capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, "hangs", "", "")


def expect(good, name, closed, done, what):
    if not good:
        faults.append(f"{name} {closed}: {what}; status {done.returncode}, "
                      f"output {done.stdout[-200:]!r}, complaints {done.stderr[-300:]!r}")


def make_files(folder):
    (folder / "games.txt").write_text(GAME + "\n")
    (folder / "over.txt").write_text(random_game(random.Random(1)) + "\n")
    (folder / "one.obf").write_text(POSITION + "\n")
    (folder / "one.txt").write_text(POSITION + " -10\n")
    for command in (f"{SUMI} book add k.book games.txt --no-search",
                    f"{MATCH} run old.db {PLAYERS}",
                    f"{LAB} data convert one.txt one.pos"):
        done = run(command, folder)
        if done.returncode != 0:
            sys.exit(f"{command}: status {done.returncode}: {done.stderr}")


def closed_in(folder, name, command, check, closed):
    done = run(command, folder, closed)
    if "1>&-" in closed:
        expect(done.returncode == 1, name, closed, done, "status 1 is right: it could not report")
    else:
        expect(done.returncode == 0, name, closed, done, "it lacks nothing that it needs")
    if closed == "1>&-":
        expect(OUT_CLOSED in done.stderr, name, closed, done, "does not say what is wrong")
    checked = run(check, folder)
    expect(checked.returncode == 0, name, closed, checked, "its file is broken")


def main():
    sanitized = "--sanitized" in sys.argv
    with temporary_folder() as base:
        made = pathlib.Path(base) / "made"
        made.mkdir()
        make_files(made)
        number = 0
        for closed in ("0<&-", "1>&-", "2>&-", "0<&- 1>&- 2>&-"):
            # Closing one of the other two streams makes no difference.
            many = closed == "1>&-" or "1>&-" in closed and not sanitized
            for name, command, check in COMMANDS if many else COMMANDS[:2]:
                number += 1
                folder = pathlib.Path(base) / str(number)
                shutil.copytree(made, folder)
                closed_in(folder, name, command, check, closed)
        for name, command, text in SESSIONS:
            done = run(command, made, "0<&-")
            expect(done.returncode == 0, name, "0<&-", done, "a closed input is at its end")
            done = run(command, made, "1>&-", text)
            expect(done.returncode == 1 and OUT_CLOSED in done.stderr, name, "1>&-", done,
                   "does not say that nobody can hear it")
            done = run(command, made, "2>&-", text)
            expect(done.returncode == 0 and done.stdout != "", name, "2>&-", done,
                   "does not answer")
        checked = run(VERIFY, made)
        expect(checked.returncode == 0, "sessions", "", checked, "the book is broken")
        for closed in ("0<&- 1>&-", "0<&- 1>&- 2>&-"):
            serves(made, closed)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


def serves(folder, closed):
    """`serve` prints nothing: it serves until SIGTERM ends it with status 0."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"exec {SUMI} serve --port {port} {FAST} {closed}"
    server = subprocess.Popen(["sh", "-c", command], cwd=folder, stdin=subprocess.DEVNULL,
                              stderr=subprocess.PIPE, text=True)
    said, began = b"", time.monotonic()
    while not said and server.poll() is None and time.monotonic() - began < 60:
        try:
            with socket.create_connection(("127.0.0.1", port), 60) as client:
                client.sendall(b"name\n")
                said = client.recv(100)
        except OSError:  # not listening yet
            time.sleep(0.05)
    server.terminate()
    try:
        _, complaints = server.communicate(timeout=60)
    finally:
        server.kill()
    done = subprocess.CompletedProcess(command, server.returncode, said.decode(), complaints)
    expect(said.startswith(b"= Sumi"), "serve", closed, done, "does not answer")
    expect(done.returncode == 0, "serve", closed, done, "SIGTERM does not end it well")
    if "2>&-" not in closed:
        expect("listening on" in done.stderr, "serve", closed, done, "does not say where")


if __name__ == "__main__":
    main()
