import Foundation
import HTTPTypes
import Logging
import TestSupport
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@testable import TrendyWeb

/// The pages over an engine in a temporary directory, without a socket.
final class Site: Sendable {
    /// The engine behind the pages.
    let engine: TrendyEngine
    /// The clocks, random numbers and ids of the engine and the pages.
    let dependencies: Dependencies
    private let application: WebApplication
    private let directory: URL

    /// Creates a site.
    ///
    /// - `now`: the time of the engine's clock.
    /// - `transport`: the connection to a server; `nil` for a device that is not signed in.
    /// - `mapTiles`: the server of map images.
    init(
        now: Instant = Instant(rfc3339: "2026-03-04T15:00:00Z") ?? Instant(seconds: 0),
        transport: (any SyncTransport)? = nil,
        mapTiles: MapTileServer? = nil,
        viewer edit: @escaping @Sendable (inout WebViewer) -> Void = { _ in }
    ) throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "site-\(UInt64.random(in: 0...UInt64.max))"
        )
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let live = Dependencies.live()
        let clock = FixedWallClock(time: now)
        let dependencies = Dependencies(
            wallClock: clock,
            random: live.random,
            ids: UUIDv7Source(clock: clock, random: SystemRandomSource()),
            clock: live.clock
        )
        let engine = try TrendyEngine(
            databasePath: directory.appending(path: "device.sqlite").path,
            transport: transport,
            services: DeviceServices { .gmt },
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        self.engine = engine
        self.dependencies = dependencies
        application = WebApplication(
            access: TestAccess(engine: engine, edit: edit),
            mapTiles: mapTiles,
            dependencies: dependencies,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The answer to a request for a page.
    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Page {
        try await send(.get, path, headers: headers)
    }

    /// The answer to a form, which contains the viewer's token.
    func post(
        _ path: String,
        _ fields: KeyValuePairs<String, String> = [:],
        token: String? = TestAccess.token,
        headers: HTTPFields = [:]
    ) async throws -> Page {
        var pairs = fields.map { ($0.key, $0.value) }
        if let token { pairs.append(("csrf", token)) }
        // The query of a path is encoded as a form is.
        let body = WebPath(parts: [], pairs: pairs).text.dropFirst(2)
        var headers = headers
        headers[.contentType] = "application/x-www-form-urlencoded"
        return try await send(.post, path, headers: headers, body: Array(body.utf8))
    }

    /// Sends a form and follows its redirect.
    func submit(
        _ path: String,
        _ fields: KeyValuePairs<String, String> = [:]
    ) async throws -> Page {
        let answer = try await post(path, fields)
        guard answer.status == .seeOther, let location = answer.headers[.location] else {
            return answer
        }
        return try await get(location)
    }

    /// Sends a request.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        headers: HTTPFields = [:],
        body: [UInt8] = []
    ) async throws -> Page {
        let head = HTTPRequest(
            method: method,
            scheme: "http",
            authority: "localhost",
            path: path,
            headerFields: headers
        )
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        continuation.yield(body)
        continuation.finish()
        let request = try #require(WebRequest(head: head, body: stream))
        let response = await application.respond(to: request)
        var bytes: [UInt8] = []
        switch response.body {
        case .bytes(let content): bytes = content
        case .stream(let pieces): for try await piece in pieces { bytes += piece }
        }
        return Page(
            status: response.status,
            headers: response.headers,
            text: String(decoding: bytes, as: UTF8.self)
        )
    }

    /// An answer.
    struct Page: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        /// The body.
        let text: String

        /// The main part without its tags, white space as single spaces.
        var words: String {
            let main = text.firstMatch(of: /(?s)<main.*<\/main>/).map { String($0.output) } ?? text
            return main.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " ")
                .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
                .replacing("&quot;", with: "\"").replacing("&lt;", with: "<")
                .replacing("&gt;", with: ">")
        }
    }
}

/// A wall clock that stands still.
struct FixedWallClock: WallClock {
    let time: Instant

    func now() -> Instant { time }
}

/// Access for one viewer, who is always signed in.
struct TestAccess: WebAccess {
    static let token = "the-token-of-the-viewer"

    let engine: TrendyEngine
    let edit: @Sendable (inout WebViewer) -> Void

    func openResponse(to request: WebRequest) async throws -> WebResponse? { nil }

    func viewer(of request: WebRequest) async throws -> WebViewer? {
        var viewer = WebViewer(
            engine: engine,
            email: "ada@example.org",
            formToken: Self.token,
            place: .device,
            zones: ZoneHistory(.gmt)
        )
        edit(&viewer)
        return viewer
    }

    func signInResponse(to request: WebRequest) -> WebResponse { SignInPages.linkExpired() }
}
