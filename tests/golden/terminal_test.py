#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the program on a terminal.  Usage: terminal_test.py SUMI"""
import os
import pty
import re
import select
import signal
import sys
import tempfile
import termios
import time

SUMI = os.path.abspath(sys.argv[1])


class Terminal:
    """The program on a terminal of 80 columns; `seen` collects its output."""

    def __init__(self, *arguments, term="xterm"):
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.environ.update(TERM=term, LC_ALL="C", NO_COLOR="1", COLUMNS="80", LINES="50")
            os.environ.pop("EDITRC", None)
            os.environ["HOME"] = tempfile.gettempdir() + "/no-such-home"
            os.execv(SUMI, ["sumi", *arguments])

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def expect(self, pattern, seconds=20):
        """Waits for the pattern in output after the last match."""
        end = time.monotonic() + seconds
        while True:
            found = re.search(pattern, self.seen)
            if found:
                self.seen = self.seen[found.end():]
                return found
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.fd], [], [], left)[0]:
                raise AssertionError(f"nothing like {pattern!r} in {self.seen!r}")
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            if not data:
                raise AssertionError(f"it ended without {pattern!r}: {self.seen!r}")
            self.seen += data.decode("utf-8", "replace")

    def wait_for_editor(self):
        """Until the line editor starts, shortly after the prompt, the terminal itself handles
        Ctrl-D."""
        end = time.monotonic() + 20
        while termios.tcgetattr(self.fd)[3] & termios.ICANON and time.monotonic() < end:
            time.sleep(0.01)

    def end(self, status=0):
        deadline = time.monotonic() + 20
        while select.select([self.fd], [], [], max(0, deadline - time.monotonic()))[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                break
            if not data:
                break
            self.seen += data.decode("utf-8", "replace")
        _, got = os.waitpid(self.pid, 0)
        os.close(self.fd)
        assert os.waitstatus_to_exitcode(got) == status, (os.waitstatus_to_exitcode(got), self.seen)


def play(*arguments, **options):
    return Terminal("play", "--color", "both", "--hash-mib", "1", "--own-book", "false",
                    *arguments, **options)


def edits_lines():
    t = play()
    t.expect("Move 1, Black to play")
    t.expect("> ")
    t.type("f4\x1b[D\x08f\x1b[C\x085\n")  # Left, Backspace, Right give f5
    t.expect(r"Last move: Black f5")
    t.type("undo\n")
    t.expect("Move 1, Black to play")
    t.type("\x1b[A\x1b[A\n")  # Up, Up give f5 again
    t.expect(r"Last move: Black f5")
    t.type("und\t\n")
    t.expect("Move 1, Black to play")
    t.type("redo\n")
    t.expect("Last move: Black f5")
    t.type("col\tw\t\n")  # completes a word and its argument
    t.expect("Black X +4  Sumi, level 10")  # the user now plays White
    t.type("quit\n")
    t.end()


def shows_choices():
    t = play()
    t.expect("> ")
    t.type("bo\t")
    t.expect("board +book")
    t.type("ard\n")
    t.expect("Move 1, Black to play")
    t.expect("> ")
    t.wait_for_editor()
    t.type("\x04")  # end of input
    t.expect("Goodbye")
    t.end()


def ctrl_c_leaves_at_the_prompt():
    t = play()
    t.expect("> ")
    t.type("und\x03")
    t.expect("Goodbye")
    t.end(130)


def ctrl_c_ends_a_search():
    t = Terminal("play", "--color", "white", "--level", "60", "--hash-mib", "1", "--own-book", "false")
    t.expect("Thinking: ")
    t.type("\x03")
    t.expect("Sumi plays .. for Black")
    t.expect("> ")
    t.type("quit\n")
    t.expect("Goodbye")
    t.end()


def typed_ahead():
    """Lines typed during a search are neither lost nor mixed."""
    t = Terminal("play", "--color", "white", "--level", "60", "--hash-mib", "1", "--own-book", "false")
    t.expect("Thinking: ")
    t.type("level 3\n")
    time.sleep(0.2)
    os.kill(t.pid, signal.SIGINT)
    t.expect("Level 3: looks")
    t.type("quit\n")
    t.end()


def dumb_terminals_work():
    t = play(term="dumb")
    t.expect("> ")
    t.type("f5\n")
    t.expect("Last move: Black f5")
    t.type("quit\n")
    t.end()


def reviews_a_game():
    t = Terminal("play", "--size", "4", "--level", "1", "--hash-mib", "1")
    t.expect("> ")
    for _ in range(20):
        t.type("\t\t")
        t.type("\x15go\n")  # Ctrl-U drops the unfinished line
        found = t.expect(r"Game over|\n> ")
        if "over" in found[0]:
            break
    t.expect("Black: accuracy")
    t.type("quit\n")
    t.end()


def speaks_to_people():
    t = Terminal()
    t.expect("GTP")
    t.expect("sumi --help")
    t.type("help\n")
    t.expect("play, web, hint, analyze")
    t.type("hint f5d6c3\n")
    t.expect("hint is a command of the shell")
    t.type("name\n")
    t.expect("= Sumi")
    t.type("quit\n")
    t.expect("=")
    t.end()
    t = Terminal("--lang", "ja")
    t.expect("ここでは")
    t.type("quit\n")
    t.end()


def walks_through_an_opening():
    t = Terminal("study", "opening", "tiger", "--no-book")
    t.expect("Enter shows the next move, back the one before, quit leaves")
    t.expect(r"1\. Black f5")
    t.expect("> ")
    t.type("b\n")
    t.expect("This is the first move")
    t.type("\n")
    t.expect(r"2\. White d6")
    t.expect("> ")
    t.type("bakc\n")
    t.expect("Unknown command: 'bakc'. Did you mean back")
    t.type("?\n")
    t.expect("Enter shows the next move")
    t.type("back\n")
    t.expect(r"1\. Black f5")
    for move in ("2. White d6", "3. Black c3", "4. White d3", "5. Black c4"):
        t.type("\n")
        t.expect(re.escape(move))
    t.expect("Stephenson")
    t.type("\n")
    t.end()


for case in (walks_through_an_opening, edits_lines, shows_choices, ctrl_c_leaves_at_the_prompt, ctrl_c_ends_a_search,
             typed_ahead, dumb_terminals_work, reviews_a_game, speaks_to_people):
    try:
        case()
    except AssertionError as fault:
        sys.exit(f"{case.__name__}: {fault}")
print("terminal: all as it should be")
