# SPDX-License-Identifier: MIT
"""Parts of page_test.py: tabs that are tapped on a phone, and keys after clicks."""
from page_driver import check
from selenium.webdriver.common.keys import Keys

PLACES = """
  const box = name => document.getElementById(name).getBoundingClientRect();
  return {tabs: box("tab-play").top, header: box("tab-play").bottom, panel: box(arguments[0]).top, board: box("board"),
          game: box("line-area").top, room: innerHeight, focus: document.activeElement.id};
"""


def tapped(page):
    """On a small phone a tap on a tab shows its content, and the tabs stay on the screen."""
    width = page.script("return innerWidth")
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 640, "deviceScaleFactor": 1, "mobile": True})
    page.paste_line("f5d6c3d3c4f4f6f3e6e7f7c5")
    seen = {}
    for name in ("book", "files", "study"):
        page.click("tab-play")
        check(page.script("return scrollY") == 0, "the board of a game")
        page.element(f"tab-{name}").click()
        at = page.script(PLACES, f"panel-{name}")
        check(at["tabs"] >= 0 and at["header"] < at["panel"] < at["room"] - 100, name, at)
        check(at["panel"] < at["game"], "the game before the content", name, at)
        check(at["focus"] == f"panel-{name}", name, at)
        check(name != "book" or at["header"] <= at["board"]["top"] and at["board"]["bottom"] < at["room"], name, at)
        seen[name] = round(at["panel"])
        page.fits()
    page.choose("problem-difficulty", "1")
    page.click("problem-new")
    page.until(lambda: page.element("exercise").is_displayed())
    check(page.script(PLACES, "exercise")["panel"] < 640, "a problem below the screen")
    at = page.script(PLACES, "panel-study")
    check(at["game"] < at["panel"], "the exercise's moves below the tab", at)
    page.click("exercise-leave")
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": True})
    return seen


def arrow_keys(page):
    """After a click on the board, a tab, a summary or a checkbox arrow keys move through the game."""
    game = "f5d6c3d3c4f4f6f3e6e7f7c5"
    page.paste_line(game)

    def steps(what):
        for key, move in ((Keys.ARROW_LEFT, game[-4:-2]), (Keys.ARROW_RIGHT, game[-2:])):
            page.driver.switch_to.active_element.send_keys(key)
            page.until(lambda: page.squares("[data-last]") == [move], (what, page.squares("[data-last]")))

    names = ("files", "study", "book", "play", "analysis")
    for name in names:
        page.click(f"tab-{name}")
        steps(name)
        check(page.element(f"panel-{name}").is_displayed(), "another tab", name)
    page.element("tab-analysis").send_keys("")  # focus of the keyboard
    for square in ("a1", "d4"):
        page.click(f"square-{square}")
        steps(square)
    page.script("document.getElementById('square-c3').focus()")
    page.click("square-d4")
    steps("a focused square before the click")
    page.driver.find_element("css selector", "#numbers-options summary").click()
    steps("a summary")
    page.click("opinion-board")
    steps("a checkbox")
    page.click("opinion-board")
    return f"{len(names)} tabs, the board, a summary, a checkbox"
