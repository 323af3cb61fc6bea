import HTTPTypes
import Synchronization
import TrendyApple
import TrendyModel
import TrendySync

/// A phone's connection to the server, which a test can interrupt.
final class Internet: Sendable {
    private let cut = Mutex(false)

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
            return try await base.send(request, body: body)
        }

        func shutdown() async throws { try await base.shutdown() }
    }
}
