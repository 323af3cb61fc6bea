import Foundation
import Hummingbird
import NIOCore
import SimulatedSwiftUI

/// The files of the page.
struct PageFiles: Sendable {
    private let url: URL?
    private let name: String
    private let type: String

    /// The files by their paths.
    static let all: [(String, PageFiles)] = [
        ("/", own("page", "html", "text/html; charset=utf-8")),
        ("/page.css", own("page", "css", "text/css")),
        ("/page.js", own("page", "js", "text/javascript")),
        ("/map.js", own("map", "js", "text/javascript")),
        (
            "/screen.css",
            PageFiles(url: ScreenFiles.styleSheet, name: "screen.css", type: "text/css")
        ),
        (
            "/screen.js",
            PageFiles(url: ScreenFiles.script, name: "screen.js", type: "text/javascript")
        ),
    ]

    private static func own(_ name: String, _ suffix: String, _ type: String) -> PageFiles {
        PageFiles(
            url: Bundle.module.url(forResource: name, withExtension: suffix),
            name: "\(name).\(suffix)",
            type: type
        )
    }

    /// The file as an answer.
    func response() throws -> Response {
        guard let url, let data = try? Data(contentsOf: url) else {
            throw HTTPError(
                .internalServerError,
                message: "\(name) is missing beside the program. Build it again."
            )
        }
        return Response(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: data))
        )
    }
}
