# SPDX-License-Identifier: MIT
"""Parts of page_test.py: tabs that are tapped on a phone."""
from page_driver import check

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
