"""Tests the simulated phones in a browser, as a person uses them.

Usage: phones.py TRENDY_PHONE [--shots DIRECTORY]
"""
import argparse
import re
import subprocess
import sys
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect, sync_playwright

TABS = ["Today", "Timeline", "Insights", "Places", "Settings"]
parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("--shots")
options = parser.parse_args()


@contextmanager
def program(*arguments):
    """Runs the program on a free port, and gives its address."""
    process = subprocess.Popen(
        [options.program, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        address = None
        for line in process.stdout:
            found = re.search(r"http://[^ ]*?:\d+", line)
            if found:
                address = found.group()
                break
        if not address:
            sys.exit("trendy-phone ended at its start.")
        yield address
    finally:
        process.kill()


class Phone:
    """One phone of the page: its screen and the controls beside it."""

    def __init__(self, page, index):
        self.page = page
        self.section = page.locator(".phone").nth(index)
        self.screen = self.section.locator(".screen")
        self.world = self.section.locator(".world")

    def press(self, name):
        self.world.get_by_role("button", name=name, exact=True).click()

    def set(self, action, value):
        control = self.world.locator(f"[data-action='{action}']")
        control.evaluate("element => element.closest('details').open = true")
        if isinstance(value, bool):
            control.set_checked(value)
        else:
            control.select_option(value)

    def tap(self, name):
        self.screen.get_by_role("button", name=name, exact=True).first.click()

    def tab(self, name):
        self.screen.get_by_role("tab", name=name).click()

    def reads(self, text):
        expect(self.screen.get_by_text(text).first).to_be_visible(timeout=20_000)

    def shot(self, name):
        if options.shots:
            self.section.locator(".device").screenshot(path=f"{options.shots}/{name}.png")

    def welcome(self):
        self.press("Open app")
        self.reads("Welcome to Trendy")
        self.tap("Continue")

    def finish(self):
        """The permissions, each put off, and the end of the onboarding."""
        for _ in range(3):
            self.reads("What Trendy reads")
            self.tap("Not now")
        self.tap("Start")
        self.reads("Steps")

    def sign(self, button, email):
        self.screen.get_by_label("Email", exact=True).fill(email)
        self.screen.get_by_label("Password", exact=True).fill("long enough")
        self.tap(button)


def onboarding(page):
    phone = Phone(page, 0)
    phone.welcome()
    phone.tap("Not now")
    phone.reads("What do you want to record?")
    phone.tap("Coffee")
    phone.tap("Record")
    phone.finish()
    phone.shot("today")
    phone.tab("Timeline")
    phone.reads("Coffee")
    phone.shot("timeline")


def killed_offline(page):
    """An entry of a phone without a network outlives a kill and a force-quit."""
    phone = Phone(page, 0)
    phone.set("network", "none")
    phone.tap("Coffee")
    expect(phone.screen.get_by_text("Not sent yet")).to_have_count(2, timeout=20_000)
    phone.press("Kill")
    phone.press("Open app")
    phone.tab("Timeline")
    expect(phone.screen.get_by_text("Not sent yet")).to_have_count(2, timeout=20_000)
    phone.press("Force-quit")
    phone.press("Open app")
    phone.tab("Timeline")
    expect(phone.screen.get_by_text("Not sent yet")).to_have_count(2, timeout=20_000)
    phone.set("network", "wiFi")


def place(page):
    """A tap on the map chooses the centre of a place, a drag moves the map, and the list shows it."""
    phone = Phone(page, 0)
    phone.set("locationSetting", "always")
    phone.tab("Places")
    phone.tap("New place")
    phone.reads("New Place")
    phone.screen.get_by_label("Name", exact=True).fill("Home")
    card = phone.screen.locator(".map-view:visible").last
    expect(card.get_by_role("img", name="My Location")).to_be_visible(timeout=20_000)
    expect(card).to_have_attribute("data-size", re.compile("^32. 240$"))
    card.click(position={"x": 100, "y": 60})
    pin = card.get_by_label("Home, Within 150 m")
    expect(pin).to_be_visible(timeout=20_000)
    before = pin.bounding_box()
    box = card.bounding_box()
    page.mouse.move(box["x"] + 40, box["y"] + 120)
    page.mouse.down()
    page.mouse.move(box["x"] + 70, box["y"] + 100, steps=4)
    page.mouse.up()
    page.wait_for_timeout(700)
    after = pin.bounding_box()
    if round(after["x"] - before["x"]) != 30 or round(after["y"] - before["y"]) != -20:
        sys.exit(f"The map did not follow the drag: {before} {after}")
    phone.tap("Save")
    phone.reads("1 place")
    phone.shot("map")


def walk(page):
    phone = Phone(page, 0)
    phone.tab("Places")
    phone.reads("What to expect")
    phone.shot("places")
    phone.world.locator(".map").click(position={"x": 200, "y": 60})
    page.locator("#speed").select_option("600")
    page.wait_for_timeout(1500)
    page.locator("#speed").select_option("1")


def accessible(page):
    """No serious or critical violation on any tab, in light and dark, large, and German."""
    phone = Phone(page, 0)
    looks = [("light", []), ("dark", [("dark", True)]), ("large", [("textSize", "xxxLarge")])]
    found = []
    for name, settings in looks:
        for action, value in settings:
            phone.set(action, value)
        for tab in TABS:
            phone.tab(tab)
            page.wait_for_timeout(700)
            phone.shot(f"{name}-{tab.lower()}")
            results = Axe().run(page, context=".phone:first-child .screen")
            for violation in results.response["violations"]:
                if violation["impact"] in ("serious", "critical"):
                    for node in violation["nodes"]:
                        found.append(f"{name} {tab}: {violation['id']}: {node['html'][:160]}")
        for action, value in settings:
            phone.set(action, False if value is True else "large")
    if found:
        sys.exit("axe found:\n" + "\n".join(sorted(set(found))))


def main():
    with program() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        page = browser.new_page(viewport={"width": 1700, "height": 1000})
        errors = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(address)
        for test in (onboarding, killed_offline, place, walk, accessible):
            test(page)
            print(f"passed: {test.__name__}")
        if errors:
            sys.exit("Errors on the page:\n" + "\n".join(errors))
        browser.close()


main()
