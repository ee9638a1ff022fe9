# SPDX-License-Identifier: MIT
"""Parts of page_test.py: playing a game, its end, and the next game."""
from page_driver import answered, begin_game, check, playing
from selenium.webdriver.common.by import By

COUNT_SOUNDS = """
  window.sounds = 0;
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function(...when) {
    ++window.sounds;
    return start.apply(this, when);
  };
"""


def resigned(page):
    """Two clicks resign a game, and it stays resigned after a reload."""
    begin_game(page)
    check(not page.element("resign").is_displayed(), "before a move")
    game = answered(page)
    page.click("resign")
    check(playing(page), "one click resigns")
    page.click("resign")
    page.until(lambda: not playing(page), "the end")
    said = page.text("status")
    check("W+R" in page.text("game-info") and not page.element("resign").is_displayed(), page.text("game-info"))
    check(not page.element("go-on").is_displayed() and not page.element("take-back").is_displayed())
    page.open(page.script("return location.href.split('#')[0]"))
    page.shows(game)
    page.until(lambda: page.text("status") == said, said)
    page.fits()
    return said


TITLES = """
  const [done] = arguments;
  Promise.all(["engine", "names"].map(name => import(`./${name}.js`))).then(([{about}, {playerTitle}]) =>
    done(about.players.map(({name}) => [name, playerTitle(name)])));
"""


def names(page):
    """Players of published systems have titles in both languages, unknown players no question mark."""
    page.choose("language", "ja")
    titles = dict(page.driver.execute_async_script(TITLES))
    page.choose("language", "en")
    check([name for name, title in titles.items() if name == title] == ["search"] and len(titles) > 8, titles)
    title = "One move ahead: most discs (S5)"
    begin_game(page, white_player="nhand")
    answered(page)
    page.paste("(;GM[Othello]PB[?]PW[Bob]TY[8]B[F5];)\n(;GM[Othello]PB[Ann]PW[???]TY[8]B[F5];)\n")
    rows = "return [...document.querySelectorAll('#games button')].map(row => row.textContent).join('; ')"
    for language, unknown in (("ja", "不明"), ("en", "Unknown")):
        page.choose("language", language)
        page.until(lambda: f"{unknown} – Bob" in page.script(rows) and f"Ann – {unknown}" in page.script(rows),
                   page.script(rows))
        check("?" not in page.script(rows), page.script(rows))
    page.driver.find_element(By.CSS_SELECTOR, "#games button").click()
    page.until(lambda: (page.text("name-black"), page.text("name-white")) == ("Black", "Bob"), page.text("name-black"))
    offered = page.driver.find_elements(By.CSS_SELECTOR, "#recent-games button")
    row = next(row for row in offered if f"Black – {title}" in row.text)
    page.script("arguments[0].click()", row)
    page.until(lambda: page.text("name-white") == title, page.text("name-white"))
    for select in ("black-player", "white-player", "opinion-player"):
        chosen = page.element(select).find_element(By.CSS_SELECTOR, "[value='nhand']")
        check(chosen.get_attribute("textContent") == title, select)
    return titles


def rematch(page):
    """A rematch swaps colours and renews clocks. Between two people the side to move resigns. Then
    the game is analysed."""
    begin_game(page, clock_minutes="5")
    answered(page)
    page.click("resign")
    page.click("resign")
    page.until(lambda: page.element("rematch").is_displayed(), "a rematch")
    check("White" in page.text("rematch"), page.text("rematch"))
    page.click("rematch")
    page.until(lambda: playing(page) and sum(page.discs()) == 5, "Black's first move")
    check(page.text("name-white") == "You" and page.element("my-side").get_attribute("value") == "white")
    check(page.text("clock-white").startswith(("5:00", "4:5")), page.text("clock-white"))
    begin_game(page, my_side="both", white_player="person")
    page.play("f5")
    page.shows("f5")
    page.click("resign")
    page.click("resign")
    page.until(lambda: "B+R" in page.text("game-info"), page.text("status"))
    check("White resigned" in page.text("status"), page.text("status"))
    page.click("game-review")
    page.until(lambda: page.element("retry").is_displayed(), "the analysis")
    check(page.element("tab-analysis").get_attribute("aria-selected") == "true")
    page.choose("my-side", "black")
    return page.text("status")


def sounds(page):
    """Sounds are off by default; when they are on, each move clicks, even an engine's."""
    page.script(COUNT_SOUNDS)
    begin_game(page)
    answered(page)
    check(page.script("return window.sounds") == 0, "sounds that nobody wanted")
    page.script("document.getElementById('sound').click()")
    page.script("window.sounds = 0")
    answered(page)
    count = page.script("return window.sounds")
    page.script("document.getElementById('sound').click()")
    check(count == 2, count)
    return f"{count} for two moves"


def turning(page):
    """Discs flip with an animation unless the user wants none."""
    begin_game(page, my_side="both", white_player="person")
    names = {}
    for motion in ("reduce", "no-preference"):
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
            {"name": "prefers-reduced-motion", "value": motion}]})
        page.play("f5")
        page.until(lambda: page.element("square-e5").get_attribute("data-disc") == "black")
        names[motion] = page.script("""
          return ["e5", "f5"].map(name => getComputedStyle(document.querySelector(`#square-${name} .disc`)).animationName);
        """)
        page.click("go-back")
        page.until(lambda: page.element("square-e5").get_attribute("data-disc") == "white")
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    check(names == {"reduce": ["none", "none"], "no-preference": ["to-black", "placed"]}, names)
    page.choose("my-side", "black")
    return str(names)
