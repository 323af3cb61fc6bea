"""Tests the simulated phones in a browser, as people use them.

Usage: phones.py TRENDY_PHONE [--shots DIRECTORY] [--failures DIRECTORY]
"""
import argparse
import os
import shutil
import sys
import tempfile
import time

from playwright.sync_api import sync_playwright

from phone import World, new_page, program
from pseudo import write_catalogs
from replay import replay
from scenarios import ALL
from screens import CATALOGS, screens

MESSAGE_LINES = 30
class Run:
    """The outcome of the scenarios, with a screenshot of the page of each that fails."""

    def __init__(self, directory):
        self.directory = directory
        self.lines = []
        self.failed = False

    def perform(self, name, scenario, page=None, errors=()):
        """Performs a scenario; one after a failure is left out, as it continues that one."""
        if self.failed:
            self.lines.append(f"not run  {name}")
            return
        start = time.monotonic()
        try:
            scenario()
            if errors:
                raise AssertionError("Errors on the page:\n" + "\n".join(errors))
            outcome = "passed"
        except Exception as error:
            self.failed = True
            outcome = "FAILED"
            # An expectation adds the whole page to its message.
            lines = str(error).splitlines()[:MESSAGE_LINES]
            print(f"{name}: " + "\n".join(lines), file=sys.stderr)
            self.keep(name, page)
        self.lines.append(f"{outcome:8} {name} ({time.monotonic() - start:.1f} s)")
        print(self.lines[-1], flush=True)

    def keep(self, name, page):
        if page is None:
            return
        os.makedirs(self.directory, exist_ok=True)
        path = os.path.join(self.directory, f"{name}.png")
        page.screenshot(path=path, full_page=True)
        print(f"The page at that moment: {path}", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="keep a picture of every screen in this directory")
    parser.add_argument("--failures", default=".build/browser-failures")
    options = parser.parse_args()
    if options.shots:
        os.makedirs(options.shots, exist_ok=True)
    run = Run(options.failures)
    start = time.monotonic()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as catalogs:
        write_catalogs(CATALOGS, catalogs)
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        with program(options.program, "--catalogs", catalogs) as address:
            page = new_page(browser)
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            world = World(page, address)
            for scenario in ALL:
                run.perform(scenario.__name__, lambda: scenario(world), page, errors)
            run.perform("screens", lambda: screens(world, catalogs, options.shots), page, errors)
        run.perform("replay", lambda: replay(options.program, browser))
        browser.close()
    print(f"\n{len(run.lines)} scenarios in {time.monotonic() - start:.0f} s")
    if run.failed:
        sys.exit("\n".join(run.lines))


main()
