import Foundation
import HTTPTypes
import Synchronization
import Testing
import TrendyModel
import TrendyWire

@testable import TrendySync

@Suite("Failures and requests over HTTP")
struct HTTPFailureTests {
    /// A connection that gives every request the same answer, and records the requests.
    private final class FixedExchange: HTTPExchange {
        private struct State {
            var requests: [HTTPRequest] = []
            var bodies: [String?] = []
            var closings = 0
        }

        private let status: Int
        private let fields: HTTPFields
        private let body: [UInt8]
        private let state = Mutex(State())

        init(
            status: Int = 200,
            type: String = "text/html",
            retryAfter: String? = nil,
            _ body: [UInt8]
        ) {
            self.status = status
            var fields: HTTPFields = [.contentType: type]
            fields[.retryAfter] = retryAfter
            self.fields = fields
            self.body = body
        }

        var requests: [HTTPRequest] { state.withLock { $0.requests } }
        var bodies: [String?] { state.withLock { $0.bodies } }
        var closings: Int { state.withLock { $0.closings } }

        func send(_ request: HTTPRequest, body sent: [UInt8]?) async throws -> HTTPAnswer {
            state.withLock { state in
                state.requests.append(request)
                state.bodies.append(sent.map { String(decoding: $0, as: UTF8.self) })
            }
            return HTTPAnswer(
                head: HTTPResponse(status: .init(code: status), headerFields: fields),
                body: AsyncThrowingStream<[UInt8], any Error> { [body] continuation in
                    continuation.yield(body)
                    continuation.finish()
                }
            )
        }

        func shutdown() async throws { state.withLock { $0.closings += 1 } }
    }

    private func client(_ exchange: FixedExchange) throws -> AccountClient {
        AccountClient(
            address: try #require(ServerAddress("http://trendy.example")),
            exchange: exchange,
            wallClock: ManualWallClock()
        )
    }

    /// The failure of a refresh, which throws what the server answers.
    private func failure(_ exchange: FixedExchange) async throws -> SyncFailure {
        let client = try client(exchange)
        let failure = await #expect(throws: SyncFailure.self) {
            _ = try await client.refresh("refresh")
        }
        return try #require(failure)
    }

    @Test(
        "An answer without a problem document comes from an intermediary; its status decides",
        arguments: [
            (200, .notTrendy), (400, .notTrendy), (401, .notTrendy), (404, .notTrendy),
            (412, .notTrendy), (413, .refused), (414, .notTrendy), (428, .notTrendy), (429, .busy),
            (430, .notTrendy), (500, .notTrendy), (501, .notTrendy), (502, .busy), (503, .busy),
            (504, .busy), (505, .notTrendy),
        ] as [(Int, SyncFailure.Code)]
    )
    func intermediary(status: Int, code: SyncFailure.Code) async throws {
        let exchange = FixedExchange(status: status, retryAfter: "7", Array("<html>".utf8))

        let failure = try await failure(exchange)

        #expect(failure.code == code)
        #expect(failure.retryAfter == (code == .busy ? .seconds(7) : nil))
        #expect(failure.problem?.code == (status == 413 ? .payloadTooLarge : nil))
    }

    @Test("The wait in a problem document precedes the one in the header")
    func waits() async throws {
        for (inProblem, inHeader, wait) in [
            (5, "7", 5), (nil, "7", 7), (5, nil, 5), (nil, nil, nil),
        ] as [(Int?, String?, Int?)] {
            var problem = Problem(.rateLimit, detail: "Slow down.")
            problem.retryAfter = inProblem
            let body = Array(try JSONEncoder().encode(problem))

            let exchange = FixedExchange(status: 429, retryAfter: inHeader, body)

            let failure = try await failure(exchange)

            #expect(exchange.requests.map { $0.headerFields[.contentType] } == ["application/json"])

            #expect(failure.code == .busy)
            #expect(failure.retryAfter == wait.map { .seconds($0) })
        }
    }

    @Test("A failure of 1 MiB is read, and a longer one is cut off")
    func longFailure() async throws {
        let most = HTTPRequester.maximumProblemBytes
        for (count, code) in [(most, SyncFailure.Code.busy), (most + 1, .malformedAnswer)] {
            let body = [UInt8](repeating: UInt8(ascii: " "), count: count)

            #expect(try await failure(FixedExchange(status: 503, body)).code == code)
        }
    }

    @Test("A request has the session's token, the contract's version and an encoded query")
    func request() async throws {
        let page = ChangePage(
            changes: [],
            nextCursor: Cursor(epoch: "e", version: 3),
            hasMore: false
        )
        let exchange = FixedExchange(type: "application/json", page.json)

        let read = try await transport(exchange).changes(since: "a+b/c d=&-._~é-3", limit: 10)

        #expect(read == page)
        let request = try #require(exchange.requests.first)
        #expect(request.headerFields[.authorization] == "Bearer access")
        #expect(request.headerFields[.accept] == "application/json")
        #expect(request.headerFields[.contentType] == nil)
        let contract = try #require(HTTPField.Name(WireField.contract))
        #expect(request.headerFields[contract] == String(WireVersion.current))
        #expect(
            request.path
                == "\(Route.changes)?limit=10&since=a%2Bb%2Fc%20d%3D%26-._~%C3%A9-3"
        )
        #expect(exchange.requests.count == 1)
    }

    @Test("An export is asked for by format, time and type, and arrives unchanged")
    func export() async throws {
        let body = Array("id,type\r\n".utf8)
        let exchange = FixedExchange(type: "text/csv; charset=utf-8", body)
        let type = OnboardingFixture.bob
        var received: [UInt8] = []

        try await transport(exchange).exportEvents(
            format: "csv",
            contentType: "text/csv",
            from: Instant(seconds: 0),
            to: Instant(seconds: 86_400),
            types: [type]
        ) { received += $0 }

        #expect(received == body)
        let path = try #require(exchange.requests.first?.path)
        #expect(path.hasPrefix("\(Route.eventExport)?"))
        #expect(path.contains("format=csv"))
        #expect(path.contains("from=1970-01-01T00%3A00%3A00.000Z"))
        #expect(path.contains("to=1970-01-02T00%3A00%3A00.000Z"))
        #expect(path.contains("event_type_ids=\(type)"))
    }

    @Test("An export of another media type is not Trendy's")
    func foreignExport() async throws {
        let exchange = FixedExchange(type: "text/html", Array("<html>".utf8))

        let failure = await #expect(throws: SyncFailure.self) {
            try await transport(exchange).exportEvents(
                format: "csv",
                contentType: "text/csv",
                from: nil,
                to: nil,
                types: []
            ) { _ in }
        }

        #expect(failure?.code == .notTrendy)
        #expect(exchange.requests.first?.path == "\(Route.eventExport)?format=csv")
    }

    /// The transport of a signed-in account.
    private func transport(_ exchange: FixedExchange) throws -> HTTPTransport {
        let client = try client(exchange)
        return HTTPTransport(
            client,
            sessions: SessionManager(
                session: OnboardingFixture.session(OnboardingFixture.ada),
                storage: NoStorage(),
                refresher: client,
                wallClock: ManualWallClock()
            )
        )
    }

    @Test("Changes of an account are sent with the session's token, and refusals are errors")
    func accountRequests() async throws {
        let change = PasswordChange(currentPassword: "old", password: "new")
        let id = OnboardingFixture.bob
        for (request, body, send) in [
            (
                "PUT \(Route.user)", "\"current_password\":\"old\"",
                { try await $0.changePassword(change) }
            ),
            ("DELETE \(Route.sessions)/\(id)", nil, { try await $0.endSession(id) }),
            ("POST \(Route.signOut)?scope=others", "", { try await $0.signOut(.others) }),
            (
                "DELETE \(Route.user)", "\"password\":\"old\"",
                { try await $0.deleteAccount(.init(password: "old")) }
            ),
        ] as [(String, String?, (HTTPTransport) async throws -> Void)] {
            let exchange = FixedExchange(status: 204, [])
            try await send(transport(exchange))

            let sent = try #require(exchange.requests.first)
            #expect("\(sent.method.rawValue) \(sent.path ?? "")" == request)
            #expect(sent.headerFields[.authorization] == "Bearer access")
            let text = try #require(exchange.bodies.first)
            #expect(text == body || body.map { text?.contains($0) == true } == true)

            let forbidden = Array(try JSONEncoder().encode(Problem(.forbidden, detail: "Wrong.")))
            let refusing = try transport(FixedExchange(status: 403, forbidden))
            let failure = await #expect(throws: SyncFailure.self) { try await send(refusing) }
            #expect(failure?.code == .refused)
        }
    }

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }

    @Test("Shutting an account's client down closes its connections")
    func shutdown() async throws {
        let exchange = FixedExchange([])

        try await client(exchange).shutdown()

        #expect(exchange.closings == 1)
    }
}
