# SPDX-License-Identifier: MIT
"""Parts of page_test.py: long texts without a mouse, and marks that stand out from the board."""
import pathlib
import re
import tempfile

from page_driver import check
from selenium.webdriver.common.keys import Keys

COMMENTED = "(;GM[2]FF[4]SZ[8];B[fe]C[" + "A line of a long comment.\n" * 40 + "];W[df])"
ILLEGAL = "(;GM[Othello]PB[Dee]PW[Eve]TY[8]B[F5]W[A1];)\n"
MARKS = [(".legal", ".felt"), (".book", ".felt"), (".last", ".disc.black"), (".last", ".disc.white")]
FILLS = "return arguments[0].map(name => getComputedStyle(document.querySelector('.board ' + name)).fill)"
SCROLLS = "const place = document.getElementById(arguments[0]); return place.scrollHeight > place.clientHeight"


def luminance(color):
    """The relative luminance of "rgb(20, 20, 20)" (WCAG 2)."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", color)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(colors):
    dark, light = sorted(map(luminance, colors))
    return (light + 0.05) / (dark + 0.05)


def access(page):
    """A long comment and notes of an import scroll without a mouse; marks on the board have a contrast of 3 to 1."""
    page.paste(COMMENTED)
    page.shows("f5d6")
    page.keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.until(lambda: page.script(SCROLLS, "comment"), "a long comment")
    page.within_reach()
    page.keys(Keys.ARROW_RIGHT)
    page.until(lambda: page.squares("[data-last]") == ["d6"], "Black to move")
    contrasts = [round(contrast(page.script(FILLS, pair)), 2) for pair in MARKS]
    check(min(contrasts) >= 3, MARKS, contrasts)
    page.click("tab-book")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "illegal.ggf"
        path.write_text(ILLEGAL * 30)
        page.element("import-files").send_keys(str(path))
        page.until(lambda: "30" in page.text("import-state"), page.text("import-state"))
    page.until(lambda: page.script(SCROLLS, "import-notes"), "long notes")
    return f"contrasts {contrasts}"
