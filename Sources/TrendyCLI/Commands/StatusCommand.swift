import ArgumentParser
import Foundation
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show what waits, what failed and why, and the conflicts."
    )

    @Flag(help: "Show the last runs of sync as well: what asked for them, and how they ended.")
    var history = false

    @OptionGroup var device: DeviceOptions

    private struct Run: Encodable {
        let startedAt: String
        let milliseconds: Int64
        let trigger: String
        let pushed: Int
        let pulled: Int
        let conflicts: Int
        let failed: Int
        let outcome: String
        let reason: String?
        let failure: String?

        init(_ run: SyncRun) {
            startedAt = run.startedAt.rfc3339
            milliseconds = run.duration.wholeMilliseconds
            trigger = run.trigger
            pushed = run.pushed
            pulled = run.pulled
            conflicts = run.conflicts
            failed = run.failed
            outcome = run.outcome.rawValue
            reason = run.reason
            failure = run.failure
        }
    }

    private struct Result: Encodable {
        let account: String?
        let server: String?
        let isSignedIn: Bool
        let pending: Int
        let blocked: Int
        let oldestPendingSeconds: Int?
        let inFlight: Int
        let nextTrySeconds: Int?
        let isCaughtUp: Bool
        let failed: [FailedCommand.Line]
        let stale: Int
        let conflicts: [ConflictsCommand.Line]
        let lastSuccess: String?
        let lastError: String?
        let counts: [String: Int]
        let words: String
        let quarantined: Int
        let history: [Run]?
    }

    func run() async throws {
        let result = try await Device.with(device.directory) { opened in
            let store = opened.engine.store
            let model = await SyncStatusViewModel(
                engine: opened.engine,
                dependencies: .live(),
                formats: Formats { ZoneHistory(.current) }
            )
            await model.refresh()
            try ScreenProblem.check(await model.problem)
            guard let status = await model.status else {
                throw CommandFailure(code: EX_SOFTWARE, message: "There is no state to show.")
            }
            let file = opened.profile.file
            return Result(
                account: file.account?.email,
                server: file.server,
                isSignedIn: file.session != nil,
                pending: status.queue.pending,
                blocked: status.queue.blocked,
                oldestPendingSeconds: status.oldestPendingAge.map { Int($0.components.seconds) },
                inFlight: status.queue.inFlight,
                nextTrySeconds: status.nextTry.map { Int($0.components.seconds) },
                isCaughtUp: status.isCaughtUp,
                failed: try await store.failedMutations().map { FailedCommand.Line($0) },
                stale: status.queue.stale,
                conflicts: try await store.conflicts().map { ConflictsCommand.Line($0) },
                lastSuccess: status.queue.lastSuccess?.rfc3339,
                lastError: status.queue.lastError,
                counts: Dictionary(
                    try await store.counts().map { ($0.key.name, $0.value) },
                    uniquingKeysWith: { first, _ in first }
                ),
                words: await model.words,
                quarantined: status.queue.quarantined,
                history: history ? try await store.syncRuns().map { Run($0) } : nil
            )
        }
        if device.output.json { try printJSON(result) } else { describe(result) }
    }

    private func describe(_ result: Result) {
        print(result.words)
        if let account = result.account, let server = result.server {
            print("Account \(account) on \(server)")
        }
        let counts = EntityKind.allCases.compactMap { kind in
            result.counts[kind.name].map { "\($0) \(kind.name)\($0 == 1 ? "" : "s")" }
        }
        if !counts.isEmpty { print(counts.joined(separator: ", ")) }
        if let time = result.lastSuccess { print("Last synced \(time)") }
        if let error = result.lastError { print("Last try: \(error)") }
        for run in result.history ?? [] {
            print(
                "\(run.startedAt)  \(run.trigger)  \(run.outcome)  sent \(run.pushed), received "
                    + "\(run.pulled), \(run.milliseconds) ms\(run.reason.map { "  \($0)" } ?? "")"
            )
        }
        for failed in result.failed {
            print(
                "Failed: \(failed.operation) of \(failed.kind) \(failed.entity): \(failed.reason)"
            )
        }
        if !result.failed.isEmpty { print("Decide with 'trendy failed'.") }
        for conflict in result.conflicts {
            print("Conflict: \(conflict.kind) \(conflict.entity): \(conflict.words)")
        }
        if !result.conflicts.isEmpty { print("Take back or agree with 'trendy conflicts'.") }
    }
}
