"""A server with its web pages, the devices of an account, and browsers that look at the pages."""
import contextlib
import json
import os
import re
import subprocess
import tempfile
import time

from playwright.sync_api import expect

from tile_server import tile_server

PASSWORD = "correct horse battery staple"
EMAIL = "ada@example.org"
# An expectation waits as long as a machine that is busy with a build may need.
TIMEOUT = 20_000


class Device:
    """A device of the account on the command line."""

    def __init__(self, program, directory):
        self.program, self.directory = program, directory

    def run(self, *arguments, check=True):
        """The JSON that a command prints; `None` when it prints nothing."""
        done = subprocess.run(
            [self.program, *arguments, "--profile", self.directory, "--json"],
            env={**os.environ, "TRENDY_PASSWORD": PASSWORD, "TZ": "UTC"},
            capture_output=True,
            text=True,
            timeout=120,
        )
        if check and done.returncode != 0:
            raise AssertionError(f"trendy {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def sign_in(self, server):
        self.run("login", "--server", server, "--email", EMAIL)
        self.run("sync")

    def log(self, kind, *options, sync=True):
        """Logs an event, and sends it."""
        event = self.run("log", kind, *options)
        if sync:
            self.run("sync")
        return event


class Browser:
    """A browser of a person, with what it complained about."""

    def __init__(self, browser, address, **options):
        self.address = address
        self.context = browser.new_context(
            locale="en-GB", timezone_id="UTC", viewport={"width": 1280, "height": 900}, **options
        )
        self.complaints = []
        self.page = self.open_page()

    def open_page(self):
        page = self.context.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self.hear)
        # Recorded before any script of the page runs.
        page.add_init_script(
            """document.addEventListener("securitypolicyviolation", (event) =>
                console.error(`CSP: ${event.violatedDirective} ${event.blockedURI}`));"""
        )
        return page

    def hear(self, message):
        if message.type == "error" and not re.search(r"status of 4[0-9][0-9]|ERR_", message.text):
            self.complaints.append(message.text)

    def go(self, path):
        self.page.goto(self.address + path)

    def heading(self, text):
        expect(self.page.get_by_role("heading", level=1, name=text)).to_be_visible(timeout=TIMEOUT)

    def shows(self, text):
        expect(self.page.locator("#main")).to_contain_text(text, timeout=TIMEOUT)

    def lacks(self, text):
        expect(self.page.locator("#main")).not_to_contain_text(text, timeout=TIMEOUT)

    def close(self):
        self.context.close()


@contextlib.contextmanager
def serving(program, arguments):
    """The address that a serving command prints, while it runs."""
    process = subprocess.Popen(
        [program, *arguments, "--json"],
        stdout=subprocess.PIPE,
        # The log of a server that works is of no interest here.
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "TZ": "UTC"},
    )
    try:
        line = process.stdout.readline()
        if not line:
            raise AssertionError(f"trendy {arguments[0]} ended before it served")
        yield json.loads(line)["url"]
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            raise AssertionError(f"trendy {arguments[0]} did not stop") from None


class Site:
    """A server in a directory of its own, with the devices of one account."""

    def __init__(self, program, browser, directory, address, tiles):
        self.program, self.browser = program, browser
        self.tiles = tiles
        self.directory, self.address = directory, address
        self.browsers = []
        self.phone = self.device("phone")
        # The person at a desk, who signs up.
        self.desk = None

    def device(self, name):
        return Device(self.program, os.path.join(self.directory, name))

    def open(self, **options):
        """Opens a browser without a session."""
        opened = Browser(self.browser, self.address, **options)
        self.browsers.append(opened)
        return opened

    def sign_in(self, browser):
        browser.go("/")
        page = browser.page
        page.get_by_label("E-mail").fill(EMAIL)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        browser.heading("Overview")

    @property
    def complaints(self):
        return [text for browser in self.browsers for text in browser.complaints]


@contextlib.contextmanager
def site(program, browser):
    with tempfile.TemporaryDirectory(prefix="trendy-web-") as directory, tile_server() as tiles:
        database = os.path.join(directory, "server.sqlite")
        arguments = ["serve", "--database", database, "--port", "0", *tiles.options]
        with serving(program, arguments) as address:
            opened = Site(program, browser, directory, address, tiles)
            yield opened
            for each in opened.browsers:
                each.close()


def wait(condition, what):
    """Waits until a condition holds."""
    deadline = time.monotonic() + TIMEOUT / 1000
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(what)
        time.sleep(0.05)
