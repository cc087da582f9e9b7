"""axe-core over the pages of a folder, of a mock and of the studio: axe.py FOLDER MOCK STUDIO [FOLDER FOR PICTURES]"""

import pathlib
import sys

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
UNLABELLED = '<!doctype html><html lang="en"><title>x</title><main><h1>x</h1><input type="text"></main></html>'


def violations(page):
    # What is folded has to hold, too.
    page.eval_on_selector_all("details", "all => all.forEach(one => one.open = true)")
    return Axe().run(page, options=RULES).response["violations"]


def told(violation):
    nodes = violation["nodes"]
    return f"{violation['id']} ({violation['impact']}), {len(nodes)} times: {violation['help']}\n    " + "\n    ".join(
        node["html"][:200] + "\n      " + node.get("failureSummary", "").replace("\n", " ")[:300] for node in nodes[:3]
    )


def signed_in_as_far_as_it_goes(page):
    """The screens of a hosted journey, by filling in what a page asks for and pressing its first button."""
    yield "the first screen"
    for text in ["jane@acme.test", "wrong"]:
        fields = page.locator("main input:not([type=hidden]):not([readonly]):not([type=checkbox]):not([type=radio]):visible")
        if fields.count() == 0:
            return
        fields.first.fill(text)
        page.locator("main form button").first.click()
        page.wait_for_load_state()
        yield f"after '{text}'"


def recorded_by_clicks(page, studio, name):
    """A sign-in with a mailed code, recorded in the studio and saved; stops on each page of it."""

    def press(label, part="main"):
        page.locator(part).get_by_role("button", name=label).first.click(timeout=5000)
        page.wait_for_load_state()

    page.goto(studio[0])
    # The address with the token works once; the one that it leads to works from then on.
    studio[0] = page.url
    page.locator("details.card > summary").click()
    press("Begin", "form.begin")
    yield "identification"
    press("Continue")
    yield "password"
    press("Continue")
    press("Use its code")
    yield "mfaPasscode"
    press("Its messages")
    press("Continue")
    yield "signed-in"
    press("End here")
    page.get_by_label("Title", exact=True).fill(f"Rita gets a code ({name})")
    page.get_by_label("File", exact=True).fill(f"journeys/{name}.yaml")
    press("Save")
    if "Walked again with another seed: passed." not in page.locator("[role=status]").inner_text():
        sys.exit("the recording is not green: " + page.locator("[role=status]").inner_text())
    yield "saved"


def main(folder, mock, studio, pictures=""):
    found = 0
    seen = 0
    studio = [studio]

    def judge(page, name):
        nonlocal found, seen
        seen += 1
        for violation in violations(page):
            found += 1
            print(f"{name}: {told(violation)}")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        # The studio's address lets one browser in: its cookie goes on with the next window.
        admission = []
        for scheme in ["light", "dark"]:
            # A page's own policy forbids scripts, and axe is one.
            context = browser.new_context(bypass_csp=True, color_scheme=scheme)
            context.add_cookies(admission)
            page = context.new_page()
            page.set_content(UNLABELLED)
            if "label" not in [violation["id"] for violation in violations(page)]:
                sys.exit("axe does not notice a field without a label")
            for path in sorted(pathlib.Path(folder).rglob("*.html")):
                page.goto(path.resolve().as_uri())
                judge(page, f"{path.name}, {scheme}")
            page.goto(mock)
            judge(page, f"the start page of a mock, {scheme}")
            page.get_by_role("link", name="Sign in to").first.click(timeout=5000)
            page.wait_for_load_state()
            for name in signed_in_as_far_as_it_goes(page):
                judge(page, f"hosted screens, {name}, {scheme}")
            others = {cookie["name"] for cookie in context.cookies()}
            for width in [1440, 820]:
                page.set_viewport_size({"width": width, "height": 1180})
                for name in recorded_by_clicks(page, studio, f"{scheme}-{width}"):
                    if pictures:
                        page.screenshot(path=f"{pictures}/studio-{scheme}-{width}-{name}.png", full_page=True)
                    judge(page, f"the studio, {name}, {scheme}, {width} pixels wide")
            admission = admission or [cookie for cookie in context.cookies() if cookie["name"] not in others]
            context.close()
        browser.close()
    print(f"{seen} pages, {found} violations")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
