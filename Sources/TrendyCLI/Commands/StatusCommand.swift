import ArgumentParser
import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

struct StatusCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the state of sync: pending and refused changes, conflicts, the account.",
        discussion: """
            Examples:
              trendy status
              trendy status --history       also the last syncs

            'trendy sync' syncs now, 'trendy failed' and 'trendy conflicts' decide, and 'trendy \
            doctor' looks for problems.
            """
    )

    @Flag(
        help: """
            Also show the last syncs and their results; with --json also what triggered them.
            """
    )
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
            reason = run.reason.map { FailureReasonPresenter.text(for: $0) }
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
        let text: String
        let quarantined: Int
        let history: [Run]?
        /// Databases in the directory that belong to no session.
        let profile: ProfileCheck
    }

    /// The texts of the app's screens.
    private struct Screen {
        var text = ""
        var counts = ""
        var lastSynced = ""
        var history: [SyncStatusViewModel.Run] = []
        var failed: [FailedWorkViewModel.Item] = []
        var conflicts: [ConflictsViewModel.Item] = []
    }

    func run() async throws {
        let (result, screen) = try await Device.with(device.directory) { opened in
            let (status, screen) = try await read(opened.engine)
            let store = opened.engine.store
            let file = opened.profile.file
            let result = Result(
                account: file.account?.email,
                server: file.server,
                isSignedIn: file.session != nil,
                pending: status.queue.pending,
                blocked: status.queue.blocked,
                oldestPendingSeconds: status.oldestPendingAge.map { Int($0.components.seconds) },
                inFlight: status.queue.inFlight,
                nextTrySeconds: status.nextTry.map { Int($0.components.seconds) },
                isCaughtUp: status.isCaughtUp,
                failed: try await store.read { try $0.queue.failedMutations() }.map {
                    FailedCommand.Line($0)
                },
                stale: status.queue.stale,
                conflicts: try await store.read { try $0.conflicts.open() }.map {
                    ConflictsCommand.Line($0)
                },
                lastSuccess: status.queue.lastSuccess?.rfc3339,
                lastError: status.queue.lastError.map { FailureReasonPresenter.text(for: $0) },
                counts: Dictionary(
                    try await store.read { try $0.entities.counts() }.map {
                        ($0.key.name, $0.value)
                    },
                    uniquingKeysWith: { first, _ in first }
                ),
                text: screen.text,
                quarantined: status.queue.quarantined,
                history: history
                    ? try await store.read { try $0.sync.runs() }.map { Run($0) } : nil,
                profile: opened.profile.check()
            )
            return (result, screen)
        }
        if device.output.json { try printJSON(result) } else { describe(result, screen) }
    }

    @MainActor
    private func read(_ engine: TrendyEngine) async throws -> (SyncStatus, Screen) {
        let (store, dependencies) = (engine.store, Dependencies.live())
        let formats = ZoneOptions.machineFormats
        let sync = SyncStatusViewModel(
            engine: engine,
            dependencies: dependencies,
            formats: formats
        )
        let failed = FailedWorkViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats
        )
        let conflicts = ConflictsViewModel(
            store: store,
            dependencies: dependencies,
            formats: formats
        )
        await sync.refresh()
        await failed.refresh()
        await conflicts.refresh()
        for problem in [sync.problem, failed.problem, conflicts.problem] {
            try ScreenProblem.check(problem)
        }
        guard let status = sync.status else {
            throw CommandFailure(
                code: EX_SOFTWARE,
                message: "The state of sync could not be read. Run 'trendy doctor'."
            )
        }
        let screen = Screen(
            text: sync.text,
            counts: try await CountEntities(store: store)().text,
            lastSynced: status.queue.lastSuccess == nil ? "" : sync.lastSyncedText,
            // Without --history, only a last sync that failed.
            history: sync.history.filter { history || $0.id == 0 && !$0.isSuccessful },
            failed: failed.items,
            conflicts: conflicts.items
        )
        return (status, screen)
    }

    private func describe(_ result: Result, _ screen: Screen) {
        Console.text("\(screen.text)")
        if let account = result.account, let server = result.server {
            Console.text("Account \(account) on \(server)")
        }
        for line in [screen.counts, screen.lastSynced] where !line.isEmpty {
            Console.text("\(line)")
        }
        for run in screen.history { Console.text("\(run.time)  \(run.text)") }
        for item in screen.failed { Console.text("\(item.title): \(item.reason)") }
        if !screen.failed.isEmpty { Console.text("Decide with 'trendy failed'.") }
        for item in screen.conflicts { Console.text("\(item.title): \(item.text)") }
        if !screen.conflicts.isEmpty { Console.text("Decide with 'trendy conflicts'.") }
        for finding in result.profile.findings {
            Console.text("\n\(finding.finding)\n    \(finding.remedy)")
        }
    }
}
