package import HTTPTypes

/// A response of a page.
package struct WebResponse: Sendable {
    /// The content of a response.
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Content that is sent while it is made, such as a stream of changes or a download.
        case stream(any AsyncSequence<[UInt8], any Error> & Sendable)
    }

    /// The status.
    package var status: HTTPResponse.Status
    /// The header fields; ``WebApplication`` adds those of all responses.
    package var headers: HTTPFields
    /// The content.
    package var body: Body

    /// Creates a response.
    package init(
        status: HTTPResponse.Status = .ok,
        type: String = "text/plain; charset=utf-8",
        body: Body = .bytes([])
    ) {
        self.status = status
        headers = [.contentType: type]
        self.body = body
    }

    /// A page.
    package static func html(_ html: HTML, status: HTTPResponse.Status = .ok) -> WebResponse {
        WebResponse(
            status: status,
            type: "text/html; charset=utf-8",
            body: .bytes(Array("<!doctype html>".utf8) + Array(html.markup.utf8))
        )
    }

    /// A redirect to be followed with GET, after a form was handled.
    package static func seeOther(_ path: WebPath) -> WebResponse {
        var response = WebResponse(status: .seeOther)
        response.headers[.location] = path.text
        return response
    }

    /// A file to save.
    ///
    /// - `name`: its name, of ASCII letters, digits, `-` and `.` only.
    package static func download(name: String, type: String, body: Body) -> WebResponse {
        let safe = name.filter { $0.isASCII && ($0.isLetter || $0.isNumber || "-.".contains($0)) }
        var response = WebResponse(type: type, body: body)
        response.headers[.contentDisposition] = "attachment; filename=\"\(safe)\""
        return response
    }
}
