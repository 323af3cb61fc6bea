import Foundation
package import HTTPTypes

/// A request for a page.
package struct WebRequest: Sendable {
    /// The method, the path with its query, and the header fields.
    package var head: HTTPRequest
    /// The body, piece by piece.
    package var body: any AsyncSequence<[UInt8], any Error> & Sendable
    /// The client's network address as text, for limits; empty without one.
    package var address: String
    /// The decoded parts of the path.
    package let parts: [String]
    /// The query.
    package let query: WebFields

    /// Creates a request; `nil` when its path is not valid.
    package init?(
        head: HTTPRequest,
        body: any AsyncSequence<[UInt8], any Error> & Sendable,
        address: String = ""
    ) {
        let path = head.path ?? "/"
        let pieces = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var parts: [String] = []
        for part in pieces[0].split(separator: "/") {
            guard let decoded = part.removingPercentEncoding else { return nil }
            parts.append(decoded)
        }
        self.head = head
        self.body = body
        self.address = address
        self.parts = parts
        query = WebFields(encoded: pieces.count > 1 ? pieces[1] : "")
    }

    /// Whether a browser follows a link of another site.
    package var isFromOtherSite: Bool {
        HTTPField.Name("Sec-Fetch-Site").flatMap { head.headerFields[$0] } == "cross-site"
    }

    /// A cookie's value; `nil` without one.
    package func cookie(_ name: String) -> String? {
        for line in head.headerFields[values: .cookie] {
            for pair in line.split(separator: ";") {
                let parts = pair.split(separator: "=", maxSplits: 1)
                guard parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name else {
                    continue
                }
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }

    /// Reads the body as a form.
    ///
    /// - Throws: ``WebError/tooLarge`` beyond ``maximumFormBytes`` or ``WebFields/maximumCount``
    ///   fields, ``WebError/badRequest`` when it is not a form.
    package func form() async throws -> WebFields {
        let type = head.headerFields[.contentType] ?? ""
        guard type.lowercased().hasPrefix("application/x-www-form-urlencoded") else {
            throw WebError.badRequest
        }
        var bytes: [UInt8] = []
        for try await piece in body {
            guard bytes.count + piece.count <= Self.maximumFormBytes else {
                throw WebError.tooLarge
            }
            bytes += piece
        }
        // A form whose last fields are missing would clear values.
        let separators = bytes.count(where: { $0 == UInt8(ascii: "&") })
        guard separators < WebFields.maximumCount else { throw WebError.tooLarge }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw WebError.badRequest
        }
        return WebFields(encoded: text)
    }

    /// The maximum size of a form, in bytes.
    package static let maximumFormBytes = 256 * 1024
}
