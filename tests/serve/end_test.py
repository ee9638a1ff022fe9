#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""How sessions of each protocol end: on standard input, with the protocol given or detected, and
over TCP. All lines are sent in one write.

- `quit` during an endless search: the search stops, its move is written, status 0.
- End of input during a limited search: its move is written, status 0.

Usage: end_test.py SUMI
"""
import pathlib
import re
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sumi_server import PATIENCE, Server  # noqa: E402

START = "---------------------------OX------XO--------------------------- X"


def ugi(name):
    return (f"{name}\nsetoption name OwnBook value false\nisready\ngo depth {{}}\n", "quit\n",
            r"(?m)^bestmove [a-h][1-8]$")


# Input that searches to a depth; the end of the session; the answer to the search.
PROTOCOLS = {
    "gtp": ("sumi-set own-book false\nsumi-set depth {}\ngenmove black\n", "quit\n",
            r"(?m)^= [a-h][1-8]$"),
    "nboard": ("nboard 2\nset own-book false\nset depth {}\ngo\n", "quit\n",
               r"(?m)^=== [A-H][1-8]\b"),
    "ugi": ugi("ugi"),
    "uci": ugi("uci"),
    "usi": ugi("usi"),
    "cassio": (f"ENGINE-PROTOCOL init\nENGINE-PROTOCOL midgame-search {START} -64 64 {{}} 100\n",
               "ENGINE-PROTOCOL quit\n", r"(?m)^[-XO]{64}X, move [A-H][1-8], "),
    "xboard": ("xboard\nnew\noption own-book=0\nsd {}\ngo\n", "quit\n", r"(?m)^move P@[a-h][1-8]$"),
}
LONG, SHORT = 60, 4  # depths


def check(good, *what):
    if not good:
        raise AssertionError(what)


def piped(command, text, answer):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE)
    check(done.returncode == 0 and len(re.findall(answer, done.stdout)) == 1, command, text, done)


def over_tcp(server, text, answer, half_closes):
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(text.encode())
        if half_closes:
            client.shutdown(socket.SHUT_WR)
        said = b""
        while data := client.recv(65536):
            said += data
    check(len(re.findall(answer, said.decode())) == 1, text, said)


def main():
    sumi = sys.argv[1]
    with Server(sumi) as server:
        for name, (start, end, answer) in PROTOCOLS.items():
            long, short = start.format(LONG), start.format(SHORT)
            for command in ([sumi], [sumi, "engine", "--protocol", name]):
                piped(command, long + end, answer)
                piped(command, long + end.rstrip("\n"), answer)
                piped(command, short, answer)
                piped(command, short.rstrip("\n"), answer)
            over_tcp(server, long + end, answer, half_closes=False)
            over_tcp(server, long + end, answer, half_closes=True)
            over_tcp(server, short, answer, half_closes=True)
            print(f"{name}: good", flush=True)


if __name__ == "__main__":
    main()
