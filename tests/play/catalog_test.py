#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Each name that `sumi evaluators` and `sumi players` list, and files of learners, in each interface:
it plays, or is refused with a reason that names it.

Prints the table. An evaluator with weights must play in every interface on 8x8; so must a player
that needs no argument on a board that it knows. On 6x6 what was made for 8x8 is refused.

Usage: catalog_test.py SUMI SUMI_MATCH SUMI_LAB
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from sumi_server import Server  # noqa: E402
from web_client import PATIENCE, WebServer  # noqa: E402

MOVES = {8: "f5d6c3", 6: "c2"}
ANSWER = r"(?im)^(= |bestmove )[a-h][1-8]\b"
# Arguments and weights of names that need them.
NEEDS = {"greedy": "greedy:s2", "mlp": "{net}", "qtable": "{q}"}
FILES_8X8 = {"{net}": ["td", "--steps", "20", "--measure-games", "10"],
             "{q}": ["qlearn", "--steps", "2", "--measure-every", "1"],
             "{s6}": ["genetic", "--steps", "1", "--population", "2", "--fitness-games", "2"]}


def run(command, text=""):
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def reason(*texts):
    """The line that refuses."""
    lines = [line for text in texts for line in text.splitlines()
             if re.search(r"(?i)error|not|only|^\?|sumi", line)]
    return lines[-1] if lines else ""


class Interfaces:
    """Each method returns an empty text if the entry plays, otherwise the reason."""

    def __init__(self, sumi, match, folder, web, web6):
        self.sumi, self.match, self.folder, self.sockets = sumi, match, folder, {8: web, 6: web6}

    def hint(self, kind, name, size):
        status, out, err = run([self.sumi, "hint", f"--{kind}", name, "--depth", "2", "--size", str(size), "start"])
        return "" if status == 0 and re.search(r"(?m)\b[a-h][1-8]\b", out) else reason(err)

    def analyze(self, kind, name, size):
        status, out, err = run([self.sumi, "analyze", f"--{kind}", name, "--level", "1", "--size", str(size),
                                MOVES[size]])
        return "" if status == 0 and MOVES[size][:2] in out else reason(err)

    def play(self, kind, name, size):
        status, out, err = run([self.sumi, "play", f"--{kind}", name, "--size", str(size), "--level", "1"],
                               "go\nquit\n")
        return "" if status == 0 and re.search(r"(?m)\b[A-Ha-h][1-8]\b", out) else reason(err, out)

    def gtp(self, kind, name, size):
        status, out, err = run([self.sumi, "gtp"], f"boardsize {size}\nsumi-set depth 2\nsumi-set {kind} {name}\n"
                                                   "genmove b\nquit\n")
        refused = re.search(r"(?m)^\? .*|not usable.*", out)
        return refused[0] if refused else "" if status == 0 and re.search(ANSWER, out) else reason(out, err)

    def ugi(self, kind, name, size):
        status, out, err = run([self.sumi, "engine", "--protocol", "ugi"],
                               f"ugi\nsetoption name Board Size value {size}\n"
                               f"setoption name {kind.capitalize()} value {name}\nisready\ngo depth 2\nquit\n")
        refused = re.search(r"(?m)^info string error.*", out)
        return refused[0] if refused else "" if re.search(ANSWER, out) else reason(out, err)

    def serve(self, kind, name, size):
        try:
            server = Server(self.sumi, f"--{kind}", name, "--size", str(size), "--depth", "2")
        except Exception:  # pylint: disable=broad-except
            return reason(run([self.sumi, "serve", "--port", "0", f"--{kind}", name, "--size", str(size)])[2])
        with server:
            import socket
            with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
                client.sendall(f"boardsize {size}\ngenmove b\nquit\n".encode())
                said = b""
                while data := client.recv(65536):
                    said += data
        return "" if re.search(ANSWER, said.decode()) else reason(said.decode())

    def sumi_match(self, kind, name, size):
        store = pathlib.Path(self.folder) / "match.db"
        store.unlink(missing_ok=True)
        status, out, err = run([self.match, "run", str(store), "--engine", f"name=a depth=1 {kind}={name}",
                                "--engine", "name=b player=random", "--time", "none", "--games", "2", "--size",
                                str(size)])
        if status != 0:
            return reason(err)
        _, out, err = run([self.match, "report", str(store), "--json"])
        games = sum(json.loads(out)["engines"][0][key] for key in ("wins", "draws", "losses"))
        faults = json.loads(out)["engines"][0].get("faults", {})
        return "" if games == 2 and not faults else f"{name}: {games} games, faults {faults}"

    def page(self, kind, name, size):
        answer = self.sockets[size].ask(id=1, action="move", seat="black", new_game=True, moves=[],
                                        limits={"level": 1}, book=False, start=START[size], **{kind: name})
        return "" if re.fullmatch("[a-h][1-8]", answer.get("move", "")) else answer["error"]


START = {8: "---------------------------OX------XO--------------------------- X",
         6: "--------------OX----XO-------------- X"}
INTERFACES = ("hint", "analyze", "play", "gtp", "ugi", "serve", "sumi_match", "page")


def names(sumi, command):
    return [re.match(r"[\w-]+", line)[0] for line in run([sumi, command])[1].splitlines() if line[0] != " "]


def check(good, *what):
    if not good:
        raise AssertionError(what)


def main(sumi, match, lab):
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for key, command in FILES_8X8.items():
            out = f"{folder}/{key[1:-1]}"
            status, _, err = run([lab, *command, "--out", out])
            check(status == 0, key, err)
            files[key] = f"{out}/result"
        evaluators, players = names(sumi, "evaluators"), names(sumi, "players")
        players.remove("search")
        check({"s2", "s3", "s4-table", "s6-general", "s6-corner", "s6-evolved"} <= set(evaluators) & set(players))
        everything = [("evaluator", name) for name in evaluators] + [("player", name) for name in players]
        everything += [(kind, key) for kind in ("evaluator", "player") for key in files]
        with WebServer(sumi) as server, server.open() as web, server.open() as web6:
            interfaces = Interfaces(sumi, match, folder, web, web6)
            print(f"{'':31}{' '.join(f'{each:10}' for each in INTERFACES)}")
            for size in (8, 6):
                for kind, name in everything:
                    given = NEEDS.get(name, name)
                    given = files.get(given, given)
                    row = {each: getattr(interfaces, each)(kind, given, size) for each in INTERFACES}
                    cells = " ".join(f"{'plays' if not why else 'refused':10}" for why in row.values())
                    print(f"{size}x{size} {kind:10}{name:15} {cells}", flush=True)
                    for each, why in row.items():
                        if why and size == 6 or why and kind == "evaluator":
                            print(f"      {each}: {why}")
                    judge(kind, name, given, size, row)


def judge(kind, name, given, size, row):
    """All interfaces that take such entries agree: on 8x8 all but `dp` play; on 6x6 not what is for 8x8. The page has
    no files."""
    plays = {each for each, why in row.items() if not why}
    by_kind = set(INTERFACES) - ({"hint", "analyze"} if kind == "player" else set())
    if given != name or name in ("greedy", "s6"):
        by_kind.discard("page")  # which offers names only, and s6 as s6-general
    check(not plays or plays == by_kind, kind, name, size, row)
    if size == 8:
        check(bool(plays) == (name != "dp"), kind, name, row)
    elif re.match(r"(s\d|nnue|pattern|bpfscn)", name) or given.startswith("/"):
        check(not plays, kind, name, size, row)
        for each, why in row.items():
            check(re.search(r"8x8|about|player", why), kind, name, size, each, why)


if __name__ == "__main__":
    main(*sys.argv[1:])
