import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

/// Provokes every answer that the OpenAPI document lists.
@Suite("The answers of the OpenAPI document")
struct OpenAPIAnswerTests {
    private let occurred = OccurredAnswers()

    /// Runs requests of an account with one entity of each kind.
    private func run(
        limits: WorkLimits = WorkLimits(),
        _ body: @escaping @Sendable (OpenAPIAccount) async throws -> Void
    ) async throws {
        let fixture = try await ServerFixture(limits: limits)
        try await fixture.test { client in
            var client = client
            client.occurred = occurred
            try await body(try await OpenAPIAccount(client, fixture))
        }
    }

    @Test("Every documented answer occurs")
    func all() async throws {
        try await run(refusals)
        try await run(authentication)
        try await run(sync)
        try await run(entities)
        try await signUpPolicies()
        try await fullServer()
        try await busyAccount()
        try await damagedDatabase()
        try await quota()

        let documented = OpenAPIDocument.operations.flatMap { operation in
            operation.statuses.map { "\(operation.id) \($0)" }
        }
        let missing = Set(documented).subtracting(occurred.names)
        #expect(missing.sorted() == [])
    }

    /// 400, 401, 413 and 426, which all operations of a kind have.
    @Sendable
    private func refusals(_ account: OpenAPIAccount) async throws {
        for operation in OpenAPIDocument.operations {
            let path = account.path(of: operation)
            for version in ["x", "0"] {
                _ = try await account.client.send(
                    operation.method,
                    path,
                    operation.body.map { _ in "{}" },
                    headers: [.contractVersion: version]
                )
            }
            if operation.needsSession {
                var stranger = account.client
                stranger.token = nil
                _ = try await stranger.send(operation.method, path)
            }
            if operation.body != nil {
                let path = path + (operation.path == Route.token ? "?grant_type=password" : "")
                let text = String(repeating: " ", count: WireLimit.pushBytes + 1)
                let answer = try await account.client.send(operation.method, path, text)
                #expect(answer.status == .contentTooLarge, "\(operation.id)")
            }
        }
    }

    @Sendable
    private func authentication(_ account: OpenAPIAccount) async throws {
        let client = account.client
        let password = OpenAPIAccount.password
        for path in [
            Route.health, Route.ready, Route.openAPI, Route.keys, Route.settings, Route.user,
        ] {
            _ = try await client.send(.get, path)
        }
        _ = try await client.send(.post, Route.signUp, #"{"email":"x","password":"y"}"#)
        let credentials = #"{"email":"ada@example.com","password":"\#(password)"}"#
        _ = try await client.send(.post, "\(Route.token)?grant_type=other", credentials)
        let session = try await client.session("\(Route.token)?grant_type=password", credentials)
        _ = try await client.send(.get, Route.sessions)
        let list = try await client.send(.get, Route.sessions)
        let sessions = try JSONDecoder().decode(
            SessionList.self,
            from: Data(list.body.readableBytesView)
        )
        let other = try #require(sessions.sessions.first { !$0.isCurrent })
        for _ in 0..<2 { _ = try await client.send(.delete, "\(Route.sessions)/\(other.id)") }
        _ = try await client.send(
            .put,
            Route.user,
            #"{"current_password":"\#(password)","password":"another horse"}"#
        )
        _ = try await client.send(
            .put,
            Route.user,
            #"{"current_password":"another horse","password":"x"}"#
        )
        _ = try await client.send(.post, "\(Route.signOut)?scope=others")
        _ = try await client.send(.post, "\(Route.signOut)?scope=all")
        _ = try await client.send(.delete, Route.user, #"{"password":"wrong"}"#)
        _ = try await client.send(.delete, Route.user, #"{"password":"another horse"}"#)
        #expect(session.tokenType == "bearer")
        for number in 0...SignInLimits().freeSignUps {
            let body = #"{"email":"n\#(number)@example.com","password":"\#(password)"}"#
            let response = try await account.respond(
                .post,
                Route.signUp,
                body: RequestBody(buffer: ByteBuffer(string: body))
            )
            occurred.insert(.post, Route.signUp, response.status)
        }
        for _ in 0...SignInLimits().freeAttempts + 1 {
            _ = try await client.send(
                .post,
                "\(Route.token)?grant_type=password",
                #"{"email":"n0@example.com","password":"wrong"}"#
            )
        }
    }

    private func signUpPolicies() async throws {
        let fixture = try await ServerFixture(signUpPolicy: .closed)
        let account = Account(
            id: fixture.world.id(),
            email: "ada@example.com",
            passwordHash: try await PasswordHasher(cost: .test, threads: 0).hash(
                OpenAPIAccount.password,
                salt: Data(repeating: 1, count: 16),
                for: .unknown
            ),
            createdAt: fixture.world.clock.now()
        )
        _ = try await fixture.store.createAccount(account, invite: nil, now: account.createdAt)
        try await fixture.store.setDisabled(account: account.id, at: account.createdAt)
        try await fixture.test { client in
            var client = client
            client.occurred = occurred
            let body = #"{"email":"ada@example.com","password":"\#(OpenAPIAccount.password)"}"#
            _ = try await client.send(.post, Route.signUp, body)
            _ = try await client.send(.post, "\(Route.token)?grant_type=password", body)
        }
    }

    @Sendable
    private func sync(_ account: OpenAPIAccount) async throws {
        let client = account.client
        _ = try await client.push([client.mutation(.delete, .event, client.world.id())])
        let push = PushRequest(
            deviceID: client.world.id(),
            epoch: "other",
            mutations: [client.mutation(.delete, .event, client.world.id())]
        )
        _ = try await client.send(.post, Route.push, bytes: ByteBuffer(bytes: push.json))
        for path in [
            Route.changes, "\(Route.changes)?limit=0", "\(Route.changes)?since=x",
            Route.latestCursor, Route.snapshot, "\(Route.snapshot)?after=x", Route.digest,
            "\(Route.digest)?prefix=x", Route.range, "\(Route.range)?prefix=x", Route.mySync,
            Route.export, Route.eventExport, "\(Route.eventExport)?format=x", Route.onboarding,
        ] {
            _ = try await client.send(.get, path)
        }
        let report = #"{"name":"d","pending":0,"failed":0,"app_version":"1","schema_version":1}"#
        let device = "\(Route.devices)/\(client.world.id())"
        _ = try await client.send(.put, device, report)
        _ = try await client.send(.put, device, report.replacing(":0", with: ":-1"))
        _ = try await client.send(.put, "\(Route.devices)/x", report)
        _ = try await client.send(.get, Route.mySync)
        for body in [#"{"completed":true}"#, #"{"completed":1}"#] {
            _ = try await client.send(.patch, Route.onboarding, body)
        }
        _ = try await client.send(.delete, Route.onboarding)
        // The body of a stream has no end.
        let response = try await account.respond(.get, Route.changeStream)
        occurred.insert(.get, Route.changeStream, response.status)
    }

    @Sendable
    private func entities(_ account: OpenAPIAccount) async throws {
        let client = account.client
        for kind in EntityKind.allCases {
            let collection = account.collection(of: kind)
            let single = account.single(of: kind)
            _ = try await client.send(.get, collection)
            _ = try await client.send(.get, "\(collection)?limit=0")
            _ = try await client.send(.get, account.collection(of: kind, type: client.world.id()))
            let id = client.world.id()
            let body = account.fields(of: kind, id: id, name: "New")
            let changed = body.replacing("New", with: "Newer")
            for text in [body, body, changed, #"{"id":"\#(id)","timestamp":1,"name":1}"#, "{}"] {
                _ = try await client.send(.post, collection, text)
            }
            let unknown = client.world.id()
            _ = try await client.send(
                .post,
                account.collection(of: kind, type: unknown),
                account.fields(of: kind, id: client.world.id(), name: "Third", type: unknown)
            )
            _ = try await client.send(.get, "\(single)/\(id)")
            _ = try await client.send(.get, "\(single)/\(unknown)")
            for change in [#"{"notes":"x"}"#, #"{"name":1,"key":1,"timestamp":1}"#] {
                _ = try await client.send(.patch, "\(single)/\(id)", change)
            }
            let stale: HTTPFields = [.ifMatch: "\"1\""]
            _ = try await client.send(.patch, "\(single)/\(unknown)", "{}")
            _ = try await client.send(.patch, "\(single)/\(id)", #"{"notes":"y"}"#, headers: stale)
            _ = try await client.send(.delete, "\(single)/\(id)", headers: stale)
            let key: HTTPFields = [.idempotencyKey: "\(client.world.id())"]
            let third = client.world.id()
            let fields = account.fields(of: kind, id: third, name: "Fourth")
            _ = try await client.send(.post, collection, fields, headers: key)
            _ = try await client.send(.delete, "\(single)/\(third)", headers: key)
            _ = try await client.send(.delete, "\(single)/x")
            _ = try await client.send(.delete, "\(single)/\(third)")
        }
        let events = "\(Route.base)/events/batch"
        let event = account.fields(of: .event, id: client.world.id(), name: "-")
        for body in ["[\(event)]", "[1]", "[]"] {
            _ = try await client.send(.post, events, body)
        }
    }

    /// 403 of an account that has reached its quota.
    private func quota() async throws {
        let database = try await StoreFactory.selected.newDatabase()
        let token = try await { () -> String? in
            let fixture = try await ServerFixture(database: database)
            return try await fixture.test { client in
                try await OpenAPIAccount(client, fixture).client.token
            }
        }()
        let fixture = try await ServerFixture(
            database: database,
            quota: AccountQuota(entities: 1, bytes: 1)
        )
        try await fixture.test { client in
            var client = client
            client.occurred = occurred
            client.token = token
            let account = OpenAPIAccount(client, fixture, ids: OpenAPIAccount.ids)
            for kind in EntityKind.allCases {
                _ = try await client.send(
                    .post,
                    account.collection(of: kind),
                    account.fields(of: kind, id: client.world.id(), name: "More")
                )
                _ = try await client.send(
                    .patch,
                    "\(account.single(of: kind))/\(account.id(of: kind))",
                    #"{"notes":"longer"}"#
                )
            }
        }
    }

    /// 503 of a server that has reached its limit of requests.
    private func fullServer() async throws {
        var limits = WorkLimits()
        limits.requests = 0
        let fixture = try await ServerFixture(limits: limits)
        try await fixture.test { client in
            var client = try await client.signedUp()
            client.occurred = occurred
            let account = OpenAPIAccount(client, fixture, ids: [:])
            for operation in OpenAPIDocument.operations where operation.needsSession {
                let path = account.path(of: operation)
                let answer = try await client.send(operation.method, path)
                #expect(answer.status == .serviceUnavailable, "\(operation.id)")
            }
        }
    }

    /// 429 of an account that has reached its limit of requests.
    private func busyAccount() async throws {
        var limits = WorkLimits()
        limits.requestsPerAccount = 1
        let fixture = try await ServerFixture(limits: limits)
        try await fixture.test { client in
            var client = try await client.signedUp()
            client.occurred = occurred
            let account = OpenAPIAccount(client, fixture, ids: [:])
            let (isReading, reads) = AsyncStream.makeStream(of: Void.self)
            let (bodies, body) = AsyncStream.makeStream(of: ByteBuffer.self)
            let unfinished = bodies.map { buffer in
                reads.yield()
                return buffer
            }
            body.yield(ByteBuffer(string: "{"))
            async let first = account.respond(
                .post,
                Route.push,
                body: RequestBody(asyncSequence: unfinished)
            )
            for await _ in isReading { break }
            for operation in OpenAPIDocument.operations where operation.needsSession {
                let answer = try await client.send(operation.method, account.path(of: operation))
                #expect(answer.status == .tooManyRequests, "\(operation.id)")
            }
            body.finish()
            #expect(try await first.status == .badRequest)
        }
    }

    /// 503 of a server whose database is damaged.
    private func damagedDatabase() async throws {
        let path = try temporaryFile()
        let healthy = try await ServerFixture(factory: .sqlite, database: path)
        try await healthy.test { _ = try await $0.signedUp() }
        try await healthy.store.close()
        try DiskFailureTests.damage("account", in: path)
        let damaged = try await ServerFixture(seed: 2, factory: .sqlite, database: path)
        try await damaged.test { client in
            var client = client
            client.occurred = occurred
            let body = #"{"email":"ada@example.com","password":"\#(OpenAPIAccount.password)"}"#
            _ = try await client.send(.post, "\(Route.token)?grant_type=password", body)
            _ = try await client.send(.post, Route.signUp, body)
            _ = try await client.send(.get, Route.ready)
        }
    }
}
