import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOPosix
import Testing
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyServer
import TrendySync
import TrendyWire

/// Sends hostile requests to every route of a real server process.
@Suite("Hostile input", .serialized)
struct HostileInputTests {
    private static let requests = 10_000
    private static let workers = 8
    /// The peak of the server's resident memory, in KiB.
    ///
    /// A debug build at rest has about 80 MiB; glibc keeps an arena of free memory for each thread,
    /// and there is one thread per core.
    private static let maximumResidentKiB =
        (384 + 64 * ProcessInfo.processInfo.activeProcessorCount) * 1024

    @Test("Ten thousand generated requests leave the server alive, answering and bounded")
    func generated() async throws {
        let scratch = try Scratch()
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let client = AccountClient(
            address: try #require(ServerAddress(server.url)),
            wallClock: SystemWallClock()
        )
        let session = try await client.signUp(
            Credentials(email: "ada@example.org", password: "correct horse")
        )
        let routes = try await Self.routes(scratch)
        #expect(routes.count >= 35)
        let port = server.port

        let outcomes = try await withThrowingTaskGroup(of: [Int: Int].self) { group in
            for worker in 0..<Self.workers {
                group.addTask {
                    var hostile = HostileRequest(
                        routes: routes,
                        token: session.accessToken,
                        random: SeededRNG(seed: UInt64(worker))
                    )
                    var counts: [Int: Int] = [:]
                    for number in 0..<Self.requests / Self.workers {
                        let status = await Self.status(of: hostile.next(), port: port)
                        counts[status ?? 0, default: 0] += 1
                        if number % 250 == 0 {
                            let health = Array("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                            #expect(await Self.status(of: health, port: port) == 200)
                        }
                    }
                    return counts
                }
            }
            return try await group.reduce(into: [:]) { all, counts in
                all.merge(counts) { $0 + $1 }
            }
        }

        // A limit answers 503. The server closes the connection after a head that is not HTTP.
        let failures = outcomes.filter { $0.key >= 500 && $0.key != 503 }
        #expect(failures.isEmpty, "\(outcomes)")
        #expect(outcomes.values.reduce(0, +) == Self.requests)
        #expect((outcomes[0] ?? 0) < Self.requests / 10, "\(outcomes)")
        #expect(Set(outcomes.keys).isSuperset(of: [200, 400, 401, 404, 405, 422]), "\(outcomes)")
        // The peak can be read on Linux only.
        if let resident = Self.peakResidentKiB(server.identifier) {
            #expect(resident < Self.maximumResidentKiB, "\(resident) KiB")
        }
        // The same process still serves the same data to the same account.
        let again = try await client.signIn(
            Credentials(email: "ada@example.org", password: "correct horse")
        )
        #expect(again.user == session.user)
        try await client.shutdown()
        #expect(await server.stop().code == 0)
    }

    /// The routes of the router, except those that end the account or its session.
    private static func routes(_ scratch: Scratch) async throws -> [(method: String, path: String)]
    {
        let dependencies = Dependencies.live()
        let store = try SQLiteStore(
            path: scratch.path + "/routes.sqlite",
            random: dependencies.random
        )
        let router = try await buildRouter(
            store: store,
            secrets: store.secrets,
            hasher: PasswordHasher(cost: .test, threads: 0),
            dependencies: dependencies
        )
        try await store.close()
        return router.routes.map { ($0.method.rawValue, $0.path.description) }
            .filter { $0.1 != Route.signOut }
    }

    /// Sends bytes on a new connection; `nil` when it ends without a status.
    private static func status(of request: [UInt8], port: Int) async -> Int? {
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                            wrappingChannelSynchronously: channel
                        )
                    }
                }
            return try await channel.executeThenClose { inbound, outbound in
                // The server may close the connection before it has read everything.
                try? await outbound.write(ByteBuffer(bytes: request))
                var head = ""
                for try await buffer in inbound {
                    head += String(buffer: buffer)
                    guard head.utf8.count >= 12 else { continue }
                    return Int(head.dropFirst(9).prefix(3))
                }
                return nil
            }
        } catch {
            return nil
        }
    }

    /// The peak of a process's resident memory; `nil` where there is no `/proc`.
    private static func peakResidentKiB(_ process: Int32) -> Int? {
        // Without the file there is nothing to compare.
        let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) }
    }
}
