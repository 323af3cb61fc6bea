import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// Serves the routes on a free port of the loopback interface during the body, which gets the port.
func serveOnLoopback<Value: Sendable>(
    _ router: Router<BasicRequestContext>,
    _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> Value {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let application = Application(
        router: router,
        configuration: .init(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { continuation.yield($0.localAddress?.port ?? 0) },
        logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    )
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await application.run() }
        defer { group.cancelAll() }
        var iterator = ports.makeAsyncIterator()
        return try await body(try #require(await iterator.next()))
    }
}
