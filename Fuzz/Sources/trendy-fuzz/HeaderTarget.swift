import HTTPTypes
import Hummingbird
import NIOCore

@testable import TrendyModel
@testable import TrendyServer
@testable import TrendySync
@testable import TrendyWire

/// `headers`: a whole request, passed to the server's router in this process.
///
/// The lowest bit of the first byte adds a valid access token. The rest is the text of an HTTP
/// request: method and target, one header field per line, an empty line, the body.
struct HeaderTarget: FuzzTarget {
    private let server = FuzzServer()
    private let proxy = IPAddress("127.0.0.1")

    func run(_ input: UnsafeRawBufferPointer) {
        guard let request = RequestInput(input) else { return }
        for field in request.head.headerFields { checkField(field.value) }
        let proxies = Set([proxy].compactMap { $0 })
        let client = ForwardedClient(trustedProxies: proxies)
            .client(peer: proxy, headers: request.head.headerFields)
        expect(client != .unknown, "A connection has an address")
        _ = ServerAddress(request.head.path ?? "")
        server.answer(request)
    }

    /// Checks the parsers of header fields, those of the client and those of the server.
    private func checkField(_ text: String) {
        _ = SnapshotRoute.acceptsGzip(text)
        _ = IPAddress(text)
        if let address = ServerAddress(text) {
            expect(ServerAddress(address.description) == address, "An address reads back")
        }
        if let wait = RetryAfter.parse(text, now: StoppedClock.now) {
            expect((.zero...SyncFailure.maximumWait).contains(wait), "A wait is bounded: \(wait)")
        }
        guard let date = HTTPDate.parse(text) else { return }
        expect(HTTPDate.parse(date.httpDate) == date, "A date reads back: \(date.httpDate)")
    }
}

/// Decodes an input into a request.
struct RequestInput: Sendable {
    let head: HTTPRequest
    let body: [UInt8]
    let isSignedIn: Bool

    /// Returns `nil` for a request that no HTTP parser would produce.
    init?(_ input: UnsafeRawBufferPointer) {
        guard let first = input.first else { return nil }
        isSignedIn = first & 1 == 1
        let lines = input.dropFirst().split(
            separator: 0x0A,
            maxSplits: 64,
            omittingEmptySubsequences: false
        )
        let start = lines[0].split(separator: 0x20, maxSplits: 1)
        guard start.count == 2,
            let method = HTTPRequest.Method(String(decoding: start[0], as: UTF8.self)),
            start[1].allSatisfy({ $0 > 0x20 && $0 != 0x7F })
        else { return nil }
        var fields = HTTPFields()
        var bodyStart = lines[0].endIndex
        for line in lines.dropFirst() {
            bodyStart = line.endIndex
            if line.isEmpty { break }
            let parts = line.split(separator: 0x3A, maxSplits: 1)
            guard parts.count == 2,
                let name = HTTPField.Name(String(decoding: parts[0], as: UTF8.self))
            else { return nil }
            let value = parts[1].drop { $0 == 0x20 }
            fields.append(HTTPField(name: name, value: Array(value)))
        }
        head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: String(decoding: start[1], as: UTF8.self),
            headerFields: fields
        )
        body = Array(input[min(bodyStart + 1, input.endIndex)...])
    }
}
