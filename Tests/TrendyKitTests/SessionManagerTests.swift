import Foundation
import HTTPTypes
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyWire

@testable import TrendySync

@Suite("The session of a device")
struct SessionManagerTests {
    private func session(
        _ name: String,
        of user: String = "01890a5d-ac96-774b-bcce-b302099a8057"
    ) throws -> Session {
        try JSONDecoder().decode(
            Session.self,
            from: Data(
                """
                {"access_token":"\(name)","token_type":"bearer","expires_in":3600,
                "expires_at":9999999999,"refresh_token":"refresh \(name)",
                "user":{"id":"\(user)","email":"a@example.org",
                "created_at":"2026-01-01T00:00:00.000Z"}}
                """.utf8
            )
        )
    }

    /// A server with slow refreshes that fail on demand.
    private final class Refresher: SessionRefresher {
        let refreshes = Mutex<[String]>([])
        private let fresh: Session
        private let failures: Mutex<[SyncFailure]>
        private let offset: Duration?

        init(_ fresh: Session, failures: [SyncFailure] = [], offset: Duration? = nil) {
            self.fresh = fresh
            self.failures = Mutex(failures)
            self.offset = offset
        }

        var serverOffset: Duration? { get async { offset } }

        func refresh(_ refreshToken: String) async throws -> Session {
            refreshes.withLock { $0.append(refreshToken) }
            try await Task.sleep(for: .milliseconds(50))
            if let failure = failures.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
                throw failure
            }
            return fresh
        }
    }

    private final class Storage: SessionStorage {
        let saved = Mutex<[String?]>([])
        /// The session that another process stored.
        let other = Mutex<Session?>(nil)

        /// The number of sessions that cannot be stored.
        let failures = Mutex(0)

        func replace(_ old: Session, with new: Session) throws {
            let fails = failures.withLock { failures in
                defer { failures = max(0, failures - 1) }
                return failures > 0
            }
            guard !fails else { throw CancellationError() }
            saved.withLock { $0.append("\(old.accessToken) → \(new.accessToken)") }
        }

        func storedSession() -> Session? { other.withLock { $0 } }
    }

    private func manager(_ refresher: Refresher, _ storage: Storage) throws -> SessionManager {
        SessionManager(
            session: try session("old"),
            storage: storage,
            refresher: refresher,
            wallClock: SystemWallClock()
        )
    }

    @Test("Any number of concurrent 401 responses refresh the session once")
    func singleFlight() async throws {
        let refresher = Refresher(try session("new"))
        let storage = Storage()
        let manager = try manager(refresher, storage)

        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<40 { group.addTask { try await manager.accessToken(refused: "old") } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // A late request with the old token gets the new one.
        let late = try await manager.accessToken(refused: "old")

        #expect(Set(tokens) == ["new"] && late == "new")
        #expect(refresher.refreshes.withLock { $0 } == ["refresh old"])
        #expect(storage.saved.withLock { $0 } == ["old → new"])
    }

    @Test("A refreshed session that could not be stored is stored by a later request, once")
    func storedLater() async throws {
        let refresher = Refresher(try session("new"))
        let storage = Storage()
        storage.failures.withLock { $0 = 2 }
        let manager = try manager(refresher, storage)

        for _ in 0..<4 {
            #expect(try await manager.accessToken(refused: "old") == "new")
            #expect(try await manager.accessToken() == "new")
        }

        #expect(storage.saved.withLock { $0 } == ["old → new"])
        #expect(refresher.refreshes.withLock { $0.count } == 1)
    }

    @Test(
        "A refresh that fails, or a server that cannot be reached, ends no session",
        arguments: [
            SyncFailure(code: .offline, reason: .offline),
            SyncFailure(code: .busy, reason: .serverBusy),
            SyncFailure(Problem(.internal, detail: "Broken.")),
        ]
    )
    func failedRefresh(failure: SyncFailure) async throws {
        let refresher = Refresher(try session("new"), failures: [failure, failure])
        let storage = Storage()
        let manager = try manager(refresher, storage)

        for _ in 0..<2 {
            let thrown = await #expect(throws: SyncFailure.self) {
                try await manager.accessToken(refused: "old")
            }
            #expect(thrown?.code == failure.code)
        }

        #expect(try await manager.accessToken(refused: "old") == "new")
        #expect(storage.saved.withLock { $0 } == ["old → new"])
    }

    @Test("A token rejected during a run is refreshed, and the request repeated")
    func repeated() async throws {
        let address = try #require(ServerAddress("http://trendy.example"))
        let client = AccountClient(
            address: address,
            exchange: NewTokenExchange(),
            wallClock: SystemWallClock()
        )
        let refresher = Refresher(try session("new"))
        let transport = HTTPTransport(client, sessions: try manager(refresher, Storage()))

        let page = try await transport.changes(since: nil, limit: 10)

        #expect(page.nextCursor.version == 3)
        #expect(refresher.refreshes.withLock { $0.count } == 1)
    }

    @Test("Concurrent 401 responses to sync and onboarding refresh the session once")
    func shared() async throws {
        let address = try #require(ServerAddress("http://trendy.example"))
        let client = AccountClient(
            address: address,
            exchange: NewTokenExchange(),
            wallClock: SystemWallClock()
        )
        let refresher = Refresher(try session("new"))
        let manager = try manager(refresher, Storage())
        let onboarding = OnboardingClient(client, sessions: manager)
        let transport = HTTPTransport(client, sessions: manager)

        async let status = onboarding.status()
        async let page = transport.changes(since: nil, limit: 10)

        #expect(try await !status.isCompleted)
        #expect(try await page.nextCursor.version == 3)
        #expect(refresher.refreshes.withLock { $0.count } == 1)
    }

    @Test("A new token that is rejected at once ends no session; the request is retried later")
    func refusedAgain() async throws {
        // Regression: the queue waited for a sign-in although the session was valid.
        let address = try #require(ServerAddress("http://trendy.example"))
        let client = AccountClient(
            address: address,
            exchange: NewTokenExchange(),
            wallClock: SystemWallClock()
        )
        let refresher = Refresher(try session("late"))
        let manager = try manager(refresher, Storage())
        let onboarding = OnboardingClient(client, sessions: manager)

        let thrown = await #expect(throws: SyncFailure.self) { try await onboarding.status() }

        #expect(thrown?.code == .busy)
        #expect(try await manager.accessToken() == "late")
    }

    private static let ended = SyncFailure(Problem(.unauthorized, detail: "It has ended."))

    @Test("After a session has ended, another process's sign-in to the same account is used")
    func signedInElsewhere() async throws {
        let refresher = Refresher(try session("new"), failures: [Self.ended])
        let storage = Storage()
        let manager = try manager(refresher, storage)
        await #expect(throws: SyncFailure.self) { try await manager.accessToken(refused: "old") }

        let left = try session("old")
        storage.other.withLock { $0 = left }
        await #expect(throws: SyncFailure.self) { try await manager.accessToken() }
        let stranger = try session("other", of: "01890a5d-ac96-774b-bcce-b302099a8058")
        storage.other.withLock { $0 = stranger }
        await #expect(throws: SyncFailure.self) { try await manager.accessToken() }
        let again = try session("again")
        storage.other.withLock { $0 = again }

        #expect(try await manager.accessToken() == "again")
        // The next refresh uses that session.
        #expect(try await manager.accessToken(refused: "again") == "new")
        #expect(refresher.refreshes.withLock { $0 } == ["refresh old", "refresh again"])
    }

    @Test(
        "A token is refreshed when it expires within a minute by the server's clock",
        arguments: [(offset: 0, rest: 61), (0, 60), (30, 91), (30, 90), (-30, 31), (-30, 30)]
    )
    func expiring(offset: Int64, rest: Int64) async throws {
        let wall = ManualWallClock()
        let refresher = Refresher(try session("new"), offset: .seconds(offset))
        let old = OnboardingFixture.session(
            OnboardingFixture.ada,
            expiresAt: wall.now().seconds + rest
        )
        let manager = SessionManager(
            session: old,
            storage: Storage(),
            refresher: refresher,
            wallClock: wall
        )
        let isValid = rest - offset > 60

        #expect(await manager.cachedToken() == (isValid ? "access" : nil))
        #expect(try await manager.accessToken() == (isValid ? "access" : "new"))
        #expect(refresher.refreshes.withLock { $0.count } == (isValid ? 0 : 1))
    }

    @Test("A session that another process refreshed has not ended")
    func refreshedElsewhere() async throws {
        let refresher = Refresher(try session("new"), failures: [Self.ended])
        let storage = Storage()
        let other = try session("other")
        storage.other.withLock { $0 = other }

        #expect(try await manager(refresher, storage).accessToken(refused: "old") == "other")
    }

    /// A server that accepts only the new token.
    private struct NewTokenExchange: HTTPExchange {
        func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
            let isFresh = request.headerFields[.authorization] == "Bearer new"
            var head = HTTPResponse(status: isFresh ? .ok : .unauthorized)
            head.headerFields[.contentType] = "application/json"
            let text =
                isFresh
                ? #"{"changes":[],"next_cursor":"e-3","has_more":false}"#
                : String(
                    decoding: try JSONEncoder().encode(
                        Problem(.unauthorized, detail: "The token is spent.")
                    ),
                    as: UTF8.self
                )
            let body = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(Array(text.utf8))
                continuation.finish()
            }
            return HTTPAnswer(head: head, body: body)
        }

        func shutdown() async throws {}
    }
}
