#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of `sumi-match run --http` in a real Chromium: boards and clocks during games, tables,
replays, a kill and a resume, the end, and the same page as a file.

Usage: event_test.py SUMI-MATCH [--shots FOLDER]
Needs Debian's chromium, chromium-driver and python3-selenium.
"""
import argparse
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from page_driver import PATIENCE, Page, check
from selenium.webdriver.common.by import By

WIDTHS = (360, 768, 1280)
ENGINES = ["-e", "name=first evaluator=mobility", "-e", "name=second evaluator=table", "-e", "name=third player=nhand:1",
           "-e", "name=cheat cmd='python3 cheat.py'"]
CHEAT = """import sys
for line in sys.stdin:
    print("= a1" if line.startswith("genmove") else "= ", end="\\n\\n", flush=True)
"""
SETTINGS = ["--format", "round-robin", "--games", "8", "--seed", "9", "--time", "0.4/move", "--time-margin-ms", "5000",
            "-j", "2", "--no-pin"]
OVER = "The event is over."


class Event:
    """A running tournament."""

    def __init__(self, program, results, *options, port=0):
        self.process = subprocess.Popen([program, "run", results, *options, "--http", str(port)],
                                        cwd=pathlib.Path(results).parent, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stderr.readline()
        if line.startswith("limit of a move: "):
            line = self.process.stderr.readline()
        found = re.fullmatch(r"results as they come: (http://127\.0\.0\.1:(\d+)/)\n", line)
        check(found, line)
        self.address, self.port = found[1], int(found[2])

    def ask(self, path, method="GET", **headers):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        client.request(method, path, headers=headers)
        answer = client.getresponse()
        return answer.status, answer.read().decode(), answer.headers

    def get(self, path):
        status, text, _ = self.ask(path)
        check(status == 200, path, status)
        return json.loads(text)


class EventPage(Page):
    def ready(self):
        self.until(lambda: self.script("return document.querySelector('#game-table tr') !== null"), "the page")

    def texts(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(each => each.textContent)", selector)

    def played(self):
        return int(re.match(r"(\d+)", self.text("progress-text") or "0")[1])

    def shot(self, folder, name):
        if not folder:
            return
        for width in WIDTHS:
            for dark in (False, True):
                self.resize(width, dark)
                self.driver.save_screenshot(str(folder / f"{name}-{width}{'-dark' if dark else ''}.png"))
        self.resize(1280, False)

    def resize(self, width, dark):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 1400, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        time.sleep(0.4)


def refusals(event):
    """It only shows, and only to this machine's own pages."""
    check(event.ask("/live", Host=f"evil.example:{event.port}")[0] == 403, "another Host")
    for method in ("POST", "PUT", "DELETE"):
        check(event.ask("/live", method)[0] == 405, method)
    for path in ("/games", "/games?from=", "/games?from=-1", "/games?from=1x", "/games?to=1"):
        check(event.ask(path)[0] == 400, path)
    for path in ("/index.html", "/socket", "/../x", "/live/"):
        check(event.ask(path)[0] == 404, path)
    check(event.get("/games?from=999999999") == [], "games of the future")
    status, text, headers = event.ask("/", "HEAD")
    check(status == 200 and text == "" and "script-src 'self'" in headers["Content-Security-Policy"], headers)


def live(page):
    """Boards, clocks and evaluations change while the games are played."""
    def state():
        return page.texts("#live-boards article")

    page.until(lambda: len(state()) == 2, "two boards")
    seen = {tuple(state())}
    clocks = set()
    began = time.monotonic()
    while time.monotonic() - began < 4 or len(seen) < 4:
        check(time.monotonic() - began < PATIENCE, "boards do not change", seen)
        seen.add(tuple(state()))
        clocks.update(page.texts("#live-boards .clock:not([hidden])"))
        time.sleep(0.1)
    check(any(re.search(r"[+−]\d", text) for texts in seen for text in texts), "no evaluation", seen)
    check(clocks and all(re.fullmatch(r"\d+\.\d s", text) for text in clocks), clocks)
    discs = page.script("return document.querySelectorAll('#live-boards .disc.black, #live-boards .disc.white').length")
    check(discs >= 8, discs)
    ids = page.script("return document.querySelectorAll('#live-boards [id]').length")
    check(ids == 0, "ids on several boards", ids)


def replay(page, game):
    """Every finished game can be replayed; `game` as `sumi-match games --format json` has it."""
    moves = [move["move"] for move in game["moves"] if move["move"] != "pass"]
    page.script("[...document.querySelectorAll('.game-button')].find(each => each.textContent === arguments[0]).click()",
                str(game["id"]))
    check(page.text("replay-title") == f"Game {game['id']}: {game['result']}", page.text("replay-title"))
    check(len(page.texts("#replay .player")) == 2, "players")
    page.script("document.querySelectorAll('#steps button')[3].click()")
    page.until(lambda: page.text("replay-move").startswith(f"Move {len(moves)}: {moves[-1]}"), page.text("replay-move"))
    last = page.script("return document.querySelector('#board [data-last]').dataset.square")
    check(last == moves[-1], last, moves[-1])
    black, white = [int(text) for text in page.texts("#replay .player b")]
    if game["score"] is not None:
        check((black > white) == (game["score"] > 0), black, white, game["score"])
    page.script("document.querySelectorAll('#steps button')[1].click()")
    page.until(lambda: page.text("replay-move").startswith(f"Move {len(moves) - 1}:"), "a move back")
    scores = sum(1 for move in game["moves"] if "score" in move)
    check((len(page.script("return document.querySelector('#curves .loss-black').getAttribute('d')") or "") > 0) ==
          any("score" in move for move in game["moves"][::2]), scores)


def standings(page, report):
    """The table of the page has the numbers of `sumi-match report --json`."""
    rows = page.script("""return [...document.querySelectorAll("#results table")][0].innerText.trim().split("\\n").slice(1)""")
    shown = [row.split("\t")[1:4] for row in rows]
    wanted = [[engine["name"], str(engine["games"]), f"{engine['points']:g}"] for engine in report["standings"]]
    check(shown == wanted, shown, wanted)


def japanese(page):
    page.choose("language", "ja")
    for selector in ("h2", "#results th:not(:empty)", "#game-table th:not(:empty)"):
        for text in page.texts(selector):
            check(re.search(r"[\u3000-\u9fff]", text) or re.fullmatch(r"[\d%]+", text), selector, text)
    page.choose("language", "en")
    check("Standings" in page.texts("h2"), page.texts("h2"))


def fits(page):
    for width in WIDTHS:
        page.resize(width, False)
        page.fits()
        page.within_reach()
    page.resize(1280, False)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--shots", type=pathlib.Path)
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        results = f"{folder}/event.db"
        pathlib.Path(folder, "cheat.py").write_text(CHEAT)

        def report(*more):
            return subprocess.run([options.program, *more], check=True, capture_output=True, text=True).stdout

        event = Event(options.program, results, *ENGINES, *SETTINGS)
        page = EventPage(event, 1280, 1400)
        try:
            refusals(event)
            live(page)
            page.until(lambda: page.played() >= 3, "three games")
            page.until(lambda: "Standings" in page.texts("h2"), "tables")
            page.shot(options.shots, "live")
            games = [json.loads(line) for line in report("games", results, "--format", "json").splitlines()]
            known = len(event.get("/games?from=0"))
            check(len(games) - 2 <= known <= len(games) + 2, known, len(games))
            page.until(lambda: len(page.texts(".game-button")) >= 3, "a list of games")
            shown = {int(text) for text in page.texts(".game-button")}
            for game in [game for game in games if game["id"] in shown and len(game["moves"]) > 20][:3]:
                replay(page, game)
            page.shot(options.shots, "replay")
            japanese(page)
            fits(page)

            check(event.process.poll() is None, "the event is over too soon")
            event.process.send_signal(signal.SIGKILL)
            event.process.wait()
            page.until(lambda: "keeps trying" in page.text("progress-text"), "the line is lost")
            page.driver.get_log("browser")  # requests to the killed server are errors
            before = len(report("games", results).splitlines())
            page.script("window.before = true")
            event = Event(options.program, results, "-j", "2", "--no-pin", port=event.port)
            page.until(lambda: not page.script("return window.before"), "the page follows the new run")
            page.ready()
            page.until(lambda: page.played() >= before, "games of the first run")
            page.driver.get_log("browser")
            while not page.script("return document.getElementById('progress-text').textContent").endswith(OVER):
                check(event.process.poll() is None, "the end is not shown")
                time.sleep(0.1)
            out, err = event.process.communicate(timeout=PATIENCE)
            check(event.process.returncode == 0, out, err)
            summary = json.loads(report("report", results, "--json"))
            check(summary["games"] == summary["planned"] == 48, summary["games"])
            check(len(re.findall(r"^\d+/48 ", err, re.M)) == 48 - before, "a line a game", err)
            check(re.search(r"\d+/48 .* - .*: [BW]\+fault, illegal move of (black|white): played a1", err), err)
            standings(page, summary)
            check(page.played() == 48 and len(page.texts(".game-button")) == 48, page.played())

            # The same page as a file.
            report("report", results, "--html", f"{folder}/event.html")
            page.driver.get(f"file://{folder}/event.html")
            page.ready()
            page.said_nothing()
            standings(page, summary)
            check(not page.element("live").is_displayed(), "boards of a finished event")
            games = [json.loads(line) for line in report("games", results, "--format", "json").splitlines()]
            for game in games:
                if len(game["moves"]) > 20:
                    replay(page, game)
            page.choose("by-ending", "other")
            faults = sum(game["score"] is None for game in games)
            check(faults > 0 and len(page.texts(".game-button")) == faults, faults)
            page.choose("by-engine", "1")
            page.choose("by-ending", "")
            check(len(page.texts(".game-button")) == 24, "games of an engine")
            page.shot(options.shots, "report")
            japanese(page)
            fits(page)
            page.said_nothing()
            # Tables need no script.
            text = re.sub(r"<script.*", "", pathlib.Path(folder, "event.html").read_text(), flags=re.S)
            check("<h2>Standings</h2>" in text and "<td class=\"left\">first</td>" in text, "tables without scripts")
        finally:
            page.close()
            event.process.kill()
            event.process.wait()
    print("event page ok")


if __name__ == "__main__":
    sys.exit(main())
