import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import ServiceLifecycle
import SimulationKit
import TrendyModel

/// Serves the page, its streams and its commands on the loopback interface.
struct PhoneServer {
    let session: PhoneServerSession
    let hubs: WorldSession.Hubs
    /// The name by which the page must call the server, against DNS rebinding.
    private static let hosts: Set = ["127.0.0.1", "localhost", "[::1]"]

    /// Runs until it is cancelled.
    func run(port: Int, onStart: @escaping @Sendable (Int) -> Void) async throws {
        let application = Application(
            router: router,
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in onStart(channel.localAddress?.port ?? port) }
        )
        try await application.runService()
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
                return await session.answer(try ScreenEvent.command(input, phone: index))
            }
        }
        router.post("/commands") { request, _ in
            let input = try await Self.body(of: request)
            do {
                return await session.answer(try WorldCommand.decode(input))
            } catch let error as CommandError {
                return PhoneServerSession.refusal(error.message)
            }
        }
        return router
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
        let host = request.head.authority?.split(separator: ":").dropLast().joined(separator: ":")
        let isOwn = request.headers[.origin].map { $0 == "http://\(request.head.authority ?? "")" }
        guard hosts.contains(host ?? ""), isOwn ?? true else {
            throw HTTPError(.forbidden, message: "Only this machine's own page may ask.")
        }
        var response = try await next(request, context)
        response.headers[.contentSecurityPolicy] =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
        return response
    }
}
