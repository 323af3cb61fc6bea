import Foundation
import HTTPTypes
import Logging
import ServiceLifecycle
import Synchronization
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyServer
import TrendySync
import TrendyWeb
import TrendyWebHost
import TrendyWire

/// A server with its pages on a port of the loopback interface.
struct RunningSite: Sendable {
    let port: Int
    let parts: ServerParts
    let replicas: AccountReplicas

    /// The password of all accounts.
    static let password = "correct horse battery"

    /// A path for a database in a new directory.
    static func temporaryPath() throws -> String {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "server-site-\(UInt64.random(in: 0...UInt64.max))"
        )
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return directory.appending(path: "server.sqlite").path
    }

    /// Starts a server, runs the body, and stops the server.
    static func run<Value: Sendable>(
        path: String? = nil,
        signUp: SignUpPolicy = .open,
        limits: ReplicaLimits = ReplicaLimits(),
        dependencies: Dependencies = .live(),
        _ body: @escaping @Sendable (RunningSite) async throws -> Value
    ) async throws -> Value {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        var configuration = ServerConfiguration(
            databasePath: try path ?? temporaryPath(),
            port: 0,
            shutdownTimeout: .seconds(2)
        )
        configuration.signUpPolicy = signUp
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let made = Mutex<(ServerParts, AccountReplicas)?>(nil)
        let server = try await TrendyServerApplication(
            configuration: configuration,
            dependencies: dependencies,
            logger: logger,
            onListening: { continuation.yield($0) },
            pages: { parts in
                let replicas = try AccountReplicas(parts, limits: limits)
                made.withLock { $0 = (parts, replicas) }
                return ServerSite.pages(of: parts, replicas: replicas)
            }
        )
        let group = ServiceGroup(services: [server], logger: logger)
        async let run: Void = group.run()
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        let (parts, replicas) = try #require(made.withLock { $0 })
        let site = RunningSite(port: port, parts: parts, replicas: replicas)
        let result: Result<Value, any Error>
        do {
            result = .success(try await body(site))
        } catch {
            result = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await run
        return try result.get()
    }

    /// A browser of this machine.
    func browser() throws -> Browser { try Browser(port: port) }

    /// A browser that created an account and is signed in to it.
    func signedUp(_ email: String) async throws -> Browser {
        let browser = try browser()
        let values = ["email": email, "password": Self.password]
        let answer = try await browser.fill("/sign-up", values)
        try #require(answer.status == .seeOther, "\(answer.text)")
        return browser
    }

    /// The id of an account.
    func account(_ email: String) async throws -> EntityID {
        try #require(try await parts.store.account(email: email)).id
    }

    /// A device of an account, which syncs over HTTP.
    func device(_ email: String) async throws -> TrendyEngine {
        let clock = SystemWallClock()
        let address = try ServerAddress.parse("http://127.0.0.1:\(port)")
        let client = AccountClient(address: address, wallClock: clock)
        let session = try await client.signIn(
            Credentials(email: email, password: Self.password)
        )
        let transport = HTTPTransport(
            client,
            sessions: SessionManager(
                session: session,
                storage: NoStorage(),
                refresher: client,
                wallClock: clock
            )
        )
        return try TrendyEngine(
            databasePath: try Self.temporaryPath(),
            transport: transport,
            services: DeviceServices { .gmt },
            dependencies: .live(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    private struct NoStorage: SessionStorage {
        func replace(_ old: Session, with new: Session) async throws {}
        func storedSession() async throws -> Session? { nil }
    }
}

/// A clock that stands still at the time of its creation.
struct StoppedClock: WallClock {
    private let time = SystemWallClock().now()

    func now() -> Instant { time }
}

/// A browser: it keeps cookies and follows no redirects.
final class Browser: Sendable {
    /// An answer with its body.
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String

        var location: String? { headers[.location] }
    }

    let port: Int
    private let exchange: AsyncHTTPExchange
    private let jar = Mutex<[String: String]>([:])

    init(port: Int) throws {
        self.port = port
        exchange = AsyncHTTPExchange(
            address: try ServerAddress.parse("http://127.0.0.1:\(port)")
        )
    }

    var cookies: [String: String] {
        get { jar.withLock { $0 } }
        set { jar.withLock { $0 = newValue } }
    }

    /// The answer whose body is still streaming.
    func open(
        _ method: HTTPRequest.Method = .get,
        _ path: String,
        headers: HTTPFields = [:],
        body: [UInt8]? = nil
    ) async throws -> HTTPAnswer {
        var request = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "127.0.0.1:\(port)",
            path: path,
            headerFields: headers
        )
        let cookies = cookies.map { "\($0.key)=\($0.value)" }.sorted().joined(separator: "; ")
        if !cookies.isEmpty { request.headerFields[.cookie] = cookies }
        let answer = try await exchange.send(request, body: body)
        for line in answer.head.headerFields[values: .setCookie] {
            let pair = line.prefix { $0 != ";" }.split(
                separator: "=",
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            let isDeleted = line.contains("Max-Age=0")
            jar.withLock { $0[String(pair[0])] = isDeleted ? nil : String(pair[1]) }
        }
        return answer
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await collect(try await open(.get, path, headers: headers))
    }

    func post(
        _ path: String,
        _ fields: [String: String],
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        let body = fields.sorted { $0.key < $1.key }.map {
            "\(Self.encoded($0.key))=\(Self.encoded($0.value))"
        }.joined(separator: "&")
        return try await collect(
            try await open(.post, path, headers: headers, body: Array(body.utf8))
        )
    }

    /// Loads a page with a form and sends the form with its hidden fields.
    func fill(_ path: String, _ fields: [String: String]) async throws -> Answer {
        let page = try await get(path)
        var fields = fields
        for match in page.text.matches(of: /type="hidden" name="([^"]+)" value="([^"]*)"/) {
            fields[String(match.output.1)] = String(match.output.2)
        }
        let target = page.text.firstMatch(of: /<form method="post" action="([^"]+)"/)?.output.1
        return try await post(target.map(String.init) ?? path, fields)
    }

    private func collect(_ answer: HTTPAnswer) async throws -> Answer {
        var bytes: [UInt8] = []
        for try await piece in answer.body { bytes += piece }
        return Answer(
            status: answer.head.status,
            headers: answer.head.headerFields,
            text: String(decoding: bytes, as: UTF8.self)
        )
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }
}
