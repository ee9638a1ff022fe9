#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page on a static web server, without `sumi web`: the tests of tests/web/page_test.py on the
page with its Workers.

Usage: site_test.py SITE [--positions N]    SITE: build/wasm/site, made by tools/wasm
Needs Debian's chromium, chromium-driver and python3-selenium.
"""
import argparse
import functools
import http.server
import pathlib
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "web"))
import page_test as web  # noqa: E402


class Site:
    """A plain file server, without headers for shared memory either."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    def __init__(self, folder):
        handler = functools.partial(self.Handler, directory=str(folder.parent))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # Served from a subfolder, not the root.
        self.address = f"http://127.0.0.1:{self.server.server_port}/{folder.name}/"


def numbers_and_a_move(page):
    """A click on a move shows numbers on all moves."""
    page.open(page.server.address + "#moves=")
    page.click("tab-analysis")
    page.until(lambda: len(page.squares("[data-number]")) == 4, "numbers of the first position")
    page.play("f5")
    page.until(lambda: page.squares("[data-last]") == ["f5"] and len(page.squares("[data-number]")) == 3, "numbers")
    return page.text("status")


def broken_down(page):
    """A crashed Worker gives an error for its query, and the next query works."""
    said = page.driver.execute_async_script("""
      const done = arguments[0];
      import(new URL("lanes.js", location.href)).then(({ Lanes }) => {
        const module = WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
        const lanes = new Lanes(module, () => new Worker("worker.js", { type: "module" }), true);
        lanes.onmessage = ({ data }) => done(data);
        lanes.onopen = () => lanes.send('{"id": 7, "action": "about"}');
      });
    """)
    page.driver.get_log("browser")  # contains the fault
    web.check('"id":7' in said and "broke down" in said, said)
    return said


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=20)
    options = parser.parse_args()
    site = Site(options.site.resolve())
    for width, language in ((1280, "en"), (360, "ja")):
        page = web.Page(site, width, language=language)
        parts = [web.first_minute, web.whole_game, web.resigned, web.variation, web.book, web.reviewed, web.mistakes,
                 web.study, web.solution]
        if width == 1280:
            parts = [parts[0], numbers_and_a_move, *parts[1:], web.pasted, web.damaged, web.copied, web.pictures,
                     web.watched, web.text_stays_text, web.passes, web.taken_back, web.seats_changed, web.reloaded,
                     web.out_of_time, web.refusals, broken_down]
        for part in parts:
            began = time.monotonic()
            said = part(page)
            page.fits()
            if part is not web.text_stays_text:
                page.said_nothing()
            print(f"{width} {language} {part.__name__}: {said} ({time.monotonic() - began:.1f} s)", flush=True)
        if width == 1280:
            print(f"click to numbers on all moves: {web.latency(page, options.positions)}", flush=True)
        page.close()


if __name__ == "__main__":
    main()
