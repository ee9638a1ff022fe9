# SPDX-License-Identifier: MIT
"""Parts of page_test.py: lines after a problem is answered, and the mistakes of one side."""
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
    """A revealed problem shows the winning line, which the board steps through, and how every other
    move fails; the user can step through the lines."""
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
    page.within_reach()
    failing = page.driver.find_elements(By.CSS_SELECTOR, "#exercise-lines tr")[1]
    second = failing.find_elements(By.CSS_SELECTOR, ".pv-move")[1]
    page.script("arguments[0].scrollIntoView({block: 'center'})", second)
    second.click()
    page.until(lambda: page.squares("[data-last]") == [second.text], second.text)
    page.fits()
    winning = page.script("return [...document.querySelector('#exercise-lines tr').querySelectorAll('.pv-move')]"
                          ".map(move => move.textContent)")
    page.click("go-first")
    for move in winning:
        page.until(lambda: page.element("go-forward").is_enabled(), "a step on")
        page.click("go-forward")
        page.until(lambda: page.squares("[data-last]") == [move], move)
    check(not page.element("go-forward").is_enabled() and not page.legal(), "the line ends before the game")
    page.click("exercise-leave")
    check(not page.element("exercise-lines").is_displayed())
    return rows


def wrong(page):
    """Whether the verdict is "wrong", without the solution and with the offer to try again."""
    page.until(lambda: page.element("exercise-verdict").get_attribute("data-right"), "a verdict")
    if page.element("exercise-verdict").get_attribute("data-right") == "true":
        check(not page.element("exercise-again").is_displayed(), "another try after the right answer")
        return False
    check(page.element("exercise-again").is_displayed() and page.element("exercise-reveal").is_displayed())
    check(not page.element("exercise-lines").is_displayed() and not page.element("exercise-next").is_displayed())
    return True


def tried_again(page):
    """After a wrong answer the user tries again before the solution is shown; the first try counts."""
    page.click("tab-study")
    page.choose("problem-difficulty", "1")
    failed = 0
    while failed < 2:
        page.click("tab-study")
        page.click("problem-new")
        page.until(lambda: page.element("exercise").is_displayed() and page.text("exercise-verdict") == "", "a problem")
        legal = page.legal()
        for move in legal:
            page.play(move)
            if not wrong(page):
                break
            said = page.text("exercise-verdict")
            check([other for other in legal if other in said] == [move] and page.legal() == legal, said)
            page.click("exercise-again")
            check(page.text("exercise-verdict") == "" and not page.element("exercise-again").is_displayed())
            failed += 1
        check(move in page.text("exercise-verdict"), move, page.text("exercise-verdict"))
        page.click("exercise-leave")
    page.script("window.confirm = () => true")
    page.click("tab-study")
    if page.element("mistakes-forget").is_displayed():
        page.click("mistakes-forget")
    page.driver.execute_async_script(STORE_MISTAKES, [["f5", "d6", "f4", 0, 0]])
    page.click("train")
    page.play("f4")
    check(wrong(page), page.text("exercise-verdict"))
    said = page.text("exercise-verdict")
    check("f4" in said and "d6" not in said and "first try" in said, said)
    page.play("d6")
    page.until(lambda: not wrong(page), "the right answer")
    page.click("exercise-leave")
    rows = page.script(LISTED)
    check("missed 1 of 1" in rows[0], rows)
    return said


STORE_MISTAKES = """
  const [rows, done] = arguments;
  Promise.all(["trainer", "tree", "rules"].map(name => import(`./${name}.js`))).then(([trainer, {Tree}, rules]) => {
    const after = line => {
      const tree = new Tree(), nodes = tree.add(rules.squaresOf(line, 8));
      return rules.positionText((nodes.at(-1) || tree.root).position);
    };
    const damaged = {position: after("c4"), best: "c3", played: "c5", right_in_row: 0, missed: 1};
    localStorage.setItem(`sumi.mistakes.${damaged.position}`, JSON.stringify(damaged));
    trainer.keepMistakes(rows.map(([line, best, played, asked, missed]) => ({position: after(line), best, played,
      score: 0, lost: 4, game: "", right_in_row: 0, missed: missed + 1, asked})));
    done();
  });
"""
LISTED = "return [...document.querySelectorAll('#mistakes-list button')].map(row => row.textContent)"


def hardest(page):
    """Mistakes are listed with tries and misses, hardest first, and are asked in this order, each
    once."""
    rows = [["", "f5", "c4", 5, 1], ["f5", "d6", "f6", 5, 3], ["f5d6", "c3", "c4", 0, 0]]
    page.click("tab-study")
    page.script("window.confirm = () => true")
    if page.element("mistakes-forget").is_displayed():
        page.click("mistakes-forget")
    check(not page.element("train-hardest").is_enabled() and not page.element("mistakes-all").is_displayed())
    page.driver.execute_async_script(STORE_MISTAKES, rows)
    page.click("mistakes-all")
    words = page.script(LISTED)
    check([text.split(" · ")[1] for text in words] == ["f6 −4.0", "c4 −4.0", "c4 −4.0"], words)
    check("missed 3 of 5 (57%)" in words[0] and "(50%)" in words[1] and "missed 1 of 5 (29%)" in words[2], words)
    page.choose("language", "ja")
    check("5回中3回不正解（57%）" in page.script(LISTED)[0], page.script(LISTED))
    page.choose("language", "en")
    page.fits()
    page.click("train-hardest")
    asked = []
    for last in (False, False, True):
        asked.append("f6" in page.text("exercise-question"))
        page.click("exercise-reveal")
        check(page.element("exercise-next").is_displayed() != last, asked)
        page.click("exercise-leave" if last else "exercise-next")
    check(asked == [True, False, False], asked)
    page.click("tab-study")
    words = page.script(LISTED)
    check([text.split(" · ")[0] for text in words] ==
          ["missed 1 of 1 (67%)", "missed 4 of 6 (63%)", "missed 2 of 6 (38%)"], words)
    page.driver.execute_async_script(STORE_MISTAKES, [[*row[:3], 0, 0] for row in rows])  # analysed again
    check(page.script(LISTED) == words, page.script(LISTED))
    page.driver.find_elements(By.CSS_SELECTOR, "#mistakes-list button")[2].click()
    check("c4" in page.text("exercise-question"))
    page.click("exercise-leave")
    return words


def ply(page):
    return page.script("return +document.querySelector('.move[aria-current]')?.dataset.ply || 0")


def chosen_side(page):
    """The keys visit the mistakes of the chosen side only, and only those are listed."""
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
