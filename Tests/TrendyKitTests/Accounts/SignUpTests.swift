import Foundation
import HTTPTypes
import Synchronization
import Testing
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendySync
import TrendyWire

@Suite("Signing up")
struct SignUpTests {
    /// A server with scripted answers to sign-up and sign-in.
    private final class Server: HTTPExchange {
        struct Reply: Sendable {
            var status: Int
            var body: String
            var retryAfter: String?
        }

        let requests = Mutex<[(path: String, body: String)]>([])
        private let signUp: Reply
        private let signIn: Reply

        init(signUp: Reply, signIn: Reply) {
            self.signUp = signUp
            self.signIn = signIn
        }

        func send(_ request: HTTPRequest, body: [UInt8]?) async throws -> HTTPAnswer {
            let path = request.path ?? ""
            let text = String(decoding: body ?? [], as: UTF8.self)
            requests.withLock { $0.append((path, text)) }
            let reply = path.contains("token") ? signIn : signUp
            var head = HTTPResponse(status: .init(code: reply.status))
            head.headerFields[.contentType] = "application/json"
            head.headerFields[.retryAfter] = reply.retryAfter
            let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield(Array(reply.body.utf8))
                continuation.finish()
            }
            return HTTPAnswer(head: head, body: stream)
        }

        func shutdown() async throws {}
    }

    private func problem(
        _ code: ProblemCode,
        says words: String? = nil,
        retryAfter: String? = nil
    ) throws -> Server.Reply {
        var problem = Problem(code, detail: "For operators.")
        problem.userMessage = words ?? problem.userMessage
        let body = String(decoding: try JSONEncoder().encode(problem), as: UTF8.self)
        return Server.Reply(status: problem.status, body: body, retryAfter: retryAfter)
    }

    private func session() throws -> Server.Reply {
        let session = OnboardingFixture.session(OnboardingFixture.ada)
        let body = String(decoding: try JSONEncoder().encode(session), as: UTF8.self)
        return Server.Reply(status: 200, body: body)
    }

    private let made = Server.Reply(status: 200, body: #"{"status":"accepted"}"#)

    private func signUp(_ server: Server, invite: String? = nil) async throws -> Session {
        let client = AccountClient(
            address: try #require(ServerAddress("https://trendy.example")),
            exchange: server,
            wallClock: SystemWallClock()
        )
        return try await client.signUp(
            Credentials(email: "a@example.org", password: "long enough", invite: invite)
        )
    }

    @Test("An account is created and signed in to; the invitation is sent with the sign-up only")
    func both() async throws {
        let server = Server(signUp: made, signIn: try session())

        let session = try await signUp(server, invite: "abc")

        #expect(session.user.id == OnboardingFixture.ada.description)
        let requests = server.requests.withLock { $0 }
        #expect(requests.map(\.path) == [Route.signUp, "\(Route.token)?grant_type=password"])
        #expect(requests.first?.body.contains(#""invite":"abc""#) == true)
        #expect(requests.last?.body.contains("invite") == false)
    }

    @Test("Without an invitation, none is sent")
    func noInvite() async throws {
        let server = Server(signUp: made, signIn: try session())

        _ = try await signUp(server)

        #expect(server.requests.withLock { $0.allSatisfy { !$0.body.contains("invite") } })
    }

    @Test("A taken address with another password explains the remedy, also for an older 409")
    func taken() async throws {
        for reply in [made, try problem(.conflict)] {
            let server = Server(signUp: reply, signIn: try problem(.unauthorized))

            let failure = await #expect(throws: SyncFailure.self) { try await signUp(server) }

            #expect(failure?.code == .refused)
            #expect(failure?.reason == .notSignedUp)
        }
    }

    @Test("The reason of a server that is closed or needs an invitation is quoted")
    func forbidden() async throws {
        let words = "Accounts are made by invitation. Ask Ada for a code."
        let server = Server(signUp: try problem(.forbidden, says: words), signIn: try session())

        let failure = await #expect(throws: SyncFailure.self) { try await signUp(server) }

        #expect(failure?.code == .refused)
        #expect(
            failure.map { ErrorPresenter.text(for: $0) }
                == Strings.Accounts.signUpRefused(["reason": words])
        )
        #expect(server.requests.withLock { $0.count } == 1)
    }

    @Test(
        "After too many attempts, the text contains the time to wait",
        arguments: [("1", 1, true), ("90", 90, true), ("600", 10, false), ("86400", 60, false)]
    )
    func wait(header: String, count: Int, isSeconds: Bool) async throws {
        let busy = try problem(.rateLimit, retryAfter: header)
        for server in [
            Server(signUp: busy, signIn: try session()), Server(signUp: made, signIn: busy),
        ] {
            let failure = await #expect(throws: SyncFailure.self) { try await signUp(server) }

            #expect(failure?.code == .busy)
            let phrase = isSeconds ? Strings.Accounts.waitSeconds : Strings.Accounts.waitMinutes
            #expect(failure.map { ErrorPresenter.text(for: $0) } == phrase(count))
        }
    }

    @Test(
        "A refresh that has to wait keeps the session, and the next refresh succeeds",
        arguments: [429, 503]
    )
    func refresh(status: Int) async throws {
        let code: ProblemCode = status == 429 ? .rateLimit : .unavailable
        let busy = try problem(code, retryAfter: "30")
        let replies = [busy, Server.Reply(status: status, body: "<html>", retryAfter: "30")]
        for reply in replies {
            let client = AccountClient(
                address: try #require(ServerAddress("https://trendy.example")),
                exchange: Server(signUp: made, signIn: reply),
                wallClock: SystemWallClock()
            )
            let fixture = try OnboardingFixture()
            try await fixture.signIn()
            let profile = try fixture.profile()
            let manager = SessionManager(
                session: profile.session,
                storage: profile,
                refresher: client,
                wallClock: SystemWallClock()
            )

            for _ in 0..<2 {
                let failure = await #expect(throws: SyncFailure.self) {
                    try await manager.accessToken(refused: "access")
                }
                #expect(failure?.code == .busy)
                #expect(failure?.retryAfter == .seconds(30))
            }

            #expect(try await manager.accessToken() == "access")
            #expect(try await profile.storedSession() != nil)
        }
    }
}
