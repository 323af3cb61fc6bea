"""A server of map images on this machine, which remembers what it was asked for."""
import contextlib
import struct
import threading
import zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def image():
    """A grey image of one pixel, as PNG."""

    def chunk(name, data):
        body = name + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    pixels = chunk(b"IDAT", zlib.compress(b"\0\xc8"))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + pixels + chunk(b"IEND", b"")


class TileServer:
    """What was asked for: the paths, and the header fields that name the page."""

    def __init__(self):
        self.paths = []
        self.referrers = []
        self.address = ""

    @property
    def options(self):
        """The options of `trendy serve`."""
        return [
            "--map-tiles", self.address + "/{z}/{x}/{y}.png", "--map-attribution", "© Test <map>",
        ]


@contextlib.contextmanager
def tile_server():
    tiles = TileServer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            tiles.paths.append(self.path)
            tiles.referrers += [self.headers[name] for name in ["Referer", "Origin"] if self.headers[name]]
            self.send_response(200)
            self.send_header("Content-Type", "image/png")
            self.end_headers()
            self.wfile.write(image())

        def log_message(self, *arguments):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    tiles.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield tiles
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
