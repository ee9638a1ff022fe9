# SPDX-License-Identifier: MIT
"""Parts of page_test.py: the board as a picture, and links to games."""
import subprocess

from page_driver import Page, check
from web_client import WebServer

GAME = "f5d6c3d3c4f4f6f3e6e7f7c5"
PUBLIC = "https://example.org/othello/"

KEEP_SAVED = """
  const create = URL.createObjectURL;
  URL.createObjectURL = blob => {
    window.saved = blob;
    return create.call(URL, blob);
  };
"""
# A picture's width, and its colours at the middles of d4 and c3.
LOOK_AT = """
  const [read, done] = arguments;
  (async () => {
    const blob = read ? await (await navigator.clipboard.read())[0].getType("image/png") : window.saved;
    const image = await createImageBitmap(blob), canvas = document.createElement("canvas");
    canvas.width = canvas.height = image.width;
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const at = (x, y) => [...context.getImageData(48 + 80 * x + 20, 48 + 80 * y + 40, 1, 1).data].slice(0, 3);
    done([blob.type, image.width, at(3, 3), at(2, 2), at(0, 0)]);
  })().catch(error => done(String(error)));
"""
BLACK, WHITE, FELT = [20, 20, 20], [246, 246, 242], [42, 127, 80]


def pictures(page):
    """Pictures are saved and copied as SVG and PNG, and the PNG shows the discs."""
    page.driver.execute_cdp_cmd("Browser.grantPermissions", {
        "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})
    page.paste_line("f5d6c3")
    page.script(KEEP_SAVED)
    page.click("tab-files")
    page.choose("picture-kind", "svg")
    page.click("picture-copy")
    page.until(lambda: "Copied" in page.text("write-state"))
    text = page.element("text-out").get_attribute("value")
    discs = text.count('r="16.5"')
    check(text.startswith("<svg xmlns") and discs == sum(page.discs()) and "class" not in text, text)
    page.click("picture-save")
    page.until(lambda: page.script("return window.saved && window.saved.type") == "image/svg+xml")
    page.choose("picture-kind", "png")
    page.click("picture-save")
    page.until(lambda: page.script("return window.saved.type") == "image/png")
    seen = page.driver.execute_async_script(LOOK_AT, False)
    check(seen == ["image/png", 736, BLACK, BLACK, FELT], seen)
    page.paste_line("f5d6")
    page.click("tab-files")
    page.click("picture-copy")
    page.until(lambda: "Copied" in page.text("write-state"), page.text("write-state"))
    copied = page.driver.execute_async_script(LOOK_AT, True)
    check(copied[2:4] == [WHITE, FELT], copied)
    return seen[:2]


def links(page):
    """A link opens the game on the server, or with --public-url on the published page."""
    page.paste_line(GAME)
    page.click("tab-files")
    check("this machine only" in page.text("copy-note"), page.text("copy-note"))
    page.click("copy-link")
    page.until(lambda: "Copied" in page.text("write-state"), page.text("write-state"))
    link = page.element("text-out").get_attribute("value")
    check(link == f"http://{page.server.host}/#moves={GAME}", link)
    sumi = page.server.process.args[0]
    with WebServer(sumi, "--public-url", PUBLIC) as server:
        other = Page(server, 800)
        other.open(f"http://{server.host}/{link[link.index('#'):]}")
        other.shows(GAME)
        other.click("tab-files")
        other.click("copy-link")
        other.until(lambda: other.text("write-state") == "Copied.", other.text("write-state"))
        public = other.element("text-out").get_attribute("value")
        other.close()
    check(public == f"{PUBLIC}#moves={GAME}", public)
    for bad in ("", "example.org", "javascript:alert(1)", "https://", PUBLIC + "#x", "https://a b/"):
        run = subprocess.run([sumi, "web", "--no-browser", "--port", "0", "--public-url", bad], capture_output=True,
                             text=True, timeout=60)
        check(run.returncode == 2 and run.stdout == "" and "--public-url" in run.stderr, bad, run)
    return public
