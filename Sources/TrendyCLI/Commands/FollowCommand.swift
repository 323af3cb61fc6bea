import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import UnixSignals

struct FollowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "follow",
        abstract: "Stay connected: show what other devices change as it happens.",
        discussion: """
            Syncs whenever it is due, and at once when the server tells of something new. Ctrl-C \
            ends it. Other commands cannot use the profile meanwhile.
            """
    )

    @OptionGroup var device: DeviceOptions

    private struct Line: Encodable {
        let words: String
        let pending: Int
        let isCaughtUp: Bool
        let lastSuccess: String?
        let pushed: Int?
        let pulled: Int?

        init(_ status: SyncStatus, run: SyncRun?) {
            words = status.text
            pending = status.queue.pending
            isCaughtUp = status.isCaughtUp
            lastSuccess = status.queue.lastSuccess?.rfc3339
            pushed = run?.pushed
            pulled = run?.pulled
        }

        var text: String {
            guard let pushed, let pulled, pushed + pulled > 0 else { return words }
            return "Sent \(pushed), received \(pulled). \(words)"
        }
    }

    func run() async throws {
        let isJSON = device.output.json
        try await Device.with(device.directory) { opened in
            guard opened.engine.scheduler != nil else { throw Device.notSignedIn }
            var logger = Logger(label: "trendy") { StreamLogHandler.standardError(label: $0) }
            logger.logLevel = .error
            let service = Following(engine: opened.engine) { status, run in
                let line = Line(status, run: run)
                if isJSON {
                    try printJSON(line, isLine: true)
                } else {
                    Console.text("\(line.text)")
                }
                // Whoever reads this through a pipe must see it at once.
                try Console.flush()
            }
            let group = ServiceGroup(
                configuration: .init(
                    services: [.init(service: service)],
                    gracefulShutdownSignals: [.sigterm, .sigint],
                    logger: logger
                )
            )
            try await group.run()
        }
    }

    /// Keeps in sync, and tells of each run and each other state until the process is asked to end.
    private struct Following: Service {
        let engine: TrendyEngine
        let show: @Sendable (SyncStatus, SyncRun?) throws -> Void

        func run() async throws {
            try await cancelWhenGracefulShutdown {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await engine.keepInSync() }
                    var last: SyncStatus?
                    for await status in engine.statuses() {
                        let hasRun = status.queue.lastSuccess != last?.queue.lastSuccess
                        guard hasRun || status.text != last?.text else { continue }
                        last = status
                        let run = hasRun ? try await engine.store.syncRuns(limit: 1).first : nil
                        try show(status, run)
                    }
                    group.cancelAll()
                }
            }
        }
    }
}
