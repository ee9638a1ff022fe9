# SPDX-License-Identifier: MIT
"""The page of `sumi web` in a Chromium operated as by a user, for the tests in this folder."""
import os
import sys
import time
import urllib.parse

try:
    from selenium import webdriver
except ImportError:  # a Python without selenium may come before Debian's in PATH
    if sys.executable == "/usr/bin/python3":
        sys.exit("no selenium: apt-get install python3-selenium chromium chromium-driver")
    os.execv("/usr/bin/python3", ["/usr/bin/python3", *sys.argv])
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE = 60  # seconds

# Targets under 24 px (WCAG 2.5.8; a checkbox has its label), and what scrolls but cannot have the focus.
OUT_OF_REACH = """
  const small = [...document.querySelectorAll("button, select, textarea, summary, input:not([type=checkbox])")];
  const scrolling = [...document.querySelectorAll("body *")].filter(each => each.scrollHeight > each.clientHeight);
  return [...small.filter(each => {
    const {width, height} = each.getBoundingClientRect();
    return width > 0 && Math.min(width, height) < 24;
  }), ...scrolling.filter(each => /auto|scroll/.test(getComputedStyle(each).overflowY) && each.tabIndex < 0 &&
    !each.querySelector("button, input"))].map(each => `${each.id} ${each.outerHTML.slice(0, 120)}`);
"""


def check(good, *what):
    if not good:
        raise AssertionError(what)


class Page:
    """The page in a browser window of a given width, operated as by a user."""

    def __init__(self, server, width, height=900, language="en", dark=False, profile=None):
        options = webdriver.ChromeOptions()
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                         f"--window-size={width},{height}", f"--lang={language}"):
            options.add_argument(argument)
        if profile:
            options.add_argument(f"--user-data-dir={profile}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        options.binary_location = "/usr/bin/chromium"
        self.driver = webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)
        self.driver.set_script_timeout(PATIENCE)
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
        self.server = server
        self.open(server.address)
        self.choose("language", language)

    def open(self, address):
        self.driver.get(address)
        self.ready()

    def ready(self):
        self.until(lambda: self.script("return document.body && document.body.dataset.line") == "up")

    def close(self):
        self.driver.quit()

    def script(self, text, *arguments):
        return self.driver.execute_script(text, *arguments)

    def until(self, good, what=""):
        began = time.monotonic()
        while not good():
            check(time.monotonic() - began < PATIENCE, "timed out", what)
            time.sleep(0.02)

    def element(self, name):
        return self.driver.find_element(By.ID, name)

    def click(self, name):
        """Clicks with the mouse; hidden or covered elements cannot be clicked."""
        element = self.element(name)
        self.script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()

    def text(self, name):
        return self.element(name).text

    def type(self, name, text):
        element = self.element(name)
        element.clear()
        self.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('input', {bubbles: true}))",
                    element, text)

    def choose(self, name, value):
        self.script("arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change', {bubbles: true}))",
                    self.element(name), value)

    def keys(self, *keys):
        body = self.driver.find_element(By.TAG_NAME, "body")
        body.send_keys(*keys)

    def new_game(self):
        """Starts a game with the current settings, which are in a sheet on narrow screens."""
        self.click("tab-play")
        if self.element("game-open").is_displayed():
            self.click("game-open")
        self.click("game-new")

    def squares(self, selector):
        return self.script("return [...document.querySelectorAll(arguments[0])].map(s => s.dataset.square)", selector)

    def legal(self):
        """Legal moves once the board is drawn, which is a frame after names and counts."""
        self.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
        return self.squares("[data-legal]")

    def play(self, square):
        self.click("square-" + square)

    def moves(self):
        """The current line from the address, which updates within half a second."""
        return urllib.parse.parse_qs(self.script("return location.hash.slice(1)")).get("moves", [""])[0]

    def shows(self, moves):
        self.until(lambda: self.moves() == moves, (self.moves(), moves))

    def paste(self, text):
        self.click("tab-files")
        self.type("paste-text", text)
        self.click("paste-read")

    def paste_line(self, moves):
        """Pastes a game and waits for its last position."""
        self.paste(moves)
        self.shows(moves)
        self.click("go-last")
        self.until(lambda: self.squares("[data-last]") == [moves[-2:]])

    def discs(self):
        return int(self.text("count-black")), int(self.text("count-white"))

    def fits(self):
        wide, window = self.script("return [document.documentElement.scrollWidth, innerWidth]")
        check(wide <= window, "scrolls sideways", wide, window)

    def within_reach(self):
        out = self.script(OUT_OF_REACH)
        check(not out, "out of reach", out)

    def said_nothing(self):
        """Requires that the browser's console has no error."""
        errors = [entry for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        check(not errors, errors)


def begin_game(page, **seats):
    """Starts a game of the user as Black against a search; `seats` changes controls."""
    values = {"my_side": "black", "white_player": "search", "white_kind": "level", "white_amount": "1", "clock_minutes": "0",
              "game_size": "8", **seats}
    for name, value in values.items():
        page.choose(name.replace("_", "-"), value)
    page.new_game()


def answered(page, moves=1):
    """Plays Black's first legal moves, each of which is answered; returns the game."""
    for _ in range(moves):
        page.until(lambda: page.script("return document.querySelector('#strip-black').dataset.turn") == "true")
        before = sum(page.discs())
        page.play(page.legal()[0])
        page.until(lambda: sum(page.discs()) > before + 1 and page.script(
            "return document.querySelector('#strip-black').dataset.turn") == "true", "an answer")
    time.sleep(0.5)
    return page.moves()


def playing(page):
    return page.script("return document.body.dataset.playing") == "true"
