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
from run import Run
from scenarios import ALL
from screens import CATALOGS, screens


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
