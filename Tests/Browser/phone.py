"""A running trendy-phone, and what a person does on its page."""
import json
import re
import subprocess
import urllib.request
from contextlib import contextmanager

from playwright.sync_api import expect

# How long a screen may take to show something, in milliseconds of real time.
PATIENCE = 20_000


@contextmanager
def program(path, *arguments):
    """Runs trendy-phone on a free port, and gives its address."""
    process = subprocess.Popen(
        [path, "--port", "0", *arguments], stdout=subprocess.PIPE, text=True
    )
    try:
        found = None
        while not found and (line := process.stdout.readline()):
            found = re.search(r"http://[^ ]*?:\d+", line)
        if not found:
            raise RuntimeError("trendy-phone ended at its start.")
        yield found.group()
    finally:
        process.kill()
        process.wait()


def new_page(browser):
    """A page with room for two phones, on which nothing fades in."""
    return browser.new_page(viewport={"width": 1700, "height": 1000}, reduced_motion="reduce")


class World:
    """The page: the phones and what is common to them."""

    def __init__(self, page, address, count=2):
        self.page = page
        self.address = address
        page.goto(address)
        expect(page.locator(".phone")).to_have_count(count, timeout=PATIENCE)
        self.phones = [Phone(self, index) for index in range(count)]

    def speed(self, value):
        self.page.locator("#speed").select_option(str(value))

    def skip(self, label="+15 min"):
        self.page.get_by_role("button", name=label, exact=True).click()

    def server(self, is_on):
        self.page.get_by_label("Server is on").set_checked(is_on)

    def send(self, action, **values):
        """Sends a command as the page does, for what no control of the page does in one step."""
        body = json.dumps({"action": action, **values}).encode()
        request = urllib.request.Request(
            f"{self.address}/commands", body, {"content-type": "application/json"}
        )
        urllib.request.urlopen(request).close()

    def names(self, index):
        """The accessible names of a phone's screen, as the app has them."""
        with urllib.request.urlopen(f"{self.address}/phones/{index}/names") as answer:
            return json.load(answer)


class Phone:
    """One phone of the page: its screen and the controls beside it."""

    def __init__(self, world, index):
        self.context = world
        self.page = world.page
        self.index = index
        self.section = self.page.locator(".phone").nth(index)
        self.screen = self.section.locator(".screen")
        self.world = self.section.locator(".world")

    # Beside the phone

    def press(self, name):
        self.world.get_by_role("button", name=name, exact=True).click()

    def set(self, action, value):
        control = self.world.locator(f"[data-action='{action}']")
        control.evaluate("element => element.closest('details').open = true")
        if isinstance(value, bool):
            control.set_checked(value)
        else:
            control.select_option(value)

    def fact(self, name, value):
        """Waits until the engine reports a value."""
        row = self.world.locator(f"dt:text-is('{name}') + dd")
        expect(row).to_have_text(str(value), timeout=PATIENCE)

    def walk(self, north):
        """Walks some meters to the north by a click on the map, which has 5 m a pixel."""
        box = self.world.locator(".map").bounding_box()
        self.world.locator(".map").click(
            position={"x": box["width"] / 2, "y": box["height"] / 2 - north / 5}
        )

    def notified(self, text):
        expect(self.section.get_by_text(text)).to_be_visible(timeout=PATIENCE)

    def answer(self, name):
        """Answers a question of the system on the screen."""
        question = self.section.locator(".prompt, .sheet")
        question.get_by_role("button", name=name, exact=True).click(timeout=PATIENCE)

    def share(self, kinds):
        """Allows the app to read kinds of health data, on the sheet of the system."""
        for kind in kinds:
            box = self.section.locator(".sheet").get_by_label(kind, exact=True)
            box.check(timeout=PATIENCE)
        self.answer("Allow")

    # On the screen

    def tap(self, name, role="button"):
        """Taps the first button that has the name, or whose name begins with it and a comma."""
        button = self.screen.get_by_role(role, name=re.compile(rf"^{re.escape(name)}(,|$)"))
        button.first.click(timeout=PATIENCE)

    def tab(self, name):
        self.screen.get_by_role("tab", name=name).click(timeout=PATIENCE)

    def fill(self, label, text):
        self.screen.get_by_label(label, exact=True).last.fill(text)

    def choose(self, label, option):
        self.screen.get_by_label(label, exact=True).select_option(label=option)

    def heads(self, title):
        """Waits for a screen by its title."""
        heading = self.screen.get_by_role("heading", name=title, exact=True)
        # Notices it sooner than an expectation, which asks in growing intervals.
        heading.last.wait_for(timeout=PATIENCE)

    def reads(self, text):
        expect(self.screen.get_by_text(text).first).to_be_visible(timeout=PATIENCE)

    def lacks(self, text):
        expect(self.screen.get_by_text(text)).to_have_count(0, timeout=PATIENCE)

    def counts(self, text, count):
        expect(self.screen.get_by_text(text, exact=True)).to_have_count(count, timeout=PATIENCE)

    def back(self):
        """Leaves a screen, and waits until it is gone."""
        button = self.screen.locator("[data-identifier='BackButton']")
        button.wait_for(timeout=PATIENCE)
        gone = self.screen.locator(f"[id='{button.get_attribute('id')}']")
        button.click()
        gone.wait_for(state="detached", timeout=PATIENCE)

    def shot(self, path):
        self.section.locator(".device").screenshot(path=path)
