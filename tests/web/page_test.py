#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page of `sumi web` in a real Chromium: a whole game, pasted games, variations, exercises from
mistakes, the book, problems, engine against engine, several tabs, and refusals.

Usage: page_test.py SUMI [--shots FOLDER] [--positions N] [--games FILE] [--only PART] [--wine]
Needs Debian's chromium, chromium-driver and python3-selenium.
"""
import argparse
import http.server
import json
import os
import pathlib
import random
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "support"))
from page_driver import Page, answered, begin_game, check, playing  # noqa: E402
from access_parts import access  # noqa: E402
from copy_parts import links, pictures  # noqa: E402
from game_parts import names, rematch, resigned, sounds, turning  # noqa: E402
from pasted_parts import damaged  # noqa: E402
from review_parts import choose_level, review_kept, reviewed  # noqa: E402
from study_parts import chosen_side, hardest, solution, tried_again  # noqa: E402
from tab_parts import arrow_keys, tapped  # noqa: E402
from random_play import random_moves  # noqa: E402
from web_client import WebServer  # noqa: E402
from selenium.common.exceptions import WebDriverException  # noqa: E402
from selenium.webdriver.common.by import By  # noqa: E402
from selenium.webdriver.common.keys import Keys  # noqa: E402

STALE = 6  # seconds of silence after which a tab counts as closed
IMAGE = "<img src=x onerror=alert(1)>"
GAME = "f5d6c3d3c4f4f6f3e6e7f7c5"

# Common forms of positions and games, and the moves that the page must show.
STARTS = "---------------------------OX------XO---------------------------"
FORMS = {
    "transcript": (GAME, GAME),
    "capitals and blanks": (" ".join(GAME[i:i + 2].upper() for i in range(0, len(GAME), 2)), GAME),
    "numbered": ("1. f5 d6 2. c3 d3 3. c4 f4", GAME[:12]),
    "web address": ("https://example.org/view?moves=" + GAME, GAME),
    "GGF": ("(;GM[Othello]PC[GGS/os]DT[2003.12.15]PB[Ann]PW[Bob]TY[8]BO[8 " + STARTS.replace("X", "*") +
            " *]B[F5//1]W[D6//2]B[C3];)", GAME[:6]),
    "SGF": ("(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob];B[fe];W[df];B[cc])", GAME[:6]),
    "PGN of PlayOK": ('[Event "?"]\n[Site "PlayOK"]\n[Date "2020.01.02"]\n[Round "-"]\n[White "Bob"]\n[Black "Ann"]\n'
                      '[Result "0-1"]\n\n1. f5 d6 2. c3 d3 3. c4 0-1\n', GAME[:10]),
    "Othello Quest": (json.dumps({"moves": [{"m": "f5", "t": 1200}, {"m": "d6", "t": 800}, {"m": "c3", "t": 10}],
                                  "black": {"id": "Ann"}, "white": {"id": "Bob"}}), GAME[:6]),
}
BOARDS = {
    "64 squares": STARTS + " X",
    "letters b and w": STARTS.replace("X", "b").replace("O", "w").replace("-", ".") + " b",
    "stars": STARTS.replace("X", "*") + " *",
    "rows": "\n".join(STARTS[i:i + 8] for i in range(0, 64, 8)) + "\nX",
    "FEN": "8/8/8/3ox3/3xo3/8/8/8 x",
    "GGS": "[8 " + STARTS.replace("X", "*") + " *]",
}


def first_minute(page):
    """A new page is ready for a game: it need not scroll, a click begins the game, and settings are
    one click away. Evaluations appear with the analysis, whose state is remembered."""
    said = page.text("status")
    check(page.element("panel-play").is_displayed() and len(page.legal()) == 4, said)
    check(page.element("rules-picture").find_elements(By.CSS_SELECTOR, ".disc.white"), "the rules in a picture")
    page.play("f5")
    page.until(lambda: sum(page.discs()) == 6, "an answer to the first click")
    time.sleep(0.3)
    check(not page.squares("[data-number]") and not page.element("graph").is_displayed(), "evaluations in a game")
    narrow = page.element("game-open").is_displayed()
    bottom = page.script("scrollTo(0, 0); return document.getElementById(arguments[0]).getBoundingClientRect().bottom",
                         "game-bar" if narrow else "status-row")
    check(bottom <= page.script("return innerHeight"), "a game needs more than a screen", bottom)
    if narrow:
        page.click("game-open")
    for name in ("my-side", "strength", "clock-preset", "game-new"):
        check(page.element(name).is_displayed(), name)
    page.choose("clock-preset", "5 3")
    page.choose("strength", "1")
    page.click("game-new")
    page.until(lambda: page.discs() == (2, 2) and page.element("clock-white").is_displayed(), "a second game")
    check(page.text("clock-white") == "5:00", page.text("clock-white"))
    page.play("d3")
    page.until(lambda: sum(page.discs()) == 6, "an answer")
    page.click("hint-close")
    page.click("tab-analysis")
    page.until(lambda: page.squares("[data-number]"), "evaluations in the analysis")
    page.click("tab-play")
    page.until(lambda: not page.squares("[data-number]"), "no evaluations in the game")
    page.choose("clock-preset", "0 0")
    page.paste_line("f5d6")
    page.click("tab-analysis")
    page.open(page.script("return location.href"))
    page.until(lambda: page.element("tab-analysis").get_attribute("aria-selected") == "true" and
               page.squares("[data-number]"), "the analysis is remembered")
    return said


def passes(page):
    """A pass is announced and explained, because the user does not click for it."""
    rng = random.Random(3)
    while True:
        line = list(random_moves(rng, 60))
        at = next((i for i in range(1, len(line)) if line[i][0] == line[i - 1][0]), 0)
        if at > 8:
            break
    page.paste_line("".join(name for _, name in line[:at - 1]))
    page.choose("my-side", "both")
    page.click("game-here")
    page.until(lambda: playing(page), "a game from here")
    page.play(line[at - 1][1])
    page.until(lambda: "passes" in page.text("told") and "moves again" in page.text("told"), page.text("told"))
    said = page.text("told")
    page.choose("my-side", "black")
    begin_game(page)
    check(not page.element("told").is_displayed(), "a pass of the game before", page.text("told"))
    return said


def whole_game(page):
    page.choose("my-side", "black")
    page.choose("white-player", "search")
    page.choose("white-kind", "level")
    page.choose("white-amount", "1")
    page.new_game()
    rng, moves = random.Random(len(page.server.address)), 0

    def my_turn():
        over = page.script("return document.body.dataset.playing") != "true"
        return over or page.script("return document.querySelector('#strip-black').dataset.turn === 'true'")

    while True:
        page.until(my_turn, "Black's turn")
        if page.script("return document.body.dataset.playing") != "true":
            break
        before = sum(page.discs())
        page.play(rng.choice(page.legal()))
        page.until(lambda: sum(page.discs()) > before, "a move")
        moves += 1
    black, white = page.discs()
    check(not page.legal() and black + white <= 64 and moves > 10, black, white, moves)
    status = page.text("status")
    check(re.search(r"\d", status), status)
    return f"{moves} moves of a person, {black}-{white}: {status}"


def pasted(page):
    for name, (text, moves) in FORMS.items():
        page.paste(text)
        page.shows(moves)
        if "Ann" in text:
            check(page.text("name-black") == "Ann", name, page.text("name-black"))
    for name, text in BOARDS.items():
        page.paste(text)
        page.shows("")
        page.until(lambda: sorted(page.legal()) == ["c4", "d3", "e6", "f5"], name)
        page.paste(GAME)
        page.shows(GAME)
    page.paste("nothing of the kind")
    page.until(lambda: "neither a game" in page.text("read-state"), page.text("read-state"))
    check(page.moves() == GAME, "a bad paste takes the game away")
    return f"{len(FORMS)} forms of games, {len(BOARDS)} of boards"


def copied(page):
    """Every output format is read back as the same moves or position."""
    page.paste(GAME)
    page.shows(GAME)
    formats = page.script("return [...document.querySelectorAll('#format option')].map(o => o.value)")
    texts = {}
    for name in formats:
        page.choose("format", name)
        page.click("copy-text")
        page.until(lambda: page.text("write-state") != "", name)
        texts[name] = page.element("text-out").get_attribute("value")
    check({"transcript", "ggf", "sgf", "pgn", "obf", "fen"} <= set(formats), formats)
    for name in ("transcript", "ggf", "sgf", "pgn"):
        page.paste_line("f5")
        page.paste(texts[name])
        page.shows(GAME)
    return ", ".join(formats)


def variation(page):
    page.paste_line(GAME)
    for _ in range(3):
        page.keys(Keys.ARROW_LEFT)
    page.until(lambda: page.squares("[data-last]") == [GAME[16:18]])
    other = next(square for square in page.legal() if square != GAME[18:20])
    page.play(other)
    page.shows(GAME[:18] + other)
    page.click("go-back")
    page.keys(Keys.ARROW_RIGHT)
    page.keys(Keys.ARROW_UP, Keys.ARROW_DOWN)
    page.keys(Keys.HOME)
    page.until(lambda: page.script("return document.getElementById('go-back').disabled"))
    page.keys(Keys.END)
    page.keys("f", "5")  # illegal there: no effect
    wide, room = page.script("""
      const moves = document.getElementById("moves");
      return [moves.scrollWidth, moves.clientWidth];
    """)
    check(wide <= room and page.driver.find_elements(By.CSS_SELECTOR, ".variation"), "moves sideways", wide, room)
    check(page.discs()[0] > 2, page.discs())
    # By keyboard only: the board is one Tab stop.
    page.paste_line("f5")
    page.keys("d", "6")
    page.shows("f5d6")
    square = page.element("square-c3")
    page.script("arguments[0].focus()", square)
    square.send_keys(Keys.ENTER)
    page.shows("f5d6c3")
    return "keys, clicks, typed squares"


def mistakes(page):
    game = "".join(name for _, name in random_moves(random.Random(7), 24))
    page.paste(game)
    page.shows(game)
    page.click("tab-analysis")
    choose_level(page, 6)
    page.choose("review-side", "both")
    page.keys(Keys.HOME)
    page.play(next(square for square in page.legal() if square != game[:2]))
    page.until(lambda: page.moves() != game and len(page.moves()) == 2, "a variation is on the board")
    page.click("review-start")
    page.until(lambda: page.element("retry").is_displayed(), "the review")
    check(page.script("return document.querySelectorAll('#review-result table').length") == 2)
    marked = page.script("return [...document.querySelectorAll('.line > .move')]"
                         ".filter(m => m.querySelector('.mark').textContent).map(m => +m.dataset.ply)")
    page.keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.keys(Keys.ARROW_UP)  # back to the main line
    page.shows(game)
    page.click("go-last")
    page.keys("k")
    at = page.script("return +document.querySelector('.move[aria-current]').dataset.ply")
    check(len(marked) > 2 and at == marked[-1] - 1, at, marked)
    page.keys("k", "j")
    check(page.script("return +document.querySelector('.move[aria-current]').dataset.ply") == at, at)
    page.click("go-last")
    page.click("retry-both")
    page.until(lambda: page.element("exercise").is_displayed())
    check(not page.squares("[data-number]"), "the answer is shown")
    page.click("exercise-reveal")
    page.until(lambda: page.element("exercise-verdict").text != "")
    best = re.search(r"[a-h][1-8]", page.text("exercise-verdict"))
    check(best, page.text("exercise-verdict"))
    page.click("exercise-leave")
    page.shows(game)
    page.click("retry-both")
    page.until(lambda: page.element("exercise").is_displayed())
    page.play(best[0])
    page.until(lambda: page.element("exercise-verdict").get_attribute("data-right") is not None)
    right = page.element("exercise-verdict").get_attribute("data-right")
    page.click("exercise-leave")
    page.shows(game)
    page.click("tab-study")
    check(re.search(r"[1-9]", page.text("mistakes-count")), page.text("mistakes-count"))
    return f"answer {best[0]}: {right}; {page.text('mistakes-count')}"


SCORE = "return (document.querySelector('#candidates .score') || document.body).textContent"


def book(page):
    """Numbers of the book have a likely error, the start its published score; the book shows names."""
    page.paste_line("f5")
    page.click("tab-analysis")
    page.until(lambda: re.search(r"^\S?[\d.]+ ± [\d.]+$", page.script(SCORE)), "a likely error")
    check("2023" not in page.text("progress"), page.text("progress"))
    page.click("go-first")
    page.until(lambda: "2023" in page.text("progress"), "the published score")
    page.click("go-forward")
    page.click("tab-book")
    page.until(lambda: page.element("book-table").is_displayed())
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#book-moves tr")
    page.until(lambda: len(rows) >= 2)
    page.driver.find_element(By.CSS_SELECTOR, "#book-moves tr[data-move=d6] button").click()
    page.shows("f5d6")
    page.until(lambda: "Perpendicular" in page.text("opening-name"), page.text("opening-name"))
    page.click("lines-count")
    page.until(lambda: re.search(r"\d", page.text("lines-result")), "lines")
    return f"{page.text('opening-name')}; {page.text('lines-result')}"


GAMES = [
    "(;GM[Othello]DT[1997]PB[Ann]PW[Bob]EV[Open de Cannes]RE[+12]TY[8]B[F5]W[D6]B[C3]W[D3]B[C4];)",
    # The same opening in another orientation.
    "(;GM[Othello]DT[2003]PB[Cid]PW[Ann]RE[-2]TY[8]B[C4]W[E3]B[F6]W[E6];)",
    f"(;GM[Othello]DT[2011]PB[Ann]PW[{IMAGE}]RE[0]TY[8]B[F5]W[F6]B[E6];)",
    "(;GM[Othello]DT[2011]PB[Dee]PW[Eve]TY[8]B[F5]W[A1];)"]
DROP = """
  const files = new DataTransfer();
  files.items.add(new File([arguments[1]], arguments[0]));
  for (const name of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(name, {dataTransfer: files, bubbles: true, cancelable: true}));
  }
"""


def games(page):
    """Files are imported, chosen or dropped. Moves have counts, and games open where they reached
    the position."""
    if os.path.exists(page.server.games):
        os.remove(page.server.games)

    def words(english, japanese):
        return japanese if page.script("return document.documentElement.lang") == "ja" else english

    def texts(selector):
        return page.script("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def count(move):
        return "".join(texts(f"#book-moves tr[data-move={move}] .games small"))

    def rows(name):
        return texts(f"#{name} button")

    def enter(name, text):
        page.script("document.getElementById('games-options').open = true")
        page.type(name, text)

    page.paste_line("f5")
    page.click("tab-book")
    page.until(lambda: words("No games yet", "まだ棋譜がありません") in page.text("games-note"), page.text("games-note"))
    for what in ("ffothello.org", ".wtb", "GGF", "SGF", "sumi games import"):
        check(what in page.text("games-note"), what, page.text("games-note"))
    check(page.element("import-files").is_enabled(), "no button to import")
    with tempfile.TemporaryDirectory() as folder:
        paths = [pathlib.Path(folder) / name for name in ("a.ggf", "b.ggf")]
        paths[0].write_text("\n".join(GAMES[:2]) + "\n")
        paths[1].write_text(GAMES[3] + "\n")
        page.element("import-files").send_keys("\n".join(map(str, paths)))
        page.until(lambda: re.search(words("Added: 2;.*left out: 1", "追加2、.*除外1"), page.text("import-state")),
                   page.text("import-state"))
    check("b.ggf:1" in page.text("import-notes"), page.text("import-notes"))
    page.script(DROP, "c.ggf", "\n".join(GAMES[1:3]))
    page.until(lambda: re.search(words("Added: 1; known before: 1", "追加1、既知1"), page.text("import-state")),
               page.text("import-state"))
    page.until(lambda: (count("d6"), count("f6")) == ("2 · 50%", "1 · 50%"), count("d6"))
    check(page.moves() == "f5", "a drop on the book's tab opens no game")
    check(len(rows("games-latest")) == 3 and len(rows("games-known")) == 3, page.text("games-lists"))
    check(IMAGE in rows("games-latest")[0], rows("games-latest"))
    check("Ann" in rows("games-known")[0], rows("games-known"))
    tally = page.text("games-tally")
    check("3" in tally and "1997–2011" in tally and "33.3%" in tally, tally)
    enter("games-since", "2000")
    page.until(lambda: (count("d6"), count("f6")) == ("1 · 100%", "1 · 50%"), count("d6"))
    enter("games-player", "ci")
    page.until(lambda: (count("d6"), count("f6")) == ("1 · 100%", ""), count("d6"))
    page.until(lambda: page.script("return [...document.querySelectorAll('#player-names option')].map(o => o.value)")
               == ["Cid"], "a name is suggested")
    enter("games-player", "nobody")
    page.until(lambda: "nobody" in page.text("games-note") and not page.element("games-results").is_displayed(),
               page.text("games-note"))
    check(count("d6") == "", count("d6"))
    page.click("games-all")
    enter("games-tournament", "cannes")
    page.until(lambda: len(rows("games-latest")) == 1, "one tournament")
    page.click("games-all")
    page.until(lambda: len(rows("games-latest")) == 3, "all games")
    page.driver.find_elements(By.CSS_SELECTOR, "#games-latest button")[1].click()
    page.shows("f5d6c3d3")
    page.until(lambda: page.squares("[data-last]") == ["f5"], page.squares("[data-last]"))
    check(page.text("name-black") == "Cid", page.text("name-black"))
    check(not page.script("return document.querySelector('img[src=x]') !== null"), "a name became HTML")
    page.paste_line("f5d6c3d3c5")
    page.click("tab-analysis")
    choose_level(page, 1)
    page.click("review-start")
    page.until(lambda: page.element("new-move").is_displayed(), "a new move")
    said = page.text("new-move-text")
    check("5" in said and "c5" in said and "Ann" in page.text("new-move-games"), said, page.text("new-move-games"))
    page.driver.find_element(By.CSS_SELECTOR, "#new-move-text button").click()
    page.until(lambda: page.squares("[data-last]") == ["d3"], page.squares("[data-last]"))
    return f"{tally}; {said}"


def study(page):
    page.click("tab-study")
    page.choose("problem-difficulty", "2")
    page.click("problem-new")
    page.until(lambda: page.element("exercise").is_displayed())
    page.click("exercise-reveal")
    page.until(lambda: page.text("exercise-verdict") != "")
    verdict = page.text("exercise-verdict")
    page.click("exercise-leave")
    page.click("tab-study")
    page.type("opening-search", "tiger")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, "#openings li"), "openings")
    page.driver.find_element(By.CSS_SELECTOR, "#openings button").click()
    page.until(lambda: "Tiger" in page.text("exercise-title"), page.text("exercise-title"))
    page.click("go-last")
    page.until(lambda: "Tiger" in page.text("opening-name"), page.text("opening-name"))
    opening = page.text("opening-name")
    page.click("exercise-leave")
    return f"{verdict}; {opening}"


def watched(page):
    """A published system plays a search, and the user watches."""
    page.choose("game-size", "4")
    page.choose("my-side", "none")
    page.choose("white-player", "random")
    page.choose("black-player", "dp")
    page.new_game()
    page.until(lambda: not page.legal() and sum(page.discs()) > 8, "the end of the game")
    said = f"4x4, S1 and a random player: {page.discs()}"
    page.choose("game-size", "8")
    page.click("tab-analysis")
    page.paste_line("f5d6")
    page.click("tab-analysis")
    page.choose("opinion-player", "bpfscn")
    page.until(lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#opinions tr")) == 5, "opinions")
    return said


def text_stays_text(page):
    fields = {name: f"{name}{IMAGE}" for name in ("PB", "PW", "PC", "DT", "EV", "RO", "CM")}
    start = STARTS.replace("X", "*")
    forms = [
        "(;GM[Othello]TY[8]BO[8 " + start + " *]" + "".join(f"{k}[{v}]" for k, v in fields.items()) + f"B[F5]CM[{IMAGE}];)",
        "(;GM[2]SZ[8]" + "".join(f"{k}[{v}]" for k, v in fields.items()) + f"C[{IMAGE}];B[fe]C[{IMAGE}])",
        f'[Event "{IMAGE}"]\n[Site "{IMAGE}"]\n[Black "{IMAGE}"]\n[White "{IMAGE}"]\n\n1. f5 {{{IMAGE}}} d6 *\n',
        json.dumps({"moves": ["f5"], "black": IMAGE, "white": IMAGE}),
        f"1. f5 d6 {IMAGE}", IMAGE]
    links = [f"#moves=f5{IMAGE}", f"#moves=f5&start={IMAGE}", f"#moves={'f5' * 4000}", "#moves=a1h8", "#start=X",
             f"#moves=f5&ply=-1e9&{IMAGE}", "#moves=%3Cimg%20src%3Dx%3E", "#__proto__=1&moves=f5"]
    page.script("window.alert = () => { window.attacked = true; }")
    for text in forms:
        page.paste(text)
        time.sleep(0.15)
        check(not page.script("return window.attacked || document.querySelector('img[src=x]') !== null"), text)
    for link in links:
        page.script("location.hash = arguments[0]", link)
        time.sleep(0.1)
        check(not page.script("return window.attacked || document.querySelector('img[src=x]') !== null"), link)
    page.paste(forms[0])
    page.shows("f5")
    check(IMAGE in page.text("name-black"), page.text("name-black"))
    return f"{len(forms)} games, {len(links)} links"


class OtherSite(http.server.BaseHTTPRequestHandler):
    """A page of another origin on this machine."""

    def do_GET(self):
        body = b"<!DOCTYPE html><title>other</title><p id=said></p>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def other_origin(page):
    """A page on another port, to which browsers send SameSite cookies, can reach nothing."""
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), OtherSite)
    threading.Thread(target=site.serve_forever, daemon=True).start()
    page.driver.get(f"http://127.0.0.1:{site.server_port}/")
    said = page.driver.execute_async_script("""
      const [host, done] = arguments, said = {};
      const socket = new WebSocket(`ws://${host}/socket`);
      socket.onopen = () => { said.socket = 'open'; };
      socket.onerror = () => { said.socket = 'refused'; };
      const frame = document.createElement('iframe');
      frame.src = `http://${host}/`;
      document.body.append(frame);
      const script = document.createElement('script');
      script.type = 'module';
      script.src = `http://${host}/rules.js`;
      script.onload = () => { said.script = 'loaded'; };
      script.onerror = () => { said.script = 'refused'; };
      document.body.append(script);
      fetch(`http://${host}/`, {credentials: 'include'}).then(() => { said.fetch = 'read'; })
        .catch(() => { said.fetch = 'refused'; });
      setTimeout(() => {
        try { said.frame = frame.contentDocument ? 'own' : 'other'; } catch (e) { said.frame = 'other'; }
        done(said);
      }, 1500);
    """, page.server.host)
    site.shutdown()
    check(said["socket"] == "refused" and said["fetch"] == "refused" and said["script"] == "refused", said)
    page.driver.get_log("browser")  # contains the refusals
    page.open(page.server.address)
    return str(said)


def locked_out(page):
    """Without the token or with another one a page says what to do, in both languages, styled and without scripts."""
    home = f"http://{page.server.host}/"
    page.driver.delete_all_cookies()
    for address in (home, home + "?token=" + "0" * 32):
        page.driver.get(address)
        said = page.driver.find_element(By.TAG_NAME, "body").text
        check("sumi web" in said and "printed" in said and "表示されたアドレス" in said, said)
        card = page.driver.find_element(By.CLASS_NAME, "card")
        check(card.value_of_css_property("border-radius") == "10px" and card.size["width"] <= 560, card.size)
        check(page.script("return document.images[0].naturalWidth") > 0, "no icon")
        check(not page.driver.find_elements(By.TAG_NAME, "script"), "scripts")
        page.fits()
    page.driver.get_log("browser")  # contains the refusals
    page.open(page.server.address)
    return said


def taken_back(page):
    """A move taken back stays as a variation; pasted games allow no take-back."""
    begin_game(page)
    game = answered(page, 3)
    page.keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.until(lambda: page.squares("[data-last]") == [game[:2]])
    page.keys("u")
    kept = len(game) - 4
    page.until(lambda: page.squares("[data-last]") == [game[kept - 2:kept]], "the last move of Black is open again")
    page.shows(game)
    other = next(square for square in page.legal() if square != game[kept:kept + 2])
    page.play(other)
    page.until(lambda: page.moves().startswith(game[:kept] + other) and len(page.moves()) > kept + 2, page.moves())
    old = page.script("return [...document.querySelectorAll('.variation [data-move]')].map(m => m.dataset.move).join('')")
    check(game[kept:] in old, game, old)
    page.paste_line(GAME)
    page.click("tab-play")
    check(not page.element("take-back").is_displayed(), "take back in a game that was pasted")
    page.keys("u")
    time.sleep(0.5)
    page.shows(GAME)
    return f"{game[kept:]} taken back, {other} instead"


def seats_changed(page):
    """A thinking engine continues if another seat changes, and restarts if its own does."""
    begin_game(page, white_kind="time", white_amount="2", game_size="6")  # no book
    page.play(page.legal()[0])
    page.until(lambda: "thinking" in page.text("status"))
    began = time.monotonic()
    page.choose("clock-increment", "3")
    page.choose("black-player", "random")
    page.choose("black-player", "person")
    page.until(lambda: "Black to move" in page.text("status"), page.text("status"))
    taken = time.monotonic() - began
    check(taken < 3.5, "it began again", taken)
    page.choose("clock-increment", "0")
    page.choose("white-amount", "60")
    page.play(page.legal()[0])
    page.until(lambda: "thinking" in page.text("status"))
    time.sleep(0.3)
    page.choose("white-amount", "0.3")
    page.until(lambda: "Black to move" in page.text("status"), page.text("status"))
    check(not page.element("told").is_displayed(), page.text("told"))
    return f"{taken:.1f} s of 2"


def reloaded(page):
    """A game continues after a reload. A paused game says so, and numbers return when the game is
    left."""
    page.click("tab-analysis")
    if page.element("numbers-toggle").get_attribute("aria-pressed") != "true":
        page.click("numbers-toggle")
    begin_game(page)
    game = answered(page)
    page.open(page.script("return location.href.split('#')[0]"))
    page.until(lambda: page.script("return document.body.dataset.playing") == "true", "it continues")
    page.shows(game)
    longer = answered(page)
    check(longer.startswith(game) and len(longer) > len(game), game, longer)
    page.keys("p")
    page.until(lambda: page.element("go-on").is_displayed())
    page.open(page.script("return location.href.split('#')[0]"))
    page.until(lambda: "paused" in page.text("status") and page.element("go-on").is_displayed(), page.text("status"))
    page.click("go-on")
    check(len(answered(page)) > len(longer))
    check(page.element("numbers-toggle").get_attribute("aria-pressed") == "false", "numbers while a game is played")
    page.paste_line(GAME)
    page.until(lambda: page.element("numbers-toggle").get_attribute("aria-pressed") == "true", "numbers again")
    return game


def out_of_time(page):
    begin_game(page, my_side="both", clock_minutes="0.02")
    page.until(lambda: "out of time" in page.text("status"))
    said = page.text("status")
    check("White wins" in said and "W+T" in page.text("game-info"), said, page.text("game-info"))
    check(not page.element("play-toggle").is_displayed() and not page.element("go-on").is_displayed())
    page.choose("clock-minutes", "0")
    page.click("tab-files")
    page.choose("format", "sgf")
    page.click("copy-text")
    page.until(lambda: "RE[W+T]" in page.element("text-out").get_attribute("value"))
    return said


def refusals(page):
    """The page refuses positions without a move, oversized texts, and single keys if they are
    turned off."""
    page.paste_line(GAME)
    page.click("tab-files")
    page.script("document.getElementById('editor').open = true")
    page.until(lambda: page.element("editor-clear").is_displayed())
    page.click("editor-clear")
    check(not page.element("editor-done").is_enabled(), "an empty board")
    page.click("editor-start")
    check(page.element("editor-done").is_enabled())
    page.script("document.getElementById('editor').open = false")
    page.shows(GAME)
    page.script("""
      const files = new DataTransfer(), input = document.getElementById('file-input');
      files.items.add(new File([new Uint8Array(17e6)], 'game.wtb'));
      input.files = files.files;
      input.dispatchEvent(new Event('change'));
    """)
    page.until(lambda: "Too big" in page.text("read-state"), page.text("read-state"))
    page.paste(" ")
    page.until(lambda: "Nothing" in page.text("read-state"), page.text("read-state"))
    page.script("document.getElementById('letter-keys').click()")
    before = page.element("turn-board").get_attribute("aria-pressed")
    page.keys("r", "e", "3")
    check(page.element("turn-board").get_attribute("aria-pressed") == before, "keys of one letter")
    page.script("document.getElementById('letter-keys').click()")
    return page.text("read-state")


def started_again(page):
    """After a restart the server does not know its old pages: they say what to do, and continue."""
    sumi = page.server.process.args[0]
    with WebServer(sumi) as first:
        page.open(first.address)
        page.paste_line(GAME)
        check(first.stop() == 0)
    page.until(lambda: "trying again" in page.text("line-lost"), page.text("line-lost"))
    command = [sumi, "web", "--port", str(first.port), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as second:
        address = second.stdout.readline().strip()
        page.until(lambda: "started again" in page.text("line-lost"), page.text("line-lost"))
        old = page.driver.current_window_handle
        page.driver.switch_to.new_window("tab")
        page.driver.get(address)
        page.driver.close()
        page.driver.switch_to.window(old)
        page.until(lambda: page.script("return document.body.dataset.line") == "up", "the line is there again")
        page.shows(GAME)
        second.terminate()
    page.driver.get_log("browser")  # contains the refused lines
    page.open(page.server.address)
    return "the old page stays open"


class Tabs:
    """Tabs of one browser on one server. Each has its own page, operated while it is in front."""

    def __init__(self, server, profile):
        self.server, self.profile = server, profile
        self.start()

    def start(self):
        self.page = Page(self.server, 1280, profile=self.profile)
        self.driver = self.page.driver
        self.home = self.page.script("return location.origin + '/'")
        self.base = self.driver.current_window_handle
        self.driver.get(self.home + "icon.svg")  # same origin, but not the page

    def clear(self):
        for tab in set(self.driver.window_handles) - {self.base}:
            self.close(tab)
        self.driver.execute_cdp_cmd("Storage.clearDataForOrigin", {
            "origin": self.home.rstrip("/"), "storageTypes": "local_storage,indexeddb"})

    def at(self, tab):
        self.driver.switch_to.window(tab)

    def new(self, target=""):
        self.at(self.base)
        self.driver.switch_to.new_window("tab")
        self.page.open(self.home + target)
        return self.driver.current_window_handle

    def duplicate(self):
        """Duplicates the tab in front with its session storage, as browsers do."""
        before = set(self.driver.window_handles)
        self.page.script("open(location.href)")
        (tab,) = set(self.driver.window_handles) - before
        self.at(tab)
        self.page.ready()
        return tab

    def restore(self, session):
        """Reopens a crashed tab as the browser does."""
        self.at(self.base)
        self.driver.switch_to.new_window("tab")
        self.driver.get(self.home + "icon.svg")
        self.page.script("Object.assign(sessionStorage, arguments[0])", session)
        self.page.open(self.home)

    def close(self, tab):
        self.at(tab)
        self.driver.close()
        self.at(self.base)

    def crash(self, tab):
        self.at(tab)
        try:
            self.driver.execute_cdp_cmd("Page.crash", {})
        except WebDriverException:
            pass
        self.close(tab)

    def sleep(self, tab, asleep=True):
        """Freezes a tab, as browsers do with tabs that are long in the background."""
        self.at(tab)
        self.driver.execute_cdp_cmd("Page.setWebLifecycleState", {"state": "frozen" if asleep else "active"})

    def kill(self):
        """Kills the whole browser and restarts it."""
        driver = self.driver.service.process.pid
        for thread in pathlib.Path(f"/proc/{driver}/task").iterdir():
            for child in (thread / "children").read_text().split():
                os.kill(int(child), signal.SIGKILL)
        self.driver.quit()
        for lock in pathlib.Path(self.profile).glob("Singleton*"):
            lock.unlink()
        self.start()


def clocks(page):
    """Seconds left for each side."""
    return page.driver.execute_async_script("""
      const [done] = arguments;
      import("/play.js").then(({play}) => done(play.clock && [play.timeLeft(1), play.timeLeft(-1)]));
    """)


def clock_runs(page):
    before = clocks(page)
    time.sleep(0.3)
    return clocks(page) != before


def kept_lines(page):
    lines = page.script("""
      return Object.keys(localStorage).filter(key => /^sumi\\.(game|recent)\\./.test(key))
        .map(key => JSON.parse(localStorage[key]).tree.line.filter(Number.isInteger));
    """)
    return ["".join("abcdefgh"[square % 8] + str(square // 8 + 1) for square in line) for line in lines]


def has_kept(page, *games):
    for game in games:
        page.until(lambda: any(line.startswith(game) for line in kept_lines(page)), (game, kept_lines(page)))


def clocked(page, moves=1):
    begin_game(page, clock_minutes="5")
    return answered(page, moves)


def plays_on(page, game):
    """Requires that the clock runs and that the game gets more moves."""
    check(playing(page) and clock_runs(page), game, page.text("status"))
    longer = answered(page)
    check(longer.startswith(game) and len(longer) > len(game), game, longer)
    return longer


def rests(page, game):
    """Requires that the game is shown with a stopped clock."""
    page.shows(game)
    check(not playing(page) and not clock_runs(page), page.text("status"))


def goes_on(page, game):
    rests(page, game)
    page.click("go-on")
    return plays_on(page, game)


def offers(page):
    """Games left by other tabs, and games replaced on the board."""
    page.click("tab-files")
    return page.driver.find_elements(By.CSS_SELECTOR, "#recent-games button")


def take_over(page, game):
    begun = f"{game[:16]}…" if len(game) > 16 else game

    def found():
        return [offer for offer in offers(page) if offer.text.startswith("Continue") and begun in offer.text]
    page.until(found, ("on offer", game))
    found()[0].click()
    page.shows(game)


def comes_back(page, game):
    """After a crash the game is shown or offered and can continue."""
    time.sleep(1)
    if page.moves() != game:
        take_over(page, game)
    return goes_on(page, game)


def untouched_tab(tabs, page):
    first = tabs.new()
    game = clocked(page)
    kept = kept_lines(page)
    second = tabs.new()
    time.sleep(1.5)
    check(page.moves() == "" and not playing(page), page.moves())
    tabs.close(second)
    tabs.at(first)
    check(kept_lines(page) == kept, kept_lines(page), kept)
    plays_on(page, game)


def side_by_side(tabs, page):
    first = tabs.new()
    game = clocked(page)
    second = tabs.new()
    other = clocked(page)
    for _ in range(2):
        tabs.at(first)
        game = plays_on(page, game)
        tabs.at(second)
        other = plays_on(page, other)
    has_kept(page, game, other)


def closed_and_opened(tabs, page):
    """A new tab gets a closed tab's game, paused, and can continue it."""
    first = tabs.new()
    game = clocked(page)
    other = tabs.new()
    mine = clocked(page)
    tabs.close(first)
    tabs.new()
    longer = goes_on(page, game)
    tabs.at(other)
    mine = plays_on(page, mine)
    has_kept(page, longer, mine)


def reload_of_a_running_game(tabs, page):
    tabs.new()
    game, before = clocked(page, 2), clocks(page)
    for _ in range(3):
        page.open(tabs.home)
        page.shows(game)
        game = plays_on(page, game)
    check(all(0 < now <= then for now, then in zip(clocks(page), before)), clocks(page), before)


def reload_beside_a_running_game(tabs, page):
    first = tabs.new()
    game = clocked(page)
    tabs.new()
    page.paste_line(GAME)
    for _ in range(3):
        page.open(tabs.home)
        page.shows(GAME)
    tabs.at(first)
    has_kept(page, plays_on(page, game), GAME)


def duplicated(tabs, page):
    first = tabs.new()
    game = clocked(page)
    copy = tabs.duplicate()
    check(not playing(page), "two clocks of one game")
    other = clocked(page)
    tabs.at(first)
    game = plays_on(page, game)
    tabs.at(copy)
    has_kept(page, game, plays_on(page, other))


def duplicated_twice(tabs, page):
    """After a reload each tab has its own game."""
    lines = {tabs.new(): "f5d6", tabs.duplicate(): "d3c3", tabs.duplicate(): "c4c3"}
    for tab, line in lines.items():
        tabs.at(tab)
        page.paste_line(line)
    for tab, line in lines.items():
        tabs.at(tab)
        time.sleep(0.5)
        page.open(tabs.home)
        page.shows(line)
    has_kept(page, *lines.values())


def duplicate_of_a_sleeper(tabs, page):
    """The duplicate gets a paused copy, and the sleeper's clock runs after waking."""
    first = tabs.new()
    game = clocked(page)
    session = page.script("return {...sessionStorage}")
    tabs.sleep(first)
    time.sleep(STALE)
    tabs.restore(session)
    rests(page, game)
    tabs.sleep(first, asleep=False)
    longer = plays_on(page, game)
    has_kept(page, longer)


def sleeper_taken_over(tabs, page):
    """A sleeper whose game was taken over stops its clock after waking, says why, and keeps its
    game."""
    first = tabs.new()
    game = clocked(page)
    tabs.sleep(first)
    other = tabs.new()
    take_over(page, game)
    longer = goes_on(page, game)
    tabs.sleep(first, asleep=False)
    page.until(lambda: "taken over" in page.text("told"), page.text("told"))
    mine = goes_on(page, game)
    tabs.at(other)
    has_kept(page, plays_on(page, longer), mine)


def tab_crashed(tabs, page):
    """Another tab continues the game of a crashed tab."""
    first = tabs.new()
    game = clocked(page, 2)
    other = tabs.new()
    tabs.crash(first)
    tabs.at(other)
    take_over(page, game)
    has_kept(page, goes_on(page, game))


def tab_crashed_and_restored(tabs, page):
    first = tabs.new()
    game = clocked(page)
    session = page.script("return {...sessionStorage}")
    tabs.crash(first)
    time.sleep(STALE)
    tabs.restore(session)
    has_kept(page, goes_on(page, game))


def crash_beside_a_running_game(tabs, page):
    first = tabs.new()
    page.paste_line(GAME)
    time.sleep(0.5)
    other = tabs.new()
    game = clocked(page)
    tabs.crash(first)
    tabs.at(other)
    game = plays_on(page, game)
    take_over(page, GAME)
    has_kept(page, game, GAME)


def browser_killed(tabs, page):
    """Right after a move, and again after a minute, in which heartbeats might have delayed
    storage."""
    tabs.new()
    game = clocked(page, 3)
    tabs.kill()
    page = tabs.page
    tabs.new()
    game = comes_back(page, game)
    time.sleep(20)
    game = answered(page, 2)
    tabs.kill()
    tabs.new()
    has_kept(tabs.page, comes_back(tabs.page, game))


def browser_killed_with_two_games(tabs, page):
    tabs.new()
    game = clocked(page, 2)
    tabs.new()
    page.paste_line(GAME)
    page.paste_line("f5f6")
    time.sleep(0.5)
    tabs.kill()
    tabs.new()
    has_kept(tabs.page, game, GAME, "f5f6")


def browser_quit(tabs, page):
    tabs.new()
    game = clocked(page)
    tabs.new()
    page.paste_line(GAME)
    time.sleep(0.5)
    tabs.driver.quit()
    tabs.start()
    tabs.new()
    has_kept(tabs.page, game, GAME)


def new_game_beside_a_running_one(tabs, page):
    """The replaced game moves to the list of games formerly on the board."""
    first = tabs.new()
    game = clocked(page)
    tabs.new()
    old = clocked(page, 2)
    new = clocked(page)
    has_kept(page, game, old, new)
    tabs.at(first)
    plays_on(page, game)


def games_replaced_in_both(tabs, page):
    first = tabs.new()
    page.paste_line("f5d6c3")
    second = tabs.new()
    page.paste_line("c4e3f6")
    for tab, line in ((first, "f5f6"), (second, "c4c3"), (first, "f5d6"), (second, "c4e3")):
        tabs.at(tab)
        page.paste_line(line)
    for tab in (first, second):
        tabs.at(tab)
        page.until(lambda: len(offers(page)) == 4, len(offers(page)))
    has_kept(page, "f5d6c3", "c4e3f6", "f5f6", "c4c3", "f5d6", "c4e3")


MISTAKE = {"best": "f5", "played": "d3", "score": 0, "lost": 4, "game": "-", "right_in_row": 0,
           "missed": 0}
KEEP_MISTAKES = """
  const [mistake, lines, at, done] = arguments, modules = ["trainer", "tree", "rules"];
  Promise.all(modules.map(name => import(`/${name}.js`))).then(([{keepMistakes}, {Tree}, rules]) => {
    const mistakes = lines.map(line => {
      const tree = new Tree(), nodes = tree.add(rules.squaresOf(line, 8));
      return {...mistake, position: rules.positionText((nodes.at(-1) || tree.root).position)};
    });
    setTimeout(() => keepMistakes(mistakes), at - Date.now());
    done();
  });
"""


def mistakes_of_both(tabs, page):
    """Two tabs store mistakes at the same time."""
    both = tabs.new(), tabs.new()
    at = time.time() * 1000 + 1500
    for i, tab in enumerate(both):
        tabs.at(tab)
        page.driver.execute_async_script(KEEP_MISTAKES, MISTAKE, LINES[i::2], at)
    for tab in both:
        tabs.at(tab)
        page.click("tab-study")
        page.until(lambda: str(len(LINES)) in page.text("mistakes-count"), len(LINES))


def one_mistake_in_both(tabs, page):
    """Both tabs answer at the same time, and both answers count: a mistake solved twice is
    learned."""
    both = tabs.new(), tabs.new()
    page.driver.execute_async_script(KEEP_MISTAKES, MISTAKE, [""], 0)
    for tab in both:
        tabs.at(tab)
        page.click("tab-study")
        page.until(lambda: page.element("train").is_enabled())
        page.click("train")
    at = time.time() * 1000 + 1500
    for tab in both:
        tabs.at(tab)
        page.script("""
          const click = new MouseEvent("click", {bubbles: true}), square = document.getElementById("square-f5");
          setTimeout(() => square.dispatchEvent(click), arguments[0] - Date.now());
        """, at)
    for tab in both:
        tabs.at(tab)
        page.until(lambda: page.element("exercise-verdict").get_attribute("data-right") == "true")
        page.click("exercise-leave")
        page.click("tab-study")
        page.until(lambda: not page.element("train").is_enabled(), page.text("mistakes-count"))


FILL = """
  for (let size = 1 << 22, n = 0; size >= 1;) {
    try {
      localStorage.setItem(`full${n}`, "x".repeat(size));
      ++n;
    } catch (error) {
      size >>= 1;
    }
  }
"""
DRAIN = "for (const key of Object.keys(localStorage)) if (key.startsWith('full')) localStorage.removeItem(key);"


def storage_full(tabs, page):
    """The page reports full storage, continues, keeps what it shows, and stores it once there is
    space."""
    first = tabs.new()
    game = clocked(page)
    second = tabs.new()
    page.paste_line(GAME)
    time.sleep(0.5)
    page.script(FILL)
    for line in ("f5f6e6", "f5d6c3", "c4c3d3"):
        page.paste_line(line)
    page.until(lambda: page.element("not-kept").is_displayed(), "a full storage")
    page.until(lambda: len(offers(page)) == 3, len(offers(page)))
    tabs.at(first)
    page.script(FILL)
    game = plays_on(page, game)
    page.until(lambda: page.element("not-kept").is_displayed(), "a full storage")
    tabs.at(second)
    page.script(DRAIN)
    page.until(lambda: not page.element("not-kept").is_displayed(), "room again")
    has_kept(page, GAME, "f5f6e6", "f5d6c3", "c4c3d3")
    tabs.at(first)
    page.until(lambda: not page.element("not-kept").is_displayed(), "room again")
    has_kept(page, plays_on(page, game))


def link_of_a_running_game(tabs, page):
    """The link has the moves without the clock; further moves make a separate game."""
    first = tabs.new()
    game = clocked(page)
    link = page.script("return location.hash")
    second = tabs.new(link)
    page.shows(game)
    check(not playing(page) and clocks(page) is None, clocks(page))
    page.click("go-last")
    page.play(page.legal()[-1])
    time.sleep(0.5)
    other = page.moves()
    tabs.at(first)
    game = plays_on(page, game)
    tabs.at(second)
    has_kept(page, game, other)


def both_take_over(tabs, page):
    """Two tabs take over at the same time: one gets the game, the other keeps its own."""
    first = tabs.new()
    game = clocked(page)
    both = tabs.new(), tabs.new()
    tabs.crash(first)
    for tab in both:
        tabs.at(tab)
        page.until(lambda: any("Continue" in offer.text for offer in offers(page)))
    at = time.time() * 1000 + 1500
    for tab in both:
        tabs.at(tab)
        page.script("""
          setTimeout(() => document.querySelector("#recent-games button").click(), arguments[0] - Date.now());
        """, at)
    time.sleep(3)
    shown = []
    for tab in both:
        tabs.at(tab)
        check(not playing(page), "two clocks of one game")
        shown.append(page.moves())
    check(game in shown, shown, game)
    has_kept(page, game)


def away_and_back(tabs, page):
    """By links and browser buttons."""
    tabs.new()
    game = clocked(page)
    page.driver.get("about:blank")
    page.driver.back()
    page.ready()
    page.shows(game)
    has_kept(page, plays_on(page, game))


def out_of_time_unseen(tabs, page):
    """Time runs out in a background tab while another tab plays; the loss survives a reload."""
    first = tabs.new()
    begin_game(page, my_side="both", white_player="person", clock_minutes="0.1")
    page.play("f5")
    page.shows("f5")
    second = tabs.new()
    game = clocked(page)
    tabs.at(first)
    page.until(lambda: "out of time" in page.text("status"), page.text("status"))
    said = page.text("status")
    time.sleep(0.5)
    page.open(tabs.home)
    page.shows("f5")
    page.until(lambda: page.text("status") == said, (page.text("status"), said))
    tabs.at(second)
    has_kept(page, plays_on(page, game), "f5")


def three_left(tabs, page):
    """One new tab continues all three in turn."""
    games = []
    for i in range(3):
        tab = tabs.new()
        page.paste_line(LINES[i])
        time.sleep(0.5)
        games.append((tab, LINES[i]))
    for tab, _ in games:
        tabs.close(tab)
    tabs.new()
    page.shows(LINES[2])
    for _, line in games[:2]:
        take_over(page, line)
    has_kept(page, *(line for _, line in games))


LINES = ["f5d6c3", "f5f6e6", "f5f4e3", "d3c3c4", "d3e3f4", "c4e3f6"]
SCENARIOS = [untouched_tab, side_by_side, closed_and_opened, reload_of_a_running_game, reload_beside_a_running_game,
             duplicated, duplicated_twice, duplicate_of_a_sleeper, sleeper_taken_over, tab_crashed, tab_crashed_and_restored,
             crash_beside_a_running_game, browser_killed, browser_killed_with_two_games, browser_quit,
             new_game_beside_a_running_one, games_replaced_in_both, mistakes_of_both, one_mistake_in_both, storage_full,
             link_of_a_running_game, both_take_over, away_and_back, out_of_time_unseen, three_left]


def own_address():
    """This machine's address in its network; sends no packet."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]


def several_tabs(sumi, only):
    """Runs all scenarios from this machine, then over plain HTTP from its network, where browsers
    have no locks."""
    for bind in ("127.0.0.1", own_address()):
        with WebServer(sumi, "--hash-mib", "64", bind=bind) as server, tempfile.TemporaryDirectory(
                ignore_cleanup_errors=True) as profile:
            tabs = Tabs(server, profile)
            locks = tabs.page.script("return navigator.locks !== undefined")
            check(locks == (bind == "127.0.0.1"), bind, locks)
            for scenario in SCENARIOS:
                if only not in scenario.__name__:
                    continue
                began = time.monotonic()
                tabs.clear()
                scenario(tabs, tabs.page)
                print(f"{bind} {scenario.__name__} ({time.monotonic() - began:.1f} s)", flush=True)
            tabs.driver.quit()
            check(server.stop() == 0)


# From the click on a move to the frame with numbers on all legal squares.
WAIT_FOR_NUMBERS = """
  const [how, done] = arguments, began = performance.now();
  const complete = () => {
    const legal = [...document.querySelectorAll('[data-legal]')];
    return legal.length > 0 && legal.every(square => square.dataset.number);
  };
  const wait = () => {
    if (complete()) requestAnimationFrame(() => done(performance.now() - began));
    else if (performance.now() - began > 20000) done(-1);
    else requestAnimationFrame(wait);
  };
  document.getElementById(how).click();
  requestAnimationFrame(wait);
"""


def latency(page, positions):
    """Milliseconds from a click to numbers on all moves, in and out of book."""
    rng, found = random.Random(30), {"book": [], "search": []}
    lines = [line.split("\t")[0] for line in
             (ROOT / "book" / "opening_names.tsv").read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if re.fullmatch("(?:[a-h][1-8])+", line)]
    page.click("tab-analysis")
    games = {"book": rng.sample([line for line in lines if len(line) >= 4], positions),
             "search": ["".join(name for _, name in random_moves(rng, rng.randrange(10, 50))) for _ in range(positions)]}
    for kind, times in found.items():
        for moves in games[kind]:
            page.script("location.hash = arguments[0]", f"#moves={moves}&ply={len(moves) // 2 - 1}")
            page.until(lambda: page.script("return !document.getElementById('go-forward').disabled"), moves)
            time.sleep(0.05)
            if page.script("return document.querySelectorAll('[data-legal]').length") == 0:
                continue
            taken = page.driver.execute_async_script(WAIT_FOR_NUMBERS, "go-forward")
            if taken < 0 and not page.legal():
                continue  # the game is over
            check(taken >= 0, "no numbers", moves)
            times.append(taken)
    return "; ".join(f"{kind}: median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}"
                     for kind, times in found.items())


# From the click on a move to the picture of what people played in the position.
WAIT_FOR_GAMES = """
  const [how, done] = arguments;
  import("/games.js").then(({games_changed}) => {
    const began = performance.now();
    let once = false;
    games_changed.on(() => {
      if (!once) requestAnimationFrame(() => done(performance.now() - began));
      once = true;
    });
    document.getElementById(how).click();
  });
"""


def games_latency(page, positions):
    """Milliseconds from a click to what people played, in positions of games, with more first moves
    than last ones."""
    rng, times, seen = random.Random(57), [], set()
    page.paste_line("f5")
    page.click("tab-book")
    page.until(lambda: page.text("games-tally") != "", "what people played")
    games = page.driver.execute_async_script("""
      const done = arguments[0];
      Promise.all(["engine", "state"].map(name => import(`/${name}.js`))).then(async ([{ask}]) => {
        const found = [];
        for (const until of [1985, 1990, 1995, 2000, 2005, 2010, 2015]) {
          const answer = await ask({action: "games", moves: [], filter: {until}, count: 100}).answer;
          found.push(...answer.latest.map(game => game.moves.join("")));
        }
        done(found);
      });
    """)
    while len(times) < positions:
        moves = rng.choice(games)
        ply = min(1 + int(rng.expovariate(1 / 12)), len(moves) // 2)
        if moves[:2 * ply] in seen:
            continue
        seen.add(moves[:2 * ply])
        page.script("location.hash = arguments[0]", f"#moves={moves[:2 * ply]}&ply={ply - 1}")
        page.until(lambda: page.script("return !document.getElementById('go-forward').disabled"), moves)
        time.sleep(0.3)
        times.append(page.driver.execute_async_script(WAIT_FOR_GAMES, "go-forward"))
        check(page.text("games-tally") != "", moves, ply)
    return f"median {statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}"


def shots(page, folder, name):
    for tab in ("analysis", "play", "book", "files", "study"):
        page.click(f"tab-{tab}")
        time.sleep(0.7)
        page.script("scrollTo(0, 0)")
        page.driver.save_screenshot(str(folder / f"{name}-{tab}.png"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("sumi")
    parser.add_argument("--shots", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--games", help="measure with this database of games, and take pictures with it")
    parser.add_argument("--only", default="", help="parts whose names have this in them")
    parser.add_argument("--wine", action="store_true", help="one tab, and no Ctrl-C, which wine has only in consoles")
    options = parser.parse_args()
    if options.shots:
        options.shots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, WebServer(
            options.sumi, "--hash-mib", "64", "--games", f"{folder}/games.db") as server:
        server.games = f"{folder}/games.db"
        for width, language, dark in ((1280, "en", False), (768, "ja", True), (390, "en", True), (360, "ja", False)):
            page = Page(server, width, language=language, dark=dark)
            parts = [first_minute, whole_game, resigned, variation, book, games, reviewed, mistakes, study, solution, access]
            if width == 1280:
                parts += [chosen_side, review_kept, hardest, tried_again, pasted, damaged, copied, pictures, links, watched]
                parts += [text_stays_text, other_origin, locked_out]
                parts += [arrow_keys, passes, taken_back, names, rematch, sounds, turning, seats_changed, reloaded, out_of_time, refusals]
                parts += [started_again]
            elif width == 768:
                parts = [first_minute, whole_game, reviewed, mistakes]
            else:
                parts += [tapped, locked_out]
                parts += [pasted] if language == "en" else []
            for part in parts:
                if options.only not in part.__name__:
                    continue
                began = time.monotonic()
                said = part(page)
                page.fits()
                page.within_reach()
                if part is not text_stays_text:
                    page.said_nothing()
                print(f"{width} {language} {part.__name__}: {said} ({time.monotonic() - began:.1f} s)", flush=True)
            if width == 1280 and options.only in "latency":
                print(f"click to numbers on all moves: {latency(page, options.positions)}", flush=True)
            if options.shots:
                page.paste(GAME)
                shots(page, options.shots, f"{width}-{language}")
            page.close()
        if options.wine:
            return
        check(server.stop() == 0)
    if options.games and options.only in "games_latency":
        with WebServer(options.sumi, "--games", options.games) as server:
            page = Page(server, 1280)
            print(f"click to what people played: {games_latency(page, options.positions)}", flush=True)
            if options.shots:
                shots(page, options.shots, "games")
            page.close()
            check(server.stop() == 0)
    several_tabs(options.sumi, options.only)


if __name__ == "__main__":
    main()
