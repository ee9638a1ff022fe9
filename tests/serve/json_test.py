#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""JSON lines as programs use them: `sumi analysis`, also over TCP, and the program in the README.

Usage: json_test.py SUMI [--queries N] [--limit-ms MS]
"""
import argparse
import json
import os
import pathlib
import random
import re
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from random_play import random_moves  # noqa: E402
from sumi_server import Server  # noqa: E402

PATIENCE = 300  # seconds


def check(good, *what):
    if not good:
        raise AssertionError(what)


def glued(rng):
    return "".join(name for _, name in random_moves(rng, rng.randrange(0, 56)))


def queries_of(rng, count):
    """Queries, each with the equivalent options of `sumi hint`."""
    for number in range(count):
        moves = glued(rng)
        name, value = rng.choice([("level", 0), ("level", 6), ("level", 12), ("depth", 4), ("depth", 7)])
        candidates = rng.choice([1, 4])
        query = {"id": number, "moves": moves, "limits": {name: value}, "candidates": candidates,
                 "priority": rng.randrange(3)}
        options = [f"--{name}", str(value), "--candidates", str(candidates)]
        if rng.random() < 0.5:
            query["book"] = False
            options.append("--no-book")
        yield query, [moves or "start", *options]


def timeless(candidates):
    return [{key: value for key, value in one.items() if key != "seconds"} for one in candidates]


def same_as_hint(sumi, count):
    rng = random.Random(30)
    asked = list(queries_of(rng, count))
    lines = "".join(json.dumps(query) + "\n" for query, _ in asked)
    done = subprocess.run([sumi, "analysis", "--jobs", "3"], input=lines, capture_output=True, text=True,
                          timeout=PATIENCE, check=True)
    check(done.stderr == "", done.stderr)
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    check(len(answers) == count and len(done.stdout.splitlines()) == count, "answers", len(answers))
    for query, words in asked:
        hint = subprocess.run([sumi, "hint", "--json", *words], capture_output=True, text=True,
                              timeout=PATIENCE, check=True)
        wanted = json.loads(hint.stdout)
        got = answers[query["id"]]
        check(got["final"] is True and got["position"] == wanted["position"], query, got)
        check(timeless(got["candidates"]) == timeless(wanted["candidates"]), query, got, wanted)


class Talk:

    def __init__(self, sumi, *options):
        self.process = subprocess.Popen([sumi, "analysis", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True)

    def say(self, query):
        print(json.dumps(query), file=self.process.stdin, flush=True)

    def hear(self):
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        check(self.process.wait(PATIENCE) == 0, self.process.returncode)


def terminated_soon(sumi, limit_ms):
    talk = Talk(sumi, "--jobs", "1")
    slowest = 0
    for number in range(20):
        talk.say({"id": number, "moves": "f5", "limits": {"time": 1000}, "book": False})
        time.sleep(0.02 * (number % 4))
        began = time.monotonic()
        talk.say({"action": "terminate", "target": number})
        check(talk.hear()["queries"] == 1)
        answer = talk.hear()
        slowest = max(slowest, 1000 * (time.monotonic() - began))
        check(answer["id"] == number and answer["terminated"], answer)
    talk.end()
    print(f"terminated after {slowest:.0f} ms at most")
    check(slowest <= limit_ms, slowest)


def killed(sumi):
    """A client that repeats its unanswered queries gets all answers."""
    wanted = {number: {"id": number, "moves": "f5d6c3"[:2 * (number % 4)], "limits": {"depth": 8}, "book": False}
              for number in range(12)}
    heard, starts = {}, 0
    while len(heard) < len(wanted) and starts < 50:
        talk = Talk(sumi, "--jobs", "2")
        starts += 1
        for number in wanted.keys() - heard.keys():
            talk.say(wanted[number])
        for _ in range(3):
            if len(heard) == len(wanted):
                break
            answer = talk.hear()
            heard[answer["id"]] = answer
        talk.process.kill()
        talk.process.wait()
    check(heard.keys() == wanted.keys(), heard.keys())


def over_tcp(sumi):
    with Server(sumi) as server, socket.create_connection(("127.0.0.1", server.port), 60) as client:
        lines = client.makefile("rw")
        for line in ['{"id": 1, "moves": "f5", "limits": {"depth": 5}}', '{"id": 2, "moves": "zz"}',
                     '{"id": 3, "position": "/etc/passwd"}', '{"id": 4, "action": "version"}']:
            print(line, file=lines, flush=True)
        answers = {}
        for _ in range(4):
            answer = json.loads(lines.readline())
            answers[answer["id"]] = answer
        check(answers[1]["candidates"][0]["depth"] >= 5, answers)
        check("error" in answers[2] and "error" in answers[3], answers)
        check(answers[4]["name"] == "Sumi", answers)
        print("GET / HTTP/1.1\n\n", file=lines, flush=True)
        check(lines.readline().startswith("HTTP/1.1 400"))


def readme(sumi):
    """The program in protocol/json/README.md."""
    text = (ROOT / "protocol" / "json" / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```$", text, re.M | re.S)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / "sumi").symlink_to(pathlib.Path(sumi).resolve())
        path = f"{folder}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
                              timeout=PATIENCE, check=True, env=dict(os.environ, PATH=path))
    rows = [line.split() for line in done.stdout.splitlines()]
    check([row[0] for row in rows] == [str(number) for number in range(7)], done.stdout)
    check(all(re.fullmatch("[a-h][1-8]", row[1]) for row in rows), done.stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sumi")
    parser.add_argument("--queries", type=int, default=40)
    parser.add_argument("--limit-ms", type=float, default=2000)
    options = parser.parse_args()
    same_as_hint(options.sumi, options.queries)
    terminated_soon(options.sumi, options.limit_ms)
    killed(options.sumi)
    over_tcp(options.sumi)
    readme(options.sumi)


if __name__ == "__main__":
    main()
