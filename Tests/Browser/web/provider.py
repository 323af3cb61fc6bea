"""Sign-in through a provider of OpenID Connect, PyPI's oidc-provider-mock, on a server of its own."""
import contextlib
import json
import os
import re
import socket
import subprocess
import urllib.request

from playwright.sync_api import expect

from site_under_test import PASSWORD, Browser, serving, wait

PROVIDER = ".build/openid/bin/oidc-provider-mock"
PERSON = "grace@example.org"


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


@contextlib.contextmanager
def provider():
    """The issuer of a provider that knows one person, while it runs."""
    port = free_port()
    claims = {"sub": "grace", "email": PERSON, "email_verified": True}
    process = subprocess.Popen(
        [PROVIDER, "--port", str(port), "--user-claims", json.dumps(claims)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    issuer = f"http://localhost:{port}"

    def answers():
        try:
            urllib.request.urlopen(f"{issuer}/.well-known/openid-configuration").close()
        except OSError:
            return False
        return True

    try:
        wait(answers, "The provider did not start")
        yield issuer
    finally:
        process.terminate()
        process.wait(20)


def picture(browser, name):
    """Keeps a picture of the page, when TRENDY_SHOTS names a directory."""
    directory = os.environ.get("TRENDY_SHOTS")
    if directory:
        browser.page.screenshot(path=os.path.join(directory, f"provider-{name}.png"))


def agree(browser, action="grace"):
    """Signs in on the provider's page."""
    page = browser.page
    expect(page.get_by_role("heading", name="Authorize Client")).to_be_visible(timeout=20_000)
    page.get_by_role("button", name=action, exact=True).click()


def sign_in_with_provider(site):
    """A person signs in with a provider, signs a program in, sets a password and uses it."""
    port = free_port()
    public = f"http://localhost:{port}"
    secret = os.path.join(site.directory, "provider-secret")
    with open(secret, "w") as file:
        file.write("a secret\n")
    with provider() as issuer:
        arguments = [
            "serve", "--database", os.path.join(site.directory, "provider.sqlite"),
            "--port", str(port), "--public-url", public, "--openid-issuer", issuer,
            "--openid-client-id", "trendy", "--openid-client-secret-file", secret,
            "--openid-name", "Example ID",
        ]
        with serving(site.program, arguments):
            browser = Browser(site.browser, public)
            site.browsers.append(browser)
            visit(site, browser)


def visit(site, browser):
    page = browser.page
    browser.go("/insights")
    browser.heading("Sign in")
    picture(browser, "sign-in")
    page.get_by_role("link", name="Sign in with Example ID").click()
    agree(browser)
    browser.heading("Insights")
    program(site, browser)

    browser.go("/account")
    browser.heading("Account")
    browser.shows(PERSON)
    browser.shows("You can sign in to this account with Example ID.")
    picture(browser, "account")
    page.get_by_label("New password", exact=True).fill(PASSWORD)
    page.get_by_label(re.compile("Repeat|again", re.I)).fill(PASSWORD)
    page.get_by_role("button", name="Set the password").click()
    expect(page.get_by_role("status").first).to_contain_text("password")
    page.get_by_role("button", name=re.compile("^Remove the sign-in")).click()
    browser.shows("The sign-in was removed.")

    page.get_by_role("button", name="Sign out").click()
    browser.heading("Sign in")
    page.get_by_role("link", name="Sign in with Example ID").click()
    agree(browser)
    browser.heading("Link Example ID to your account")
    picture(browser, "link")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Link and sign in").click()
    browser.heading("Overview")

    browser.go("/account")
    page.get_by_role("button", name=re.compile("^Remove the sign-in")).click()
    browser.shows("The sign-in was removed.")
    page.locator("#provider").get_by_label("Current password").fill(PASSWORD)
    page.get_by_role("button", name="Link Example ID").click()
    agree(browser)
    browser.shows("You can sign in with Example ID now.")

    browser.context.clear_cookies()
    browser.go("/sign-in")
    page.get_by_role("link", name="Sign in with Example ID").click()
    agree(browser, "Deny")
    browser.heading("The sign-in did not work")
    picture(browser, "denied")
    page.get_by_role("link", name="Back to the sign-in").click()
    browser.heading("Sign in")


def program(site, browser):
    """The command line signs in through the browser."""
    profile = os.path.join(site.directory, "program")
    process = subprocess.Popen(
        [
            site.program, "login", "--server", browser.address, "--browser", "--no-open",
            "--profile", profile,
        ],
        stdout=subprocess.PIPE,
        text=True,
    )
    lines = iter(process.stdout.readline, "")
    address = next(line.strip() for line in lines if "/sign-in/program" in line)
    browser.page.goto(address)
    browser.heading(re.compile("^Sign trendy .* in\\?$"))
    picture(browser, "program")
    browser.page.get_by_role("button", name="Allow").click()
    browser.heading("The program signs in now")
    picture(browser, "program-done")
    assert process.wait(20) == 0, process.stdout.read()
