import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

@testable import TrendyModel
@testable import TrendySQLite
@testable import TrendyServer
@testable import TrendyWire

/// The server's router over an in-memory database that is reset before every request.
final class FuzzServer: @unchecked Sendable {
    // Unchecked: only the thread of the executor uses it.
    /// The seed of the ids and keys of the initial database.
    private static let firstSeed: UInt64 = 48
    /// The seed of a request's ids, different so that no id repeats.
    private static let requestSeed: UInt64 = 49

    private let executor = InlineExecutor()
    private let scratch = ScratchFile()
    private let logger = Logger(label: "fuzz") { _ in SwiftLogNoOpLogHandler() }
    /// The serialized initial database.
    private var template: [UInt8] = []
    private var token = ""
    private var store: SQLiteStore?
    private var responder: RouterResponder<TrendyRequestContext>?
    /// The connection's total changes after opening.
    private var changes = 0

    init() {
        executor.run { await self.prepare() }
    }

    /// Passes a request to the router and checks the invariants of every answer.
    func answer(_ request: RequestInput) {
        executor.run {
            do {
                if self.responder == nil { try await self.open() }
                var head = request.head
                if request.isSignedIn { head.headerFields[.authorization] = "Bearer \(self.token)" }
                let answer = try await self.send(head, request.body)
                self.check(answer, to: head)
                try await self.closeIfChanged()
            } catch {
                expect(false, "The server fails: \(error)")
            }
        }
    }

    private func check(_ answer: Answer, to head: HTTPRequest) {
        let status = answer.head.status.code
        expect((200..<500).contains(status), "\(status) is the answer to \(head.path ?? "")")
        expect(
            HTTPField.Name("X-Request-ID").flatMap { answer.head.headers[$0] } != nil,
            "Every answer has a request id"
        )
        let type = answer.head.headers[.contentType] ?? ""
        guard type.hasSuffix("json"), head.method != .head,
            answer.head.headers[.contentEncoding] == nil
        else { return }
        let isLines = type == "application/x-ndjson"
        for text in isLines ? answer.body.split(separator: 0x0A) : [answer.body[...]] {
            expect((try? RawJSON(checking: Array(text))) != nil, "The answer is valid JSON")
        }
    }

    // MARK: The database

    /// Creates an account with an entity of each kind.
    private func prepare() async {
        do {
            scratch.write([])
            try await open()
            let credentials = #"{"email":"fuzz@example.org","password":"mossy-kettle-0417-drum"}"#
            for path in [Route.signUp, "\(Route.token)?grant_type=password"] {
                let answer = try await send(
                    HTTPRequest(
                        method: .post,
                        scheme: "http",
                        authority: "localhost",
                        path: path,
                        headerFields: [.contentType: "application/json"]
                    ),
                    Array(credentials.utf8)
                )
                guard path != Route.signUp else { continue }
                token = try UntrustedJSON.decode(Session.self, from: answer.body).accessToken
            }
            let push = try await send(
                HTTPRequest(
                    method: .post,
                    scheme: "http",
                    authority: "localhost",
                    path: Route.push,
                    headerFields: [.authorization: "Bearer \(token)"]
                ),
                Array(Self.entities.utf8)
            )
            let results = try push.body.withUnsafeBytes { try PushAnswer(json: $0) }.results
            expect(
                results.allSatisfy { $0.status == .applied },
                "The entities are made: \(results)"
            )
            try await close()
            template = Array(try Data(contentsOf: URL(filePath: scratch.path)))
        } catch {
            expect(false, "The server cannot be prepared: \(error)")
        }
    }

    private func open() async throws {
        let dependencies = Dependencies.fuzzed(
            seed: template.isEmpty ? Self.firstSeed : Self.requestSeed
        )
        let store = try SQLiteStore(path: scratch.path, random: dependencies.random)
        self.store = store
        let router = try await buildRouter(
            store: store,
            secrets: store.secrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: dependencies,
            signInLimits: .none,
            logger: logger
        )
        responder = router.buildResponder()
        changes = try totalChanges(store.queue)
    }

    private func close() async throws {
        try await store?.close()
        (store, responder) = (nil, nil)
    }

    private func closeIfChanged() async throws {
        guard let store, try totalChanges(store.queue) != changes else { return }
        try await close()
        for suffix in ["-wal", "-shm"] { unlink(scratch.path + suffix) }
        scratch.write(template)
    }

    /// Synchronous: it runs on the thread of the executor.
    private func totalChanges(_ queue: MonitoredDatabase) throws -> Int {
        try queue.reading { db in db.totalChangesCount }
    }

    private static let entities = """
        {"device_id":"01980000-0000-7000-8000-000000000001","mutations":[
        {"id":"01980000-0000-7000-8000-0000000000a1","entity_type":"event_type",
        "operation":"create","entity_id":"01980000-0000-7000-8000-000000000010",
        "edited_at":"2026-01-15T07:00:00.000Z",
        "fields":{"name":"Coffee","color":"#112233","icon":"cup"}},
        {"id":"01980000-0000-7000-8000-0000000000a2","entity_type":"property_definition",
        "operation":"create","entity_id":"01980000-0000-7000-8000-000000000020",
        "edited_at":"2026-01-15T07:00:00.000Z",
        "fields":{"event_type_id":"01980000-0000-7000-8000-000000000010","key":"cups",
        "label":"Cups","property_type":"number"}},
        {"id":"01980000-0000-7000-8000-0000000000a3","entity_type":"geofence",
        "operation":"create","entity_id":"01980000-0000-7000-8000-000000000030",
        "edited_at":"2026-01-15T07:00:00.000Z",
        "fields":{"name":"Home","latitude":47.37,"longitude":8.54,"radius":150}},
        {"id":"01980000-0000-7000-8000-0000000000a4","entity_type":"event",
        "operation":"create","entity_id":"01980000-0000-7000-8000-000000000040",
        "edited_at":"2026-01-15T07:00:00.000Z",
        "fields":{"event_type_id":"01980000-0000-7000-8000-000000000010",
        "timestamp":"2026-01-15T07:00:00.000Z","source_type":"manual"}}]}
        """

    // MARK: One request

    private struct Answer {
        let head: Response
        let body: [UInt8]
    }

    private func send(_ head: HTTPRequest, _ body: [UInt8]) async throws -> Answer {
        guard let responder else { return Answer(head: Response(status: .ok), body: []) }
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: body)))
        let response = try await responder.respond(
            to: request,
            context: TrendyRequestContext(logger: logger)
        )
        // A stream of changes ends only with the connection.
        guard response.headers[.contentType] != "text/event-stream" else {
            return Answer(head: response, body: [])
        }
        let gathered = Gathered()
        try await response.body.write(Writer(gathered: gathered))
        return Answer(head: response, body: gathered.bytes)
    }

    private final class Gathered: @unchecked Sendable {
        // Unchecked: like the server.
        var bytes: [UInt8] = []
    }

    private struct Writer: ResponseBodyWriter {
        let gathered: Gathered

        mutating func write(_ buffer: ByteBuffer) async throws {
            gathered.bytes += buffer.readableBytesView
        }

        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

extension SignInLimits {
    /// Limits that admit every password attempt and sign-up, so that an input has the same effect
    /// in every run.
    fileprivate static var none: SignInLimits {
        var limits = SignInLimits()
        limits.freeAttempts = .max
        limits.freeAttemptsPerAccount = .max
        limits.freeAttemptsPerAddress = .max
        limits.freeSignUps = .max
        return limits
    }
}
