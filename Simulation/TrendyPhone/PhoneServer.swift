import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import TrendyModel

/// Serves the page, its streams and its commands on the loopback interface.
struct PhoneServer {
    let port: any PagePort
    let hubs: WorldSession.Hubs
    /// The name by which the page must call the server, against DNS rebinding.
    private static let hosts: Set = ["127.0.0.1", "localhost", "[::1]"]

    /// Runs until it is cancelled.
    ///
    /// - Parameters:
    ///   - number: The port; 0 takes a free one.
    ///   - onStart: Called with the port once the server listens.
    /// - Throws: The system's error, as when the port is taken.
    func run(on number: Int, onStart: @escaping @Sendable (Int) -> Void) async throws {
        try await application(on: number, onStart: onStart).runService()
    }

    /// The server as an application, which does not run yet.
    func application(
        on number: Int,
        onStart: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> some ApplicationProtocol {
        // The line that the program prints says where the page is.
        var logger = Logger(label: "trendy-phone")
        logger.logLevel = .warning
        return Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: number)),
            onServerRunning: { channel in onStart(channel.localAddress?.port ?? number) },
            logger: logger
        )
    }

    private var router: Router<BasicRequestContext> {
        let router = Router()
        router.add(middleware: LocalRequests(hosts: Self.hosts))
        for (path, page) in PageFiles.all {
            router.get(RouterPath(path)) { _, _ in try page.response() }
        }
        router.get("/world") { _, _ in Self.stream(hubs.world, event: "world") }
        for (index, hub) in hubs.screens.enumerated() {
            router.get("/phones/\(index)/screen") { _, _ in Self.stream(hub, event: "screen") }
            router.post("/phones/\(index)/act") { request, _ in
                let input = try await Self.body(of: request)
                return try await answer(try ScreenEvent.command(input, phone: index))
            }
            router.get("/phones/\(index)/names") { _, _ in
                let names = await port.accessibleNames(onPhone: index)
                return try Self.json(names, status: .ok)
            }
        }
        router.post("/commands") { request, _ in
            let input = try await Self.body(of: request)
            do {
                return try await answer(try WorldCommand.decode(input))
            } catch let error as CommandError {
                return try Self.refusal(error.message)
            }
        }
        return router
    }

    /// Performs a command; the answer says why it was not possible.
    private func answer(_ command: WorldCommand) async throws -> Response {
        guard let reason = await port.perform(command) else { return Response(status: .noContent) }
        return try Self.refusal(reason)
    }

    private static func refusal(_ message: String) throws -> Response {
        try json(["message": message], status: .conflict)
    }

    private static func json(
        _ value: some Encodable,
        status: HTTPResponse.Status
    ) throws -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(value)))
        )
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        let buffer = try await request.body.collect(upTo: WorldCommand.maximumSize)
        return Array(buffer.readableBytesView)
    }

    /// A stream of server-sent events; a comment every few seconds keeps it open.
    private static func stream(_ hub: ScreenHub, event: String) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
            body: ResponseBody { writer in
                try await writer.write(ByteBuffer(string: "retry: 1000\n\n"))
                // A page that is open does not keep the program from its end.
                for await state in hub.states().cancelOnGracefulShutdown() {
                    // JSON of one line, so it is one data field.
                    try await writer.write(
                        ByteBuffer(string: "event: \(event)\ndata: \(state)\n\n")
                    )
                }
                try await writer.finish(nil)
            }
        )
    }
}

/// What a page reports about an element, in the form of `screen.js`.
private struct ScreenEvent: Decodable {
    enum Value: Decodable {
        case text(String), number(Double), flag(Bool), point(Double, Double), none

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .none
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let numbers = try? container.decode([Double].self), numbers.count == 2 {
                self = .point(numbers[0], numbers[1])
            } else {
                self = .text(try container.decode(String.self))
            }
        }
    }

    let node: String
    let name: String
    let value: Value?

    static func command(_ bytes: [UInt8], phone: Int) throws -> WorldCommand {
        guard let event = try? UntrustedJSON.decode(ScreenEvent.self, from: bytes) else {
            throw HTTPError(.badRequest, message: "The event cannot be read.")
        }
        var command = WorldCommand(action: .act, phone: phone)
        (command.target, command.handler) = (event.node, event.name)
        switch event.value {
        case .text(let text): command.text = text
        case .number(let number): command.number = number
        case .flag(let flag): command.flag = flag
        case .point(let x, let y): (command.x, command.y) = (x, y)
        case .some(.none), nil: break
        }
        return command
    }
}

/// Refuses requests from pages of other origins.
private struct LocalRequests: RouterMiddleware {
    typealias Context = BasicRequestContext
    let hosts: Set<String>

    func handle(
        _ request: Request,
        context: Context,
        next: (Request, Context) async throws -> Response
    ) async throws -> Response {
        let host = (request.head.authority ?? "").replacing(/:[0-9]+$/, with: "")
        let isOwn = request.headers[.origin].map { $0 == "http://\(request.head.authority ?? "")" }
        guard hosts.contains(host), isOwn ?? true else {
            throw HTTPError(.forbidden, message: "Only this machine's own page may ask.")
        }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
        return response
    }
}
