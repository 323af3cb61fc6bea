import Foundation
import HTTPTypes
import Hummingbird
import Synchronization
import TestSupport
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

/// Runs the real `trendy publish` and kills it while a message is on its way.
@Suite("Publish command", .timeLimit(.minutes(5)))
struct PublishCommandTests {
    /// A webhook that counts the ids it receives and can withhold its answers.
    private final class Webhook: Sendable {
        private let received = Mutex<[String]>([])
        private let isWithholding = Mutex(false)

        var ids: [String] { received.withLock { $0 } }

        func withhold(_ isOn: Bool) { isWithholding.withLock { $0 = isOn } }

        /// Runs the server while `body` runs, which receives its URL.
        func run(_ body: (String) async throws -> Void) async throws {
            let router = Router()
            router.post("/hook") { request, _ in
                let key = HTTPField.Name("Idempotency-Key")
                self.received.withLock { $0.append(key.flatMap { request.headers[$0] } ?? "") }
                if self.isWithholding.withLock({ $0 }) {
                    // It ends with the connection or with the server.
                    for await _ in AsyncStream<Void>.makeStream().stream {}
                }
                return Response(status: .noContent)
            }
            let (ports, port) = AsyncStream.makeStream(of: Int.self)
            let application = Application(
                router: router,
                configuration: .init(address: .hostname("127.0.0.1", port: 0)),
                onServerRunning: { port.yield($0.localAddress?.port ?? 0) }
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await application.run() }
                var iterator = ports.makeAsyncIterator()
                let number = try #require(await iterator.next())
                try await body("http://127.0.0.1:\(number)/hook")
                group.cancelAll()
            }
        }
    }

    /// Records today's steps in a profile's database.
    private func record(steps: Int64, _ profile: String) async throws {
        let dependencies = Dependencies.live()
        let store = try DeviceStore(path: profile + "/local.sqlite", dependencies: dependencies)
        var event = Event(
            eventTypeID: EntityID.derived(
                kind: "event_type",
                naturalKey: "healthkit/steps"
            ),
            timestamp: dependencies.wallClock.now(),
            sourceType: .healthKit
        )
        event.healthKitCategory = "steps"
        event.properties["count"] = .number(JSONNumber(steps))
        let fields = event
        try await store.write { _ = try $0.entities.create(fields) }
        try await store.close()
    }

    @Test("A message without an answer before kill -9 is sent again by the next process, once")
    func kill() async throws {
        let scratch = try Scratch()
        let webhook = Webhook()
        try await record(steps: 5, scratch.path)
        try await webhook.run { url in
            webhook.withhold(true)
            let arguments = ["publish", "--webhook", url, "--all", "--profile", scratch.path]
            let first = try TrendyProcess(arguments)
            try await eventually { webhook.ids.count == 1 }
            first.kill()
            _ = await first.wait()
            webhook.withhold(false)

            let second = try await TrendyProcess(arguments + ["--once", "--json"]).wait()

            #expect(second.code == 0, "\(second.error)")
            #expect(webhook.ids.count == 2)
            #expect(Set(webhook.ids).count == 1)
            #expect(second.output.contains(#""delivered" : 1"#))
            let third = try await TrendyProcess(arguments + ["--once"]).wait()
            #expect(third.code == 0)
            #expect(webhook.ids.count == 2)
        }
    }

    @Test("SIGTERM ends it in order; the status is readable meanwhile, other commands are not")
    func terminate() async throws {
        let scratch = try Scratch()
        let webhook = Webhook()
        try await record(steps: 5, scratch.path)
        try await webhook.run { url in
            let process = try TrendyProcess([
                "publish", "--webhook", url, "--metrics", "steps", "--profile", scratch.path,
            ])
            let line = await process.firstLine()
            #expect(line.hasPrefix("Publishing to http://127.0.0.1:"))
            #expect(!line.contains("/hook"))
            try await eventually { webhook.ids.count == 1 }
            try await eventually {
                try await TrendyProcess.run("publish", "--status", "--profile", scratch.path)
                    .output.contains("0 waiting, 1 delivered")
            }
            let busy = try await TrendyProcess.run("today", "--profile", scratch.path)
            #expect(busy.code == 75)

            process.terminate()
            let result = await process.wait()

            #expect(result.code == 0, "\(result.error)")
            #expect(result.error.isEmpty)
        }
    }

    @Test("A receiver that is down leaves the messages queued, with the reason")
    func unreachable() async throws {
        let scratch = try Scratch()
        try await record(steps: 5, scratch.path)

        let result = try await TrendyProcess.run(
            "publish",
            "--webhook",
            "http://127.0.0.1:1/hook",
            "--all",
            "--once",
            "--profile",
            scratch.path
        )
        let status = try await TrendyProcess.run("publish", "--status", "--profile", scratch.path)

        #expect(result.code == 69)
        #expect(status.output.contains("webhook: 1 waiting, 0 delivered, 0 refused"))
        #expect(status.output.contains("cannot be reached"))
    }

    @Test(
        "Wrong addresses and options are refused before anything is opened, without a password",
        arguments: [
            ["--mqtt", "mqtt://user:hunter2@host"], ["--webhook", "http://example.org/x"],
            ["--webhook", "https://u:hunter2@example.org/x"], [],
            ["--mqtt", "mqtt://host", "--metrics", "nonsense"],
            ["--mqtt", "mqtt://host", "--metrics", "steps", "--all"],
            ["--mqtt", "mqtt://host", "--topic-prefix", "a/#"],
        ]
    )
    func usage(_ arguments: [String]) async throws {
        let scratch = try Scratch()

        let result = try await TrendyProcess(["publish", "--profile", scratch.path] + arguments)
            .wait()

        #expect(result.code == 64)
        #expect(!(result.output + result.error).contains("hunter2"))
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/publish.sqlite"))
    }
}
