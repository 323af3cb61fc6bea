import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("Every call survives any response over a socket and ends with an error")
struct HostileResponseTests {
    /// A request of a device.
    enum Call: String, CaseIterable {
        case signIn, signUp, refresh, push, changes, snapshot, stream, digest, range, accountSync
        case onboarding

        /// The expected content type.
        var type: String {
            switch self {
            case .snapshot: "application/x-ndjson"
            case .stream: "text/event-stream"
            default: "application/json"
            }
        }
    }

    static let bodies: [[UInt8]] = [
        Array(repeating: UInt8(ascii: "["), count: 513),
        Array((String(repeating: "[", count: 200) + String(repeating: "]", count: 200)).utf8),
        Array((String(repeating: #"{"a":"#, count: 513)).utf8),
        Array("data: ".utf8) + Array(repeating: UInt8(ascii: "["), count: 513) + [10, 10],
        [UInt8(ascii: "\""), 0xFF, 0xC0, UInt8(ascii: "\"")],
        [0],
        [],
    ]

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) {}

        func storedSession() -> Session? { nil }
    }

    /// Performs a call; returns its failure, or `nil`.
    private func failure(of call: Call, at server: LoopbackServer) async throws -> SyncFailure? {
        let address = try #require(ServerAddress(server.url))
        let client = AccountClient(address: address, wallClock: SystemWallClock())
        let session = OnboardingFixture.session(OnboardingFixture.ada)
        let sessions = SessionManager(
            session: session,
            storage: NoStorage(),
            refresher: client,
            wallClock: SystemWallClock()
        )
        let transport = HTTPTransport(client, sessions: sessions)
        let credentials = Credentials(email: "a@example.org", password: "long enough")
        var failure: SyncFailure?
        do {
            switch call {
            case .signIn: _ = try await client.signIn(credentials)
            case .signUp: _ = try await client.signUp(credentials)
            case .refresh: _ = try await client.refresh("refresh")
            case .push:
                let push = PushRequest(deviceID: OnboardingFixture.ada, mutations: [])
                _ = try await transport.push(push)
            case .changes: _ = try await transport.changes(since: "e-1", limit: 10)
            case .snapshot: try await transport.snapshot(after: nil) { _ in }
            case .stream: try await transport.follow { _ in }
            case .digest: _ = try await transport.digest(prefix: "")
            case .range: _ = try await transport.range(prefix: "", after: nil)
            case .accountSync: _ = try await transport.accountSync()
            case .onboarding: _ = try await OnboardingClient(client, sessions: sessions).status()
            }
        } catch let error as SyncFailure {
            failure = error
        }
        try await client.shutdown()
        return failure
    }

    @Test("Bodies that violate the contract are errors", arguments: Call.allCases)
    func bodies(call: Call) async throws {
        for body in Self.bodies {
            for status in [200, 400, 429, 500] {
                let server = try await LoopbackServer(
                    status: status,
                    type: call.type,
                    .bytes(body)
                )
                let failure = try await failure(of: call, at: server)

                // An empty stream ends without an error, and so does one of unknown events.
                let isSilent = status == 200 && [.stream, .snapshot].contains(call)
                #expect(failure != nil || isSilent, "\(call) \(status) \(body.count)")
                if let failure { #expect(!ErrorPresenter.text(for: failure).isEmpty) }
                try await server.close()
            }
        }
    }

    @Test("Another content type is not a Trendy server's", arguments: Call.allCases)
    func portal(call: Call) async throws {
        let server = try await LoopbackServer(
            type: "text/html",
            .bytes(Array("<html>Sign in to the network</html>".utf8))
        )

        #expect(try await failure(of: call, at: server)?.code == .notTrendy)
        try await server.close()
    }

    @Test("A response head of 1 MB is an error", arguments: [Call.signIn, .changes, .stream])
    func longHead(call: Call) async throws {
        let value = String(repeating: "x", count: 1 << 20)
        let server = try await LoopbackServer(
            type: call.type,
            header: "X-Long: \(value)\r\n",
            .bytes(Array("{}".utf8))
        )

        let code = try #require(try await failure(of: call, at: server)?.code)

        #expect([.offline, .malformedAnswer].contains(code))
        try await server.close()
    }

    @Test(
        "A body above 64 MiB and an endless one are errors",
        arguments: [Call.signIn, .changes, .snapshot, .stream],
        [true, false]
    )
    func tooLong(call: Call, isEndless: Bool) async throws {
        let piece = [UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)
        let server = try await LoopbackServer(
            type: call.type,
            isEndless
                ? .endless(piece)
                : .bytes([UInt8](repeating: UInt8(ascii: " "), count: (64 << 20) + 1))
        )

        #expect(try await failure(of: call, at: server)?.code == .malformedAnswer)
        try await server.close()
    }
}
