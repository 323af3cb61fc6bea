import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import TrendyModel
import TrendyWire

/// The maximum sizes of request bodies.
enum BodyLimit {
    /// The limit of every body except a push.
    static let standardBytes = 1024 * 1024
}

extension Request {
    /// Reads the whole body; throws when it is larger than `limit` bytes.
    func bytes(limit: Int = BodyLimit.standardBytes) async throws -> ByteBuffer {
        if let length = headers[.contentLength].flatMap({ Int($0) }), length > limit {
            throw Problem(
                .payloadTooLarge,
                detail: "The body has \(length) bytes; at most \(limit) are read."
            )
        }
        return try await body.collect(upTo: limit)
    }

    /// Decodes the body from JSON; throws when it is larger than `limit` bytes.
    func decode<Value: Decodable>(
        _ type: Value.Type,
        limit: Int = BodyLimit.standardBytes
    ) async throws -> Value {
        let buffer = try await bytes(limit: limit)
        do {
            return try UntrustedJSON.decode(type, from: buffer.readableBytesView)
        } catch {
            throw Problem(.malformed, detail: "The body is not the JSON that this route reads.")
        }
    }

    /// Reads the body as one JSON object.
    func document() async throws -> Document {
        let buffer = try await bytes()
        return try Document(json: try RawJSON(checking: Array(buffer.readableBytesView)))
    }

    /// A query parameter, percent-decoded.
    func query(_ name: Substring) -> String? {
        uri.queryParameters[name].map { String($0) }
    }

    /// An integer query parameter.
    func number(_ name: Substring, default standard: Int, in range: ClosedRange<Int>) throws -> Int
    {
        guard let text = query(name) else { return standard }
        guard let number = Int(text), range.contains(number) else {
            throw Problem(
                .validation,
                detail: "\(name) is not valid.",
                errors: [
                    FieldError(
                        code: "out_of_range",
                        field: String(name),
                        message: "must be from \(range.lowerBound) to \(range.upperBound)"
                    )
                ]
            )
        }
        return number
    }

    /// A query parameter with a text form.
    func value<Value>(
        _ name: Substring,
        _ message: String,
        _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text = query(name) else { return nil }
        guard let value = read(text) else {
            throw Problem(
                .validation,
                detail: "\(name) is not valid.",
                errors: [FieldError(code: "invalid", field: String(name), message: message)]
            )
        }
        return value
    }

    /// A cursor of the query, of any epoch.
    func cursor(_ name: Substring) throws -> Cursor? {
        guard let text = query(name) else { return nil }
        guard let cursor = Cursor(text) else { throw Problem.cursorExpired }
        return cursor
    }
}

extension Problem {
    static var cursorExpired: Problem {
        Problem(
            .cursorExpired,
            detail: "The cursor is not of this server's data, or too old. Read a snapshot."
        )
    }

    static var notFound: Problem { Problem(.notFound, detail: "There is no such entity.") }
}

extension Parameters {
    /// The id in the path; throws "not found" for invalid text.
    func id() throws -> EntityID {
        guard let text = get("id"), let id = EntityID(text) else { throw Problem.notFound }
        return id
    }
}

extension Response {
    /// An answer of JSON bytes.
    static func json(
        bytes: some Sequence<UInt8>,
        status: HTTPResponse.Status = .ok,
        etag: Int64? = nil
    ) -> Response {
        var headers: HTTPFields = [.contentType: "application/json"]
        if let etag { headers[.eTag] = "\"\(etag)\"" }
        return Response(
            status: status,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        )
    }

    /// An answer with a value as JSON.
    static func json(
        encoding value: some Encodable,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return json(bytes: try encoder.encode(value), status: status)
    }
}
