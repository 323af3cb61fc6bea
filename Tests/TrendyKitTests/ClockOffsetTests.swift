import HTTPTypes
import Synchronization
import Testing
import TrendyModel
import TrendySync
import TrendyWire

@Suite("The offset of the server's clock")
struct ClockOffsetTests {
    /// A device's clock that stands still until a test advances it.
    private final class DeviceClock: WallClock {
        static let start = Instant(milliseconds: 1_768_000_000_900)

        private let instant = Mutex(start)

        func now() -> Instant { instant.withLock { $0 } }

        func advance(by span: Duration) { instant.withLock { $0 = $0 + span } }
    }

    /// How a server answers a request.
    private struct Reply {
        /// The server's clock minus the device's.
        var skew = Duration.zero
        /// The time from the request to the server's time stamp.
        var up = Duration.zero
        /// The time from the server's time stamp to the answer.
        var down = Duration.zero
        /// The `Date` header of the answer, in place of the server's own header.
        var date: String?
        var hasTime = true
        /// The `Retry-After` header of an answer of a server that is not ready.
        var retryAfter: String?
    }

    /// A server whose answers take as long as a test wants.
    private final class SlowExchange: HTTPExchange {
        let clock = DeviceClock()
        private let reply = Mutex(Reply())

        func answer(with reply: Reply) { self.reply.withLock { $0 = reply } }

        func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
            let reply = reply.withLock { $0 }
            clock.advance(by: reply.up)
            let time = clock.now() + reply.skew
            clock.advance(by: reply.down)
            let isReady = reply.retryAfter == nil
            var head = HTTPResponse(status: isReady ? .unauthorized : .serviceUnavailable)
            head.headerFields[.retryAfter] = reply.retryAfter
            if let date = reply.date {
                head.headerFields[.date] = date
            } else if reply.hasTime, let name = HTTPField.Name(WireField.time) {
                head.headerFields[name] = time.rfc3339
            }
            return HTTPAnswer(head: head, body: AsyncThrowingStream { $0.finish() })
        }

        func shutdown() async throws {}
    }

    private let exchange = SlowExchange()
    private let client: AccountClient

    init() throws {
        let address = try #require(ServerAddress("http://slow.example"))
        client = AccountClient(address: address, exchange: exchange, wallClock: exchange.clock)
    }

    /// The offset after another request.
    private func offset(after reply: Reply) async throws -> Duration? {
        exchange.answer(with: reply)
        await #expect(throws: SyncFailure.self) {
            _ = try await client.signIn(Credentials(email: "a@example.org", password: "wrong"))
        }
        return await client.serverOffset
    }

    @Test(
        "A slow answer of a server with the same time is no offset",
        arguments: [
            (up: 0, down: 0), (up: 30_000, down: 0), (up: 0, down: 30_000), (up: 1, down: 59_000),
            (up: 20_000, down: 20_000),
        ]
    )
    func slowAnswer(up: Int64, down: Int64) async throws {
        let slow = Reply(up: .milliseconds(up), down: .milliseconds(down))

        #expect(try await offset(after: slow) == .zero)
        #expect(try await offset(after: slow) == .zero)
    }

    @Test(
        "A clock that is wrong by more than the answer took has an offset",
        arguments: [-100, 100]
    )
    func wrongClock(seconds: Int64) async throws {
        let skew = Duration.seconds(seconds)
        let slow = Reply(skew: skew, up: .seconds(30), down: .seconds(10))

        let rough = try #require(try await offset(after: slow))
        #expect(rough >= skew - .seconds(10) && rough <= skew + .seconds(31))
        let exact = try #require(try await offset(after: Reply(skew: skew)))
        #expect(exact >= skew && exact <= skew + .milliseconds(1))
        #expect(try await offset(after: slow) == exact, "a slow answer does not contradict it")
        let corrected = try #require(try await offset(after: Reply()))
        #expect(corrected >= .zero && corrected <= .milliseconds(1))
    }

    @Test(
        "A Date header of whole seconds, up to two seconds old, is no offset",
        arguments: ["23:06:38", "23:06:39", "23:06:40"]
    )
    func dateHeader(time: String) async throws {
        // The device's clock says 23:06:40.9.
        let reply = Reply(date: "Fri, 09 Jan 2026 \(time) GMT")

        #expect(try await offset(after: reply) == .zero)
    }

    @Test("A Date header from minutes ago or ahead is an offset")
    func distantDateHeader() async throws {
        let early = try await offset(after: Reply(date: "Fri, 09 Jan 2026 23:01:40 GMT"))
        let late = try await offset(after: Reply(date: "Fri, 09 Jan 2026 23:11:40 GMT"))

        #expect(early.map { $0 >= .seconds(-301) && $0 <= .seconds(-297) } == true)
        #expect(late.map { $0 >= .seconds(299) && $0 <= .seconds(303) } == true)
    }

    @Test("An answer without a readable time is no measurement")
    func withoutTime() async throws {
        #expect(try await offset(after: Reply(hasTime: false)) == nil)
        #expect(try await offset(after: Reply(date: "yesterday")) == nil)
        #expect(try await offset(after: Reply()) == .zero)
        #expect(try await offset(after: Reply(down: .seconds(900), hasTime: false)) == .zero)
    }

    @Test(
        "A date after which to retry is compared with the server's clock",
        arguments: ["Fri, 09 Jan 2026 22", "Fri, 09 Jan 2026 23", "Sat, 10 Jan 2026 00"]
    )
    func retryDate(hour: String) async throws {
        // The device's clock says 23:06:40.9.
        exchange.answer(
            with: Reply(date: "\(hour):06:40 GMT", retryAfter: "\(hour):08:40 GMT")
        )

        let failure = await #expect(throws: SyncFailure.self) {
            _ = try await client.signIn(Credentials(email: "a@example.org", password: "any"))
        }

        let wait = try #require(failure?.retryAfter)
        #expect(failure?.code == .busy)
        #expect(wait >= .seconds(115) && wait <= .seconds(120))
    }
}
