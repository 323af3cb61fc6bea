import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer
import TrendyWire

/// A server without a socket.
struct ServerFixture: Sendable {
    let world: TestWorld
    let factory: StoreFactory
    /// The location of the database: with SQLite, the path of the file.
    let database: String
    let store: any ServerStore
    let responder: RouterResponder<TrendyRequestContext>
    let application: Application<RouterResponder<TrendyRequestContext>>
    /// All routes of the router.
    let routes: [RouteFixture]

    init(
        seed: UInt64 = 1,
        factory: StoreFactory = .selected,
        database: String? = nil,
        signUpPolicy: SignUpPolicy = .open,
        limits: WorkLimits = WorkLimits(),
        quota: AccountQuota = AccountQuota(),
        readers: Int = 0,
        log: TestLog = TestLog()
    ) async throws {
        world = TestWorld(seed: seed)
        self.factory = factory
        var options = StoreOptions()
        options.logger = log.logger
        options.limits = limits
        options.quota = quota
        options.readers = readers
        if let database {
            self.database = database
        } else {
            self.database = try await factory.newDatabase()
        }
        let secrets: ServerSecrets
        (store, secrets) = try await factory.openStore(self.database, world, options)
        var loadSecrets: (@Sendable () async throws -> ServerSecrets)?
        if let store = store as? PostgresStore { loadSecrets = { try await store.secrets() } }
        let router = try await buildRouter(
            store: store,
            secrets: secrets,
            loadSecrets: loadSecrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: world.dependencies,
            signUpPolicy: signUpPolicy,
            limits: limits
        )
        routes = router.routes.map { RouteFixture(path: $0.path.description, method: $0.method) }
        responder = router.buildResponder()
        application = Application(responder: responder, logger: log.logger)
    }

    /// The store of a test that is about SQLite.
    var sqlite: SQLiteStore {
        get throws { try #require(store as? SQLiteStore) }
    }

    func test<Value: Sendable>(
        _ body: @escaping @Sendable (ServerClient) async throws -> Value
    ) async throws -> Value {
        try await application.test(.router) { client in
            try await body(ServerClient(client: client, world: world))
        }
    }
}

/// A route of the router.
struct RouteFixture: Sendable {
    let path: String
    let method: HTTPRequest.Method

    /// The path with an id in place of the parameter.
    func path(id: EntityID) -> String {
        path.replacing("{id}", with: "\(id)")
    }
}

/// Calls a server's routes; each answer must be one that the OpenAPI document lists.
struct ServerClient: Sendable {
    let client: any TestClientProtocol
    let world: TestWorld
    var token: String?
    /// Records the answers; `nil` to record none.
    var occurred: OccurredAnswers?

    init(client: any TestClientProtocol, world: TestWorld) {
        self.client = client
        self.world = world
    }

    /// The same client, signed in to a new account.
    func signedUp(_ email: String = "ada@example.com") async throws -> ServerClient {
        var copy = self
        copy.token = try await newAccount(
            #"{"email":"\#(email)","password":"correct horse"}"#
        ).accessToken
        return copy
    }

    /// Signs up and in.
    func newAccount(_ credentials: String) async throws -> Session {
        _ = try await send(.post, Route.signUp, credentials)
        return try await session("\(Route.token)?grant_type=password", credentials)
    }

    func session(_ path: String, _ body: String) async throws -> Session {
        let response = try await send(.post, path, body)
        return try JSONDecoder().decode(Session.self, from: Data(response.body.readableBytesView))
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        try await send(method, path, bytes: body.map { ByteBuffer(string: $0) }, headers: headers)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        bytes: ByteBuffer?,
        headers: HTTPFields = [:]
    ) async throws -> TestResponse {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        let response = try await client.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: bytes
        )
        DocumentedAnswers.check(method, path, response)
        occurred?.insert(method, path, response.status)
        return response
    }

    func push(_ mutations: [PushMutation]) async throws -> TestResponse {
        let request = PushRequest(deviceID: EntityID(high: 1, low: 1), mutations: mutations)
        return try await send(.post, Route.push, bytes: ByteBuffer(bytes: request.json))
    }

    func mutation(
        _ operation: TrendyWire.Operation,
        _ kind: EntityKind,
        _ id: EntityID,
        _ fields: String = "{}"
    ) -> PushMutation {
        PushMutation(
            id: world.id(),
            kind: kind,
            operation: operation,
            entityID: id,
            baseVersion: nil,
            editedAt: world.clock.now(),
            fields: RawJSON(unchecked: Array(fields.utf8))
        )
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }

    var problem: Problem? {
        // A test that expects a problem fails on `nil`.
        try? JSONDecoder().decode(Problem.self, from: Data(body.readableBytesView))
    }

    /// The lines of a snapshot.
    func snapshot() throws -> [SnapshotLine] {
        try text.split(separator: "\n").map { line in
            try Array(line.utf8).withUnsafeBytes { try SnapshotLine(line: $0) }
        }
    }
}
