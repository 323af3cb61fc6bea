"""A recorded session gives the same session again."""
import os
import tempfile
import time

from phone import World, new_page, program


def shown(world):
    """What the page shows: the screens with the ids of their elements, and what they are named."""
    return [
        (phone.screen.inner_html(), world.names(phone.index)) for phone in world.phones
    ]


def replay(path, browser):
    """The script of a session, performed without other options, ends on the same screens."""
    with tempfile.TemporaryDirectory() as directory:
        script = os.path.join(directory, "session.jsonl")
        with program(path, "--seed", "7", "--speed", "10", "--record", script) as address:
            page = new_page(browser)
            world = World(page, address)
            record(world)
            page.wait_for_timeout(500)
            wanted = shown(world)
            page.close()
        with program(path, "--script", script) as address:
            page = new_page(browser)
            world = World(page, address)
            deadline = time.monotonic() + 30
            while shown(world) != wanted and time.monotonic() < deadline:
                time.sleep(0.3)
            again = shown(world)
            page.close()
        assert [names for _, names in again] == [names for _, names in wanted], (
            f"The replay shows {again[0][1]}, not {wanted[0][1]}."
        )
        assert again == wanted, "The replay shows the same texts, but other elements."


def record(world):
    """A short session with taps and with actions of the world."""
    phone = world.phones[0]
    phone.press("Open app")
    phone.reads("Welcome to Trendy")
    phone.tap("Continue")
    phone.tap("Not now")
    phone.reads("What do you want to record?")
    phone.tap("Coffee")
    phone.tap("Record")
    phone.heads("Notifications")
    phone.tap("Continue")
    phone.answer("Don’t Allow")
    phone.heads("Location")
    phone.tap("Not now")
    phone.heads("Health")
    phone.tap("Continue")
    phone.share(["Steps", "Sleep"])
    phone.tap("Start")
    phone.set("network", "none")
    phone.tab("Timeline")
    phone.tap("New entry")
    phone.choose("Type", "Coffee")
    phone.fill("Note", "Offline")
    phone.tap("Save")
    phone.reads("Offline")
    phone.press("Kill")
    world.skip()
    phone.press("Open app")
    phone.tab("Timeline")
    phone.reads("Offline")
