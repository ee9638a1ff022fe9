#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The page on a static web server: the tests of tests/web/page_test.py with Workers instead of
`sumi web`.

Usage: site_test.py SITE [--positions N]    SITE: build/wasm/site, made by tools/wasm
Needs Debian's chromium, chromium-driver and python3-selenium.
"""
import argparse
import functools
import http.server
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "web"))
import page_test as web  # noqa: E402


class Site:
    """A plain file server, without headers for shared memory."""

    class Handler(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    def __init__(self, folder, port=0):
        handler = functools.partial(self.Handler, directory=str(folder.parent))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        # A subfolder, not the root.
        self.port = self.server.server_port
        self.address = f"http://127.0.0.1:{self.port}/{folder.name}/"

    def close(self):
        self.server.shutdown()
        self.server.server_close()


def numbers_and_a_move(page):
    """A click on a move shows numbers on all moves."""
    page.open(page.server.address + "#moves=")
    page.click("tab-analysis")
    page.until(lambda: len(page.squares("[data-number]")) == 4, "numbers of the first position")
    page.play("f5")
    page.until(lambda: page.squares("[data-last]") == ["f5"] and len(page.squares("[data-number]")) == 3, "numbers")
    return page.text("status")


def linked(page):
    """A copied link opens its game at its move; so do links from `sumi web --public-url`."""
    page.paste_line(web.GAME)
    page.click("go-back")
    page.click("tab-files")
    page.click("copy-link")
    page.until(lambda: page.element("text-out").get_attribute("value") != "")
    link = page.element("text-out").get_attribute("value")
    web.check(link == f"{page.server.address}#moves={web.GAME}&ply={len(web.GAME) // 2 - 1}", link)
    page.driver.get("about:blank")
    page.open(link)
    web.check(page.squares("[data-last]") == [web.GAME[-4:-2]], link)
    page.click("go-forward")
    page.until(lambda: page.squares("[data-last]") == [web.GAME[-2:]], "the rest of the game")
    return link


def needs_program(page):
    """Features that need the program say so, in the page's language."""
    page.click("tab-book")
    words = "プログラムが必要" if page.script("return document.documentElement.lang") == "ja" else "needs the program"
    for name in ("games-note", "own-book-note"):
        page.until(lambda name=name: words in page.text(name) and "sumi web" in page.text(name), name)
    return page.text("own-book-note")


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


def publish(folder, version, after=""):
    """Changes the page's version, which its first element shows. `after` is appended to the page
    once its service worker exists."""
    page = folder / "index.html"
    begin = '<html lang="en"'
    rest = page.read_text().split(begin)[1].split(">", 1)[1]
    page.write_text(f'{begin} data-version="{version}">{rest}')
    subprocess.run(["node", ROOT / "protocol/wasm/service_worker.mjs", folder], check=True)
    page.write_text(page.read_text() + after)


def version(page):
    return page.script("return document.documentElement.dataset.version")


def registration(page, part):
    return page.driver.execute_async_script("""
      const done = arguments[1];
      navigator.serviceWorker.getRegistration().then(found => done(Boolean(found && found[arguments[0]])));
    """, part)


def caches(page):
    return page.driver.execute_async_script("const [done] = arguments; caches.keys().then(keys => done(keys.length));")


def offline(built):
    """The page opens and plays without its server. A new version replaces the old one as a whole,
    on the load after the one that fetched it, unless another tab still uses the old version."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name) / "site"
        shutil.copytree(built, folder)
        publish(folder, 1)
        site = Site(folder)
        page = web.Page(site, 1280)
        page.until(lambda: registration(page, "active"), "a service worker")
        site.close()
        page.open(site.address + "?again")
        numbers_and_a_move(page)
        web.check(version(page) == "1" and caches(page) == 1, version(page), caches(page))

        # While a new version is copied, its service worker may arrive before its files.
        publish(folder, 2, "<!-- of another version -->")
        site = Site(folder, site.port)
        page.open(site.address)
        failed = "const [done] = arguments; navigator.serviceWorker.getRegistration().then(r => r.update()).then(() => done(false), () => done(true));"
        page.driver.execute_async_script(failed)
        page.until(lambda: not registration(page, "installing"), "an end of the installation")
        web.check(not registration(page, "waiting"), "files of two versions")
        page.driver.get_log("browser")  # contains the refusal

        publish(folder, 3)
        page.open(site.address)
        page.until(lambda: registration(page, "waiting"), "the new version")
        web.check(version(page) == "1", version(page))
        page.driver.switch_to.new_window("tab")
        page.open(site.address)
        time.sleep(1)
        web.check(version(page) == "1" and registration(page, "waiting"), "a tab with the old version")
        page.driver.close()
        time.sleep(1)  # the browser has ended it
        page.driver.switch_to.window(page.driver.window_handles[0])
        page.driver.get(site.address)
        page.until(lambda: version(page) == "3", "the new version after a load")
        page.ready()
        site.close()
        page.open(site.address)
        numbers_and_a_move(page)
        web.check(version(page) == "3" and caches(page) == 1, version(page), caches(page))
        page.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--positions", type=int, default=20)
    options = parser.parse_args()
    site = Site(options.site.resolve())
    for width, language in ((1280, "en"), (360, "ja")):
        page = web.Page(site, width, language=language)
        parts = [web.first_minute, web.whole_game, web.resigned, web.variation, web.book, web.reviewed, web.mistakes,
                 web.study, web.solution, needs_program]
        if width == 1280:
            parts = [parts[0], numbers_and_a_move, *parts[1:], web.pasted, web.damaged, web.copied, web.pictures,
                     web.watched, web.text_stays_text, web.passes, web.taken_back, web.seats_changed, web.reloaded,
                     web.out_of_time, web.refusals, linked, broken_down]
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
    began = time.monotonic()
    offline(options.site)
    print(f"offline ({time.monotonic() - began:.1f} s)", flush=True)


if __name__ == "__main__":
    main()
