"""A client of the HTTP API for one account."""
import http.client
import json
import random
import time

from lab import network
from lab.servers import PORT

PASSWORD = "nothing lost, nothing doubled"
TIMEOUT = 5  # seconds
BROKEN = (OSError, EOFError, ValueError, http.client.HTTPException)


class Unanswered(Exception):
    """A request whose outcome is unknown, or that can be repeated as it is."""


def new_id(chance):
    """A UUIDv7 of the present time."""
    value = int(time.time() * 1000) << 80 | 7 << 76 | chance.getrandbits(12) << 64
    digits = f"{value | 2 << 62 | chance.getrandbits(62):032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


class Account:
    """A connection that signs in by itself; used by one thread."""

    def __init__(self, record, email, chance=None, address=network.HUB):
        self.record = record
        self.email = email
        self.address = address
        self.chance = chance or random.Random(email)
        self.connection = None
        self.token = None

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def exchange(self, method, path, body=None, headers=None):
        """The status, the headers and the JSON of an answer."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection(self.address, PORT, timeout=TIMEOUT)
            content = None if body is None else json.dumps(body)
            self.connection.request(method, path, content, headers or {})
            answer = self.connection.getresponse()
            content = answer.read()
            return answer.status, answer.headers, json.loads(content) if content else None
        except BROKEN as error:
            self.close()
            raise Unanswered(repr(error)) from None

    def sign_up(self):
        body = {"email": self.email, "password": PASSWORD}
        status, _, answer = self.exchange("POST", "/auth/v1/signup", body)
        if status != 200:
            raise RuntimeError(f"No account for {self.email}: {status} {answer}")

    def sign_in(self):
        body = {"email": self.email, "password": PASSWORD}
        path = "/auth/v1/token?grant_type=password"
        status, headers, answer = self.exchange("POST", path, body)
        if status != 200:
            self.note_refusal("sign-in", status, answer)
            raise Unanswered(f"sign-in: {status}")
        self.token = answer["access_token"]

    def ask(self, method, path, body=None):
        """The status and the JSON of an answer that is an outcome."""
        if self.token is None:
            self.sign_in()
        headers = {"Authorization": f"Bearer {self.token}"}
        status, headers, answer = self.exchange(method, path, body, headers)
        if status in (401, 429, 502, 503, 504):
            if status == 401:
                self.token = None
            self.note_refusal(path.split("?")[0], status, answer)
            raise Unanswered(f"{method} {path}: {status}")
        return status, answer

    def note_refusal(self, what, status, answer):
        self.record.count(f"answers {status}")
        detail = answer.get("detail") if isinstance(answer, dict) else answer
        self.record.note(self.email, f"{what}: {status} {detail}")

    def latest_cursor(self):
        """The epoch and the version of the account."""
        _, answer = self.ask("GET", "/api/v1/changes/latest-cursor")
        return split_cursor(answer["cursor"])

    def stream(self, timeout):
        """Opens the stream of changes; the socket's file gives its lines."""
        if self.token is None:
            self.sign_in()
        connection = http.client.HTTPConnection(self.address, PORT, timeout=timeout)
        try:
            headers = {"Authorization": f"Bearer {self.token}", "Accept": "text/event-stream"}
            connection.request("GET", "/api/v1/changes/stream", headers=headers)
            answer = connection.getresponse()
        except BROKEN as error:
            connection.close()
            raise Unanswered(repr(error)) from None
        if answer.status != 200:
            connection.close()
            if answer.status == 401:
                self.token = None
            raise Unanswered(f"stream: {answer.status}")
        return connection, answer


def split_cursor(cursor):
    epoch, version = cursor.rsplit("-", 1)
    return epoch, int(version)


def repeated(record, call, pause=0.3):
    """Repeats a call until it is answered; `None` when the run ends before."""
    while not record.has_ended.is_set():
        try:
            return call()
        except Unanswered as error:
            record.note("repeat", str(error))
            time.sleep(pause)
    return None
