import Foundation
import Logging
import ServiceLifecycle
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import UnixSignals

extension SyncCommand {
    /// A state of the sync, as `--watch` prints it.
    private struct WatchOutput: Encodable {
        let text: String
        let pending: Int
        let isCaughtUp: Bool
        let lastSuccess: String?
        let pushed: Int?
        let pulled: Int?

        init(_ status: SyncStatus, run: SyncRun?) {
            text = status.text
            pending = status.queue.pending
            isCaughtUp = status.isCaughtUp
            lastSuccess = status.queue.lastSuccess?.rfc3339
            pushed = run?.pushed
            pulled = run?.pulled
        }

        var line: String {
            guard let pushed, let pulled, pushed + pulled > 0 else { return text }
            return "Sent \(pushed), received \(pulled). \(text)"
        }
    }

    /// Syncs until the process receives SIGINT or SIGTERM.
    func syncContinuously() async throws {
        let isJSON = device.output.json
        try await Device.with(device.directory) { opened in
            guard opened.engine.scheduler != nil else { throw Device.notSignedIn }
            var logger = Logger(label: "trendy") { StreamLogHandler.standardError(label: $0) }
            logger.logLevel = .error
            let service = WatchService(engine: opened.engine) { status, run in
                let output = WatchOutput(status, run: run)
                if isJSON {
                    try printJSON(output, isLine: true)
                } else {
                    Console.text("\(output.line)")
                }
                // A reader of a pipe needs each line at once.
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

    /// Keeps the device in sync and shows each run and each new state until a graceful shutdown.
    private struct WatchService: Service {
        let engine: TrendyEngine
        let show: @Sendable (SyncStatus, SyncRun?) throws -> Void

        func run() async throws {
            try await cancelWhenGracefulShutdown {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { await engine.syncContinuously() }
                    var last: SyncStatus?
                    for await status in engine.statuses() {
                        let hasRun = status.queue.lastSuccess != last?.queue.lastSuccess
                        guard hasRun || status.text != last?.text else { continue }
                        last = status
                        let run =
                            hasRun
                            ? try await engine.store.read { try $0.sync.runs(limit: 1) }.first : nil
                        try show(status, run)
                    }
                    group.cancelAll()
                }
            }
        }
    }
}
