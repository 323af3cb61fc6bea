import HTTPTypes
import Synchronization
import TrendyApple
import TrendyModel
import TrendySync

/// A phone's connection to the server, which a test can interrupt.
final class Internet: Sendable {
    private let cut = Mutex(false)
    private let captured = Mutex(false)

    /// Whether a web page answers instead of the server, as in a hotel before its sign-in.
    var isCaptured: Bool {
        get { captured.withLock { $0 } }
        set { captured.withLock { $0 = newValue } }
    }

    var isCut: Bool {
        get { cut.withLock { $0 } }
        set { cut.withLock { $0 = newValue } }
    }

    func exchange() -> any HTTPExchange { Exchange(internet: self) }

    private struct Exchange: HTTPExchange {
        let internet: Internet
        let base = URLSessionExchange()

        func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
            if internet.isCut { throw ServerUnreachable(reason: .closed) }
            if internet.isCaptured { return Self.webPage }
            return try await base.send(request, body: body)
        }

        func shutdown() async throws { try await base.shutdown() }

        private static var webPage: HTTPAnswer {
            let (body, pieces) = AsyncThrowingStream.makeStream(of: [UInt8].self)
            pieces.yield(Array("<p>Welcome to the hotel".utf8))
            pieces.finish()
            let head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/html"])
            return HTTPAnswer(head: head, body: body)
        }
    }
}
