# SPDX-License-Identifier: MIT
"""Parts of page_test.py: lines of a problem that is answered, mistakes of one side."""
import random

from page_driver import check
from random_play import random_moves
from review_parts import choose_level
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ROWS = """
  return [...document.querySelectorAll('#exercise-lines tr')].map(row =>
    [row.dataset.move, row.querySelector('.score').textContent, row.querySelectorAll('.pv-move').length]);
"""


def solution(page):
    """A revealed problem shows the line that wins and how every other move fails; lines can be walked through."""
    page.click("tab-study")
    page.choose("problem-difficulty", "1")
    page.click("problem-new")
    page.until(lambda: page.element("exercise").is_displayed())
    legal = page.legal()
    check(not page.element("exercise-lines").is_displayed(), "the answer is shown")
    page.click("exercise-reveal")
    page.until(lambda: page.script(ROWS), "lines")
    rows = page.script(ROWS)
    check(sorted(move for move, _, _ in rows) == sorted(legal), rows, legal)
    wins = [move for move, score, _ in rows if score.startswith("+")]
    check(wins == [rows[0][0]] and wins[0] in page.text("exercise-verdict"), rows, page.text("exercise-verdict"))
    check(all(length > 1 for _, _, length in rows), rows)
    failing = page.driver.find_elements(By.CSS_SELECTOR, "#exercise-lines tr")[1]
    second = failing.find_elements(By.CSS_SELECTOR, ".pv-move")[1]
    page.script("arguments[0].scrollIntoView({block: 'center'})", second)
    second.click()
    page.until(lambda: page.squares("[data-last]") == [second.text], second.text)
    page.fits()
    page.click("exercise-leave")
    check(not page.element("exercise-lines").is_displayed())
    return rows


def ply(page):
    return page.script("return +document.querySelector('.move[aria-current]')?.dataset.ply || 0")


def chosen_side(page):
    """The keys visit mistakes of the chosen side only, and only those are listed."""
    game = "".join(name for _, name in random_moves(random.Random(5), 20))
    page.paste_line(game)
    page.click("tab-analysis")
    check(page.element("review-side").get_attribute("value") == "both", "a game from elsewhere")
    choose_level(page, 2)
    page.click("review-start")
    page.until(lambda: page.element("retry").is_displayed(), "the review")
    page.choose("review-side", "white")
    listed = page.driver.find_elements(By.CSS_SELECTOR, ".worst .disc-icon")
    check(listed and all("white" in icon.get_attribute("class") for icon in listed), len(listed))
    page.keys(Keys.HOME)
    seen = []
    while True:
        page.keys("j")
        if seen and ply(page) == seen[-1]:
            break
        seen.append(ply(page))
        check(page.script("return document.querySelector('#strip-white').dataset.turn") == "true", seen)
    check(len(seen) > 2, seen)
    page.choose("review-side", "both")
    return f"before moves {seen}"
