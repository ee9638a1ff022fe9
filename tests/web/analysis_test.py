#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The pages of `sumi analyze --html` in a real Chromium: a game is played through, with and without scripts.

Usage: analysis_test.py SUMI
Needs Debian's chromium, chromium-driver and python3-selenium.
"""
import base64
import pathlib
import re
import subprocess
import sys
import tempfile
import types

from page_driver import Page, check
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

# White loses by 50 to 14; both sides blunder, and White passes three times at the end.
GAME = ("f5f6e6f4e3c5c4e7c6e2f3g4f2d2g5d6g3d3c3h3h4c2h2h6d1b3b5f1a3b6c1a5f7b4e1b1g2g7a4a2g6h7e8f8h5d8d7c8c7h1g1b8a7g8h8"
        "a6a1a8b7b2")
SHORT = "f5d6c3d3c4f4"


class AnalysisPage(Page):
    def __init__(self, file, width, language="en"):
        super().__init__(types.SimpleNamespace(address=f"file://{file}"), width, language=language)

    def choose(self, name, value):
        pass  # the language is the file's

    def ready(self):
        self.until(lambda: self.script("return document.readyState") == "complete")

    def next_move(self):
        """Number and square of the move whose row is marked."""
        return self.script("const row = document.querySelector('tr[aria-current]');"
                           "return row && [Number(row.cells[0].textContent), row.querySelector('a').textContent]")

    def bad(self):
        return self.script("return [...document.querySelectorAll('.number.bad')]"
                           ".map(each => each.closest('[data-square]').dataset.square)")

    def press(self, *keys):
        """Keys for what has the focus."""
        ActionChains(self.driver).send_keys(*keys).perform()

    def step(self, number):
        self.driver.find_elements(By.CSS_SELECTOR, "#steps button")[number].click()

    def count(self, selector):
        return self.script("return document.querySelectorAll(arguments[0]).length", selector)

    def discs(self):
        return self.count("[data-disc=black]"), self.count("[data-disc=white]")


def one_game(page):
    """Steps through the game; `page` begins before its worst move."""
    worst = page.next_move()
    check(worst and page.text("caption").startswith(f"{worst[0]}. "), worst, page.text("caption"))
    check(page.bad() == [worst[1]], page.bad())
    check(len(page.squares("[data-best]")) == 1 and page.squares("[data-best]") != [worst[1]], "the best move")
    check("lost" in page.text("caption") and "??" in page.text("caption"), page.text("caption"))
    check(page.count("#graph circle") == 61 and page.count("#loss-graph .curve") >= 2, "graphs")

    # The line that was expected, a move of it, and back.
    buttons = page.driver.find_elements(By.CSS_SELECTOR, "#lines p:first-child button")
    line = [button.text for button in buttons]
    check(line[0] == page.squares("[data-best]")[0], line)
    buttons[1].click()
    check(page.squares("[data-last]") == [line[1]] and page.next_move() == worst, "in the line")
    check(page.count("#lines [aria-current]") == 1, "the place in the line")
    page.press(Keys.ARROW_LEFT)
    check(page.squares("[data-last]") == [line[0]], "a move back in the line")
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check(page.squares("[data-last]") == [line[2]], "on in the line")
    page.press(Keys.ESCAPE)
    check(page.bad() == [worst[1]], "out of the line")

    # The line that was played begins with moves of the game.
    played = [button.text for button in page.driver.find_elements(By.CSS_SELECTOR, "#lines p:last-child button")]
    check(played[0] == worst[1], played)
    for i, move in enumerate(played[:4]):
        page.driver.find_elements(By.CSS_SELECTOR, "#lines p:last-child button")[i].click()
        check(page.squares("[data-last]") == [move] and page.next_move() == worst, move)
    page.press(Keys.ESCAPE)
    check(page.bad() == [worst[1]], "out of the line that was played")

    # A move of the user's own.
    legal = [square for square in page.squares("[data-legal]") if square != worst[1]][-1]
    page.play(legal)
    check(page.squares("[data-last]") == [legal], legal)
    page.press(Keys.ESCAPE)

    # From the start to the end, by keys.
    page.step(0)
    check(page.discs() == (2, 2) and page.next_move() == [1, "f5"], "the start")
    for number in range(1, 61):
        check(page.next_move() == [number, GAME[2 * number - 2:2 * number]], number, page.next_move())
        page.press(Keys.ARROW_RIGHT)
    check(page.discs() == (50, 14) and page.next_move() is None, page.discs())
    check("Game over" in page.text("caption") and "Black 50, White 14" in page.text("caption"), page.text("caption"))

    # Links, buttons and the graph lead to moves.
    page.driver.find_element(By.CSS_SELECTOR, "#g1-m12 a").click()
    check(page.next_move() == [12, "g4"] and sum(page.discs()) == 15, page.next_move())
    check(page.script("return location.hash") == "#g1-m12", "the address")
    page.step(2)
    check(page.next_move() == [13, "f2"], page.next_move())
    page.driver.find_element(By.ID, "graph").click()  # its middle
    check(25 < page.next_move()[0] < 35, page.next_move())
    page.open(page.server.address + "#g1-m20")
    page.driver.refresh()
    page.until(lambda: page.next_move() == [20, "h3"], "the move of the address")


def two_games(page):
    """One board serves all games."""
    check(page.count("[data-live] > svg") == 4 and page.next_move() is None, "pictures before a game is opened")
    first, second = page.driver.find_elements(By.CSS_SELECTOR, "details.game > summary")
    first.click()
    page.until(lambda: page.count("#g1 #board") == 1)
    page.press(Keys.ARROW_RIGHT)  # the summary has the focus
    page.step(3)
    second.click()
    page.until(lambda: page.count("#g2 #board") == 1)
    check(page.count("#g1 [data-live] > svg") == 2 and page.count("#g2 [data-live] > svg") == 0, "the pictures")
    page.driver.find_element(By.CSS_SELECTOR, "#g1 [data-live=player]").click()
    page.until(lambda: page.count("#g1 #board") == 1)
    check(page.discs() == (50, 14), "the game is where it was")
    page.driver.find_element(By.CSS_SELECTOR, "a[href='#g2']").click()
    page.until(lambda: page.count("#g2 #board") == 1)
    page.driver.back()
    check(page.script("return location.hash") == "", "back to the list")
    discs = page.discs()
    second.click()
    page.press(Keys.ARROW_LEFT)  # no game is open to step through
    second.click()
    check(page.discs() == discs, page.discs())


def partial(page):
    """Moves that are not analysed have captions, too; losses of one side make no graph of both."""
    check(not page.element("loss-graph").is_displayed(), "losses of one side")
    page.step(3)
    check("Game over" in page.text("caption"), page.text("caption"))
    page.step(1)
    check(page.text("caption").startswith("60. Black b2"), page.text("caption"))


def no_scripts(file):
    """Its pictures and tables are there."""
    page = AnalysisPage(file, 1280)
    try:
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        page.driver.get(page.server.address)
        shown = page.driver.find_elements(By.CSS_SELECTOR, "[data-live] > svg, .boards svg, tr[id]")
        check(len(shown) == 2 + 6 + 60 and all(each.is_displayed() for each in shown), len(shown))
    finally:
        page.close()


def fits(page):
    for width in (360, 768, 1280):
        page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 600})
        page.fits()
        page.within_reach()


def main():
    with tempfile.TemporaryDirectory() as folder:
        def analyze(name, *arguments):
            file = pathlib.Path(folder, name)
            subprocess.run([sys.argv[1], "analyze", *arguments, "--level", "2", "--threads", "1", "--html", str(file)],
                           check=True, stdout=subprocess.DEVNULL)
            return file

        both = pathlib.Path(folder, "games.txt")
        both.write_text(f"{GAME}\n{SHORT}\n")
        one, two = analyze("one.html", GAME), analyze("two.html", str(both))
        japanese = analyze("japanese.html", GAME, "--lang", "ja")
        black = analyze("black.html", GAME, "--side", "black")
        no_scripts(one)
        for file, use in ((one, one_game), (two, two_games), (black, partial)):
            page = AnalysisPage(file, 1280)
            try:
                use(page)
                fits(page)
                paper = page.driver.execute_cdp_cmd("Page.printToPDF", {})["data"]
                check(base64.b64decode(paper).startswith(b"%PDF"), "print")
                page.said_nothing()
            finally:
                page.close()
        page = AnalysisPage(japanese, 360, language="ja")
        try:
            words = page.script("return document.body.innerText + [...document.querySelectorAll('[aria-label]')]"
                                ".map(each => each.getAttribute('aria-label')).join()")
            found = re.findall("[A-Za-z]{3,}", words.replace("Home", "").replace("End", ""))
            check(set(found) <= {"Tanida", "pass"}, found)
            page.said_nothing()
        finally:
            page.close()
    print("analysis page ok")


if __name__ == "__main__":
    sys.exit(main())
