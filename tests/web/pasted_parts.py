# SPDX-License-Identifier: MIT
"""Parts of page_test.py: pasted texts with less than a whole game."""
from page_driver import check


def damaged(page):
    """The page reports how it read an illegal move, a game in prose, and an address without a
    game."""
    page.paste("f5d6c3a1d3c4")
    page.shows("f5d6c3")
    warned = page.text("warnings")
    check("'a1'" in warned and "move 4" in warned, warned)
    page.until(lambda: page.squares("[data-last]") == ["c3"], "the position before the illegal move")
    check("illegal move 4" in page.text("read-state"), page.text("read-state"))
    page.paste("Yesterday Ann began with f5, I answered d6, and after c3 d3 I was lost.")
    page.shows("f5d6c3d3")
    check("only the moves in the text" in page.text("warnings"), page.text("warnings"))
    for address in ("https://questgames.net/reversi10/game/aBcD123", "http://wars.fm/reversi"):
        page.paste(address)
        page.until(lambda: "copy the moves" in page.text("read-state"), page.text("read-state"))
    page.shows("f5d6c3d3")
    return warned
