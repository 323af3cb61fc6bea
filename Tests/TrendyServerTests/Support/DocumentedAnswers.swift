import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import TrendyServer

/// Compares answers with the OpenAPI document: status, media type and body.
enum DocumentedAnswers {
    /// The operation of a request; `nil` for a method or a path that the API does not have.
    static func operation(
        _ method: HTTPRequest.Method,
        _ uri: String
    ) -> OpenAPIOperation? {
        let path = uri.prefix { $0 != "?" }.split(separator: "/")
        let method = method == .head ? .get : method
        let operations = OpenAPIDocument.operations.filter { operation in
            let parts = operation.path.split(separator: "/")
            return parts.count == path.count
                && zip(parts, path).allSatisfy { $0.first == "{" || $0 == $1 }
        }
        // The router matches paths first: a literal path excludes those with parameters.
        let fewest = operations.map(\.pathParameters.count).min()
        return operations.first { $0.method == method && $0.pathParameters.count == fewest }
    }

    /// Records an issue for an answer that the document lacks.
    static func check(
        _ method: HTTPRequest.Method,
        _ uri: String,
        _ response: TestResponse
    ) {
        guard let operation = operation(method, uri) else {
            let isKnown = [401, 404, 405].contains(response.status.code)
            #expect(isKnown, "\(method) \(uri) is not documented")
            return
        }
        let status = response.status.code
        let name = "\(operation.id) answered \(status)"
        guard operation.statuses.contains(status) else {
            Issue.record("\(name), which the document lacks: \(response.text.prefix(300))")
            return
        }
        let answer = operation.value["responses"]?["\(status)"]
        guard method != .head, let content = answer?["content"] else {
            #expect(response.body.readableBytes == 0 || method == .head, "\(name) with a body")
            return
        }
        let type = response.headers[.contentType]?.prefix { $0 != ";" } ?? ""
        guard let media = content[String(type)] else {
            Issue.record("\(name) with the media type \(type)")
            return
        }
        guard let schema = media["schema"], type.hasSuffix("json"),
            response.headers[.contentEncoding] == nil
        else { return }
        let data = Data(response.body.readableBytesView)
        guard let value = try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
        else {
            // Tests of damaged data end bodies early.
            return
        }
        let errors = SchemaValidator.errors(of: value, schema)
        #expect(errors.isEmpty, "\(name): \(errors.prefix(3))")
    }
}

/// The answers that occurred, as `operation status`.
final class OccurredAnswers: Sendable {
    private let all = Mutex<Set<String>>([])

    var names: Set<String> { all.withLock { $0 } }

    func insert(_ method: HTTPRequest.Method, _ uri: String, _ status: HTTPResponse.Status) {
        guard let operation = DocumentedAnswers.operation(method, uri) else { return }
        all.withLock { _ = $0.insert("\(operation.id) \(status.code)") }
    }
}
