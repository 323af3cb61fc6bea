import Logging
import ServiceLifecycle
import Testing
import TrendyKit
import TrendyServer

/// A real server on loopback.
enum LoopbackServer {
    /// Runs a server while `body` runs with its address.
    @MainActor
    static func run(
        _ directory: String,
        _ body: @MainActor (_ address: String) async throws -> Void
    ) async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let service = try await TrendyServerApplication(
            configuration: ServerConfiguration(
                databasePath: directory + "/server.sqlite",
                port: 0
            ),
            dependencies: .live(),
            logger: logger
        ) { port.yield($0) }
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: service)], logger: logger)
        )
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { port.finish() }
                try await group.run()
            }
            var iterator = ports.makeAsyncIterator()
            let number = try #require(await iterator.next())
            let result: Result<Void, any Error>
            do {
                result = .success(try await body("http://127.0.0.1:\(number)"))
            } catch {
                result = .failure(error)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            try result.get()
        }
    }
}
