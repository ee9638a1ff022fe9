# SPDX-License-Identifier: MIT
"""Parts of page_test.py: the review of a game beside the board."""
import random
import re

from page_driver import check
from random_play import random_moves
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys


def bottom(page, name):
    return page.script("""
      scrollTo(0, 0);
      return document.getElementById(arguments[0]).getBoundingClientRect().bottom;
    """, name)


def show_options(page, shown):
    page.script("document.querySelector('#review-after > details').open = arguments[0]", shown)


def choose_level(page, level):
    show_options(page, True)
    page.type("review-level", str(level))
    show_options(page, False)


def reviewed(page):
    """A review covers the whole game, even from a variation. It shows losses, the next move, arrows
    and the bar."""
    game = "".join(name for _, name in random_moves(random.Random(11), 16))
    page.paste_line(game)
    page.click("tab-analysis")
    choose_level(page, 2)
    page.keys(Keys.HOME)
    page.play(next(square for square in page.legal() if square != game[:2]))
    page.until(lambda: len(page.moves()) == 2, "a variation is on the board")
    page.click("review-start")
    page.until(lambda: page.element("retry").is_displayed(), "the review")
    page.keys(Keys.ARROW_UP)
    page.shows(game)
    page.until(lambda: page.element("loss-graph").is_displayed(), "discs lost so far")
    shown = page.script("""
      const curves = [...document.querySelectorAll('#loss-graph > svg .curve')];
      return [curves.length, document.querySelector('#loss-graph > svg').getAttribute('aria-label')];
    """)
    check(shown[0] == 2 and len(re.findall(r"\d+\.\d", shown[1])) == 2, shown)
    page.click("tab-book")
    check(page.element("review-result").is_displayed() and page.element("graph").is_displayed(), "in other tabs, too")
    if page.script("return innerWidth") >= 740:
        check(bottom(page, "review-state") < page.script("return innerHeight"), "progress below the screen")
    check(page.squares("[data-next]") == [game[2:4]], page.squares("[data-next]"), game)
    page.click("tab-play")
    page.until(lambda: not page.squares("[data-next]"), "the next move in a game")
    page.click("tab-analysis")
    page.until(lambda: re.search(r"\d", page.element("eval-bar").get_attribute("aria-label")), "the bar")
    check(not page.driver.find_elements(By.CSS_SELECTOR, ".arrow-of"), "arrows that nobody wanted")
    page.keys("x")
    page.until(lambda: page.driver.find_elements(By.CSS_SELECTOR, ".arrow-of.best"), "arrows")
    page.keys("x", "v")
    page.until(lambda: not page.driver.find_elements(By.CSS_SELECTOR, ".arrow-of"), "no arrows")
    page.until(lambda: not page.element("eval-bar").is_displayed(), "no bar without numbers")
    page.keys("v")
    page.driver.find_element(By.CSS_SELECTOR, ".worst button").click()
    page.until(lambda: page.squares("[data-next]"), "the worst move is played next")
    worst = page.driver.find_element(By.CSS_SELECTOR, ".worst button").text
    check(page.squares("[data-next]")[0] in worst, page.squares("[data-next]"), worst)
    verdict = page.text("verdict-text")
    check("Next" in verdict or "次" in verdict, verdict)
    check(page.squares("[data-next]")[0] in verdict, verdict, worst)
    page.keys("j")
    # A clicked tab leaves the arrow keys to the board.
    page.click("tab-analysis")
    page.driver.switch_to.active_element.send_keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.until(lambda: page.squares("[data-last]") == [game[:2]], "a step, not another tab")
    check(page.element("panel-analysis").is_displayed(), "another tab")
    moves = page.moves()
    page.click("cut")
    page.until(lambda: page.moves() != moves, "moves are deleted")
    page.driver.switch_to.active_element.send_keys(Keys.CONTROL, "z")
    page.until(lambda: page.moves() == moves, "the deletion is taken back")
    check(not page.element("uncut").is_displayed(), "nothing else to take back")
    return f"{shown[1]}; {' '.join(worst.split())}"


def review_kept(page):
    """A game opened again from the list has its review at once, also after a reload; other moves do not get it."""
    game = "".join(name for _, name in random_moves(random.Random(11), 16))
    page.paste_line(game)
    page.click("tab-analysis")
    choose_level(page, 2)
    page.click("review-start")
    page.until(lambda: page.element("retry").is_displayed(), "the review")
    found = page.text("review-result")
    check(re.search(r"\d%", found) and page.driver.find_elements(By.CSS_SELECTOR, ".worst .move"), found)

    def shows_it(what):
        page.until(lambda: page.text("review-result") == found and page.element("retry").is_displayed(), what)
        check(not page.element("review-stop").is_displayed(), "another review")

    def hides_it(what):
        page.until(lambda: page.text("review-result") == "" and not page.element("retry").is_displayed(), what)

    page.paste_line("f5d6")
    hides_it("another game")
    page.paste(game)  # the same moves without what is known of them
    page.shows(game)
    page.paste_line("f5d6")
    row = next(row for row in page.driver.find_elements(By.CSS_SELECTOR, "#recent-games button") if game[:16] in row.text)
    page.script("arguments[0].click()", row)
    page.shows(game)
    page.click("tab-analysis")
    shows_it("opened again")
    page.open(page.script("return location.href.split('#')[0]"))
    page.click("tab-analysis")
    shows_it("after a reload")
    page.keys(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    page.until(lambda: page.squares("[data-last]") == [game[2:4]])
    shows_it("at another move")
    page.click("cut")
    hides_it("a shorter game")
    page.keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.play(next(square for square in page.legal() if square != game[2:4]))
    hides_it("other moves")
    page.keys(Keys.CONTROL, "z")
    page.shows(game)
    shows_it("the moves again")
    return " ".join(found.split())[:80]
