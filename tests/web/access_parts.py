# SPDX-License-Identifier: MIT
"""Parts of page_test.py: long texts without a mouse."""
import pathlib
import tempfile

from page_driver import check
from selenium.webdriver.common.keys import Keys

COMMENTED = "(;GM[2]FF[4]SZ[8];B[fe]C[" + "A line of a long comment.\n" * 40 + "];W[df])"
ILLEGAL = "(;GM[Othello]PB[Dee]PW[Eve]TY[8]B[F5]W[A1];)\n"
SCROLLS = "const place = document.getElementById(arguments[0]); return place.scrollHeight > place.clientHeight"


def access(page):
    """A long comment and notes of an import scroll without a mouse."""
    page.paste(COMMENTED)
    page.shows("f5d6")
    page.keys(Keys.HOME, Keys.ARROW_RIGHT)
    page.until(lambda: page.script(SCROLLS, "comment"), "a long comment")
    page.within_reach()
    page.click("tab-book")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "illegal.ggf"
        path.write_text(ILLEGAL * 30)
        page.element("import-files").send_keys(str(path))
        page.until(lambda: "30" in page.text("import-state"), page.text("import-state"))
    page.until(lambda: page.script(SCROLLS, "import-notes"), "long notes")
    return page.text("import-state")
