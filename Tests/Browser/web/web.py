"""Tests the web pages of a server in a browser, as people use them.

Usage: web.py TRENDY [--shots DIRECTORY] [--failures DIRECTORY] [--update]
"""
import argparse
import os
import shutil
import sys
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.append(str(Path(__file__).parent.parent))
from pages import LOOKS, Tour, addresses, compare
from run import Run
from scenarios import ALL
from site_under_test import site


def look(opened, name, shots, update):
    """Every page in one look; in the first one, with the recorded names."""
    tour = Tour(opened.desk, name, shots)
    for page, path in addresses(opened):
        tour.visit(page, path)
        if name == "light":
            compare(page, opened.desk.page, update)
    tour.finish()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--shots", help="keep a picture of every page in this directory")
    parser.add_argument("--failures", default=".build/browser-failures")
    parser.add_argument("--update", action="store_true", help="record the names of the pages")
    options = parser.parse_args()
    if options.shots:
        os.makedirs(options.shots, exist_ok=True)
        os.environ["TRENDY_SHOTS"] = options.shots
    run = Run(options.failures)
    start = time.monotonic()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        program = os.path.abspath(options.program)
        with site(program, browser) as opened:
            opened.desk = opened.open()
            for scenario in ALL:
                run.perform(
                    scenario.__name__, lambda: scenario(opened), opened.desk.page, opened.complaints
                )
            for name in LOOKS:
                run.perform(
                    f"pages, {name}",
                    lambda: look(opened, name, options.shots, options.update),
                    opened.desk.page,
                    opened.complaints,
                )
        browser.close()
    print(f"\n{len(run.lines)} scenarios in {time.monotonic() - start:.0f} s")
    if run.failed:
        sys.exit("\n".join(run.lines))


main()
