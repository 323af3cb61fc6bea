import TrendyModel

/// A message of JSON-RPC 2.0 (https://www.jsonrpc.org/specification).
enum JSONRPCMessage {
    /// A call that expects an answer.
    case request(id: RawJSON, method: String, params: RawJSON?)
    /// A call without an answer.
    case notification(method: String, params: RawJSON?)
    /// An answer of the client.
    case response
    /// Something else.
    case invalid(id: RawJSON?, reason: String)

    /// Reads a JSON value that is not an array.
    init(_ json: RawJSON) {
        guard let fields = json.fields else {
            self = .invalid(id: nil, reason: "The message is not an object.")
            return
        }
        // The last of repeated keys counts, as in most decoders.
        func value(_ key: String) -> RawJSON? { fields.last { $0.key == key }?.value }
        let id = value("id")
        let isValidID = id.map { $0.string != nil || $0.number != nil } ?? true
        let known = isValidID ? id : nil
        guard value("jsonrpc")?.string == "2.0" else {
            self = .invalid(id: known, reason: "The field jsonrpc is not \"2.0\".")
            return
        }
        guard isValidID else {
            self = .invalid(id: nil, reason: "The id is neither a text nor a number.")
            return
        }
        guard let method = value("method")?.string else {
            let isResponse = value("result") != nil || value("error") != nil
            self =
                isResponse && id != nil
                ? .response : .invalid(id: id, reason: "There is no method.")
            return
        }
        let params = value("params")
        if let params, params.fields == nil, params.elements == nil {
            self = .invalid(id: id, reason: "The field params is neither an object nor an array.")
            return
        }
        self =
            id.map { .request(id: $0, method: method, params: params) }
            ?? .notification(method: method, params: params)
    }
}

/// An error of JSON-RPC.
struct JSONRPCError: Error {
    /// The number of the error.
    let code: Int64
    /// What was wrong; it repeats nothing of the message.
    let message: String

    static func parse(_ reason: String) -> JSONRPCError { .init(code: -32700, message: reason) }

    static func invalidRequest(_ reason: String) -> JSONRPCError {
        .init(code: -32600, message: reason)
    }

    static let unknownMethod = JSONRPCError(
        code: -32601,
        message: "There is no such method."
    )

    static func invalidParams(_ reason: String) -> JSONRPCError {
        .init(code: -32602, message: reason)
    }
}

extension RawJSON {
    /// A whole number, also one written as `3.0`; `nil` for another value.
    var wholeNumber: Int? {
        guard let number else { return nil }
        return number.int64.map { Int($0) } ?? Int(exactly: number.double)
    }

    /// A field of an object; `nil` for a missing field or another value.
    subscript(key: String) -> RawJSON? { fields?.last { $0.key == key }?.value }

    /// An object of fields.
    static func object(_ fields: [(String, RawJSON)]) -> RawJSON {
        var writer = JSONWriter(capacity: 128)
        writer.raw("{")
        for (index, field) in fields.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.key(field.0)
            writer.value(field.1)
        }
        writer.raw("}")
        return RawJSON(unchecked: writer.bytes)
    }

    /// An array of values.
    static func array(_ values: [RawJSON]) -> RawJSON {
        var writer = JSONWriter(capacity: 128)
        writer.raw("[")
        for (index, value) in values.enumerated() {
            if index > 0 { writer.raw(",") }
            writer.value(value)
        }
        writer.raw("]")
        return RawJSON(unchecked: writer.bytes)
    }
}
