"""What people do on the pages of a server, in order: each scenario continues the one before."""
import datetime
import os
import re
import subprocess
import time

from playwright.sync_api import expect

from provider import sign_in_with_provider
from site_under_test import EMAIL, PASSWORD, serving, wait, Browser


def sign_up(site):
    """A person creates an account; without any data, the overview says how to begin."""
    desk = site.desk
    desk.go("/sign-up")
    desk.page.get_by_label("E-mail").fill(EMAIL)
    desk.page.get_by_label("Password").fill(PASSWORD)
    desk.page.get_by_role("button", name=re.compile("Create|Sign up")).click()
    desk.heading("Overview")


def import_export(site):
    """An Apple Health export is uploaded with progress, and what it has is on the overview."""
    desk, page = site.desk, site.desk.page
    path = os.path.join(site.directory, "export.zip")
    subprocess.run(
        [site.program, "fixture", path, "--days", "70", "--seed", "7", "--time-zone", "UTC"],
        check=True, capture_output=True,
    )
    desk.go("/transfer")
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Upload and import").click()
    expect(page.locator(".upload .state.good")).to_be_visible(timeout=120_000)
    desk.go("/")
    desk.shows("Steps")
    desk.shows("Sleep")


def upload_again(site):
    """The same file again adds nothing, and says so."""
    desk, page = site.desk, site.desk.page
    desk.go("/transfer")
    page.locator("#file").set_input_files(os.path.join(site.directory, "export.zip"))
    page.get_by_role("button", name="Upload and import").click()
    desk.shows("imported before")


def upload_something_else(site):
    """A file that is no export is refused with what to do."""
    desk, page = site.desk, site.desk.page
    path = os.path.join(site.directory, "holiday.zip")
    with open(path, "wb") as file:
        file.write(b"GIF89a" + bytes(1000))
    desk.go("/transfer")
    page.locator("#file").set_input_files(path)
    page.get_by_role("button", name="Upload and import").click()
    expect(page.locator(".upload .state.bad").first).to_be_visible(timeout=30_000)


def second_device(site):
    """Another device's log is on the open page without a reload."""
    desk, page = site.desk, site.desk.page
    site.phone.sign_in(site.address)
    site.phone.log("Coffee", "--note", "the first one")
    desk.go("/timeline")
    desk.shows("the first one")
    page.evaluate("window.isSamePage = true")
    site.phone.log("Coffee", "--note", "logged on the phone")
    desk.shows("logged on the phone")
    assert page.evaluate("window.isSamePage === true"), "The page was loaded again"


def log_and_edit(site):
    """An entry is logged, edited, found, deleted and taken back."""
    desk, page = site.desk, site.desk.page
    desk.go("/timeline")
    page.get_by_role("button", name="Coffee").first.click()
    banner = page.locator("#note")
    expect(banner).to_contain_text("Coffee")
    banner.get_by_role("link").click()
    page.get_by_label("Note").fill("at the desk, <b>bold</b>")
    page.get_by_role("button", name="Save").click()
    desk.shows("at the desk, <b>bold</b>")
    page.get_by_role("searchbox").fill("desk")
    page.get_by_role("button", name="Show", exact=True).click()
    desk.shows("at the desk")
    desk.lacks("logged on the phone")
    page.get_by_role("link", name=re.compile("at the desk")).first.click()
    page.get_by_role("button", name="Delete").first.click()
    expect(page.locator("#note")).to_contain_text("Coffee")
    desk.go("/timeline")
    desk.lacks("at the desk")
    page.go_back()
    page.locator("#note").get_by_role("button", name="Undo").click()
    desk.go("/timeline")
    desk.shows("at the desk")
    site.phone.run("sync")
    assert "at the desk, <b>bold</b>" in notes(site.phone), notes(site.phone)


def wrong_clock(site):
    """A browser whose clock is a year ahead stays signed in, and shows the server's days live."""
    browser = site.open()
    year = datetime.timedelta(days=365)
    browser.page.clock.set_system_time(datetime.datetime.now(datetime.timezone.utc) + year)
    site.sign_in(browser)
    browser.go("/timeline")
    browser.shows("Today")
    site.phone.log("Coffee", "--note", "seen a year ahead")
    browser.shows("seen a year ahead")
    browser.go("/account")
    browser.page.get_by_role("button", name="Sign out").click()
    expect(browser.page.get_by_label("Password")).to_be_visible()


def notes(device):
    """The notes of the device's latest entries."""
    return [event.get("notes") or "" for event in device.run("events", "--limit", "50")]


def conflict(site):
    """Two devices edit one entry; the value that lost is taken back with one click."""
    device = site.device("tablet")
    device.sign_in(site.address)
    event = device.log("Tea", "--note", "green")
    site.phone.run("sync")
    # The phone's later edit is sent first: the tablet's edit loses.
    device.run("edit", event["event"], "--set", "notes=black")
    time.sleep(0.05)
    site.phone.run("edit", event["event"], "--set", "notes=white")
    site.phone.run("sync")
    device.run("sync")
    with serving(site.program, ["web", "--profile", device.directory, "--no-open"]) as link:
        address = link.split("/open/")[0]
        local = Browser(site.browser, address)
        site.browsers.append(local)
        local.page.goto(link)
        local.go("/decisions")
        local.shows("black")
        local.shows("white")
        local.page.get_by_role("button", name=re.compile("Take back")).first.click()
        local.lacks("white")
        wait(
            lambda: site.phone.run("sync") is not None and "black" in notes(site.phone),
            "The value that was taken back did not reach the phone",
        )


def devices(site):
    """The devices of the account are listed, each with what it has pending."""
    site.desk.go("/devices")
    site.desk.heading("Devices and sync")


def routes(site):
    """The routes of workouts are lines on the map; the list below opens the workout."""
    desk, page = site.desk, site.desk.page
    # The days of the imported export.
    desk.go("/map?from=2026-02-01&to=2026-04-30")
    expect(page.locator("svg .route").first).to_be_attached()
    desk.shows("Route of a workout")
    page.locator(".map-routes a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert re.search(r"/timeline/[0-9a-f-]{36}", page.url), page.url
    desk.lacks("route_line")


def map_images(site):
    """Images of another server are loaded once they are turned on, and only until they are off."""
    desk, page, tiles = site.desk, site.desk.page, site.tiles
    desk.go("/map?lat=52.52&lon=13.405&zoom=12")
    expect(page.locator("svg .grid line").first).to_be_attached()
    assert not tiles.paths, tiles.paths
    page.get_by_role("button", name="Show map images").click()
    expect(page.locator('svg image[href$="/12/2200/1343.png"]')).to_be_attached()
    desk.shows("© Test <map>")
    wait(lambda: "/12/2200/1343.png" in tiles.paths, "The image was not loaded")
    assert not tiles.referrers, tiles.referrers
    covers = page.evaluate(
        """() => {
            const frame = document.querySelector(".map-svg").getBoundingClientRect();
            const boxes = [...document.querySelectorAll("svg image")].map((it) => it.getBoundingClientRect());
            const [left, top] = [Math.min(...boxes.map((it) => it.left)), Math.min(...boxes.map((it) => it.top))];
            const [right, bottom] = [Math.max(...boxes.map((it) => it.right)), Math.max(...boxes.map((it) => it.bottom))];
            return left <= frame.left && top <= frame.top && right >= frame.right && bottom >= frame.bottom;
        }"""
    )
    assert covers, "The images do not cover the map"
    # A drag moves the images with the drawing, and loads those that came into sight.
    box = page.locator(".map-svg").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - box["width"] / 2, middle[1], steps=5)
    page.mouse.up()
    wait(lambda: "/12/2202/1343.png" in tiles.paths, "A drag loads no further images")
    page.get_by_role("link", name="Zoom in").click()
    wait(lambda: any(path.startswith("/13/") for path in tiles.paths), "Zooming loads no images")
    page.get_by_role("button", name="Hide map images").click()
    expect(page.get_by_role("button", name="Show map images")).to_be_visible()
    expect(page.locator("svg image")).to_have_count(0)
    count = len(tiles.paths)
    desk.go("/map?lat=40&lon=-3&zoom=10")
    desk.go(f"/timeline?day={days_ago(1)}")
    assert len(tiles.paths) == count, tiles.paths[count:]


def days_ago(count):
    """A day before today, UTC."""
    day = datetime.datetime.now(datetime.UTC).date() - datetime.timedelta(days=count)
    return day.isoformat()


def end_session(site):
    """A session that another browser ends is signed out at once."""
    other = site.open()
    site.sign_in(other)
    other.go("/timeline")
    site.desk.go("/account")
    site.desk.page.get_by_role("button", name=re.compile("^End the session of")).first.click()
    expect(other.page.get_by_role("heading", level=1, name="Sign in")).to_be_visible(
        timeout=20_000
    )


def sign_out(site):
    """After the sign-out, neither the back button nor an address shows anything."""
    desk, page = site.desk, site.desk.page
    desk.go("/account")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible(timeout=20_000)
    page.go_back()
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible(timeout=20_000)
    desk.go("/timeline")
    expect(page.get_by_role("heading", level=1, name="Sign in")).to_be_visible(timeout=20_000)
    site.sign_in(desk)


def without_scripts(site):
    """All of it can be read, and an entry can be logged, without scripts."""
    plain = site.open(java_script_enabled=False)
    site.sign_in(plain)
    for path in ["/timeline", "/insights", "/map", "/devices", "/decisions", "/transfer", "/account"]:
        plain.go(path)
        expect(plain.page.get_by_role("heading", level=1)).to_be_visible(timeout=20_000)
        expect(plain.page.get_by_role("navigation").first).to_be_visible()
    plain.go("/map?lat=-33.9&lon=18.4&zoom=11")
    plain.page.get_by_role("button", name="Show map images").click()
    wait(
        lambda: any(path.startswith("/11/1128/") for path in site.tiles.paths),
        "Without scripts, no images are loaded",
    )
    plain.page.get_by_role("button", name="Hide map images").click()
    expect(plain.page.locator("svg image")).to_have_count(0)
    plain.go("/timeline")
    plain.page.get_by_role("button", name="Coffee").first.click()
    expect(plain.page.locator("#note")).to_contain_text("Coffee")


ALL = [
    sign_up, import_export, upload_again, upload_something_else, second_device, log_and_edit,
    wrong_clock, conflict, devices, routes, map_images, end_session, sign_out, without_scripts,
    sign_in_with_provider,
]
