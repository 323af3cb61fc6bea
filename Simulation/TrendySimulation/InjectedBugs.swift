import SimulationKit
import TrendyKit
import TrendyModel
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWire

extension InjectedBug {
    /// All injected bugs.
    package static var all: [InjectedBug] {
        server + queue + pull + merging + storage + health + places + signals + monitoring + field
            + lookups + accounts + onboarding + apps
    }

    static func make(
        _ name: String,
        _ summary: String,
        _ change: (inout InjectedBug) -> Void
    ) -> InjectedBug {
        var bug = InjectedBug(name, summary)
        change(&bug)
        return bug
    }

    // MARK: the queue

    private static func pushing(
        _ name: String,
        _ summary: String,
        _ push: @escaping @Sendable (BuggyTransport, PushRequest) async throws -> PushAnswer
    ) -> InjectedBug {
        make(name, summary) {
            $0.transport = { BuggyTransport(base: $0, process: $1, push: push) }
        }
    }

    private static var queue: [InjectedBug] {
        [
            pushing("in-flight-edit-is-sent", "An edit during a push counts as sent") {
                let answer = try await $0.base.push($1)
                try await $0.process.engine.store.execute(
                    "DELETE FROM mutation WHERE entity_id = ?",
                    ids: $1.mutations.map(\.entityID)
                )
                return answer
            },
            pushing("timeout-is-success", "A request that timed out counts as applied") {
                do {
                    return try await $0.base.push($1)
                } catch let failure as SyncFailure where failure.code == .offline {
                    let cursor = try await $0.process.engine.store.read { try $0.sync.cursor() }
                    return PushAnswer(
                        epoch: cursor.flatMap { Cursor($0)?.epoch } ?? "none",
                        results: $1.mutations.map {
                            PushResult(id: $0.id, status: .applied, version: 1)
                        }
                    )
                }
            },
            pushing("conflict-is-success", "A conflict counts as applied") {
                try await $0.base.push($1).replacing(.conflict)
            },
            pushing("rejection-is-success", "A rejected mutation is dropped") {
                try await $0.base.push($1).replacing(.rejected)
            },
            pushing("refusal-stops-queue", "One refused mutation stops the whole queue for good") {
                let answer = try await $0.base.push($1)
                let isRefused = answer.results.contains {
                    $0.status == .rejected || $0.status == .conflict
                }
                if isRefused {
                    throw SyncFailure(code: .busy, reason: .serverBusy)
                }
                return answer
            },
            pushing("null-is-absent", "Clearing a field sends nothing") {
                try await $0.base.push($1.mapped { $0.withoutNulls })
            },
            pushing("no-base", "The base version of an edit is not sent") {
                try await $0.base.push(
                    $1.mapped { mutation in
                        var mutation = mutation
                        mutation.baseVersion = nil
                        return mutation
                    }
                )
            },
            pushing("own-timestamps", "A device keeps its own times of accepted changes") {
                var answer = try await $0.base.push($1)
                for (index, result) in answer.results.enumerated() where result.status == .applied {
                    answer.results[index].entity = nil
                }
                return answer
            },
            pushing("cursor-range-too-long", "The cursor skips changes of others during a push") {
                var answer = try await $0.base.push($1)
                if let cursor = try await $0.process.engine.store.read({ try $0.sync.cursor() }) {
                    answer.previousCursor = cursor
                }
                return answer
            },
            make("stuck-in-flight", "A refused mutation stays in flight") {
                $0.deviceSQL = """
                    CREATE TEMP TRIGGER spoil AFTER UPDATE OF attempts ON main.mutation
                    WHEN NEW.state = 0 AND NEW.attempts > 0 BEGIN
                        UPDATE mutation SET state = 1 WHERE seq = NEW.seq;
                    END
                    """
                $0.faults = { $0.unavailable = 200 }
            },
            make("retry-storm", "A refused mutation is retried at once and without limit") {
                var policy = RetryPolicy()
                policy.maximumAttempts = .max
                policy.firstDelay = .milliseconds(1)
                policy.maximumDelay = .milliseconds(1)
                $0.retryPolicy = policy
                // The transport refuses changes for now, again and again.
                $0.transport = { base, process in
                    BuggyTransport(base: base, process: process) { transport, request in
                        var answer = try await transport.base.push(request)
                        for (index, result) in answer.results.enumerated()
                        where result.id.low % 16 == 0 {
                            answer.results[index] = PushResult(
                                id: result.id,
                                status: .rejected,
                                problem: Problem(.unavailable, detail: "The entity is unavailable.")
                            )
                        }
                        return answer
                    }
                }
            },
            make("silent-failure", "A failed mutation has no reason") {
                $0.deviceSQL = """
                    CREATE TEMP TRIGGER spoil AFTER UPDATE OF state ON main.mutation
                    WHEN NEW.state > 0 BEGIN
                        UPDATE mutation SET problem = NULL WHERE seq = NEW.seq;
                    END
                    """
            },
            make("failed-dropped", "A failed mutation is deleted") {
                $0.deviceSQL = """
                    CREATE TEMP TRIGGER spoil AFTER UPDATE OF state ON main.mutation
                    WHEN NEW.state > 0 BEGIN DELETE FROM mutation WHERE seq = NEW.seq; END
                    """
            },
            make("sent-forgotten", "After a restart, sent mutations are coalesced with new edits") {
                $0.deviceSQL = """
                    CREATE TEMP TRIGGER spoil AFTER UPDATE ON main.meta
                    WHEN NEW.key = 'sent_through' BEGIN
                        DELETE FROM meta WHERE key = 'sent_through';
                    END;
                    CREATE TEMP TRIGGER spoil2 AFTER INSERT ON main.meta
                    WHEN NEW.key = 'sent_through' BEGIN
                        DELETE FROM meta WHERE key = 'sent_through';
                    END
                    """
                $0.faults = {
                    $0.kills = .seconds(3600)
                    $0.lossAfter = 500
                    $0.partitions = .seconds(6 * 3600)
                    $0.actions = .seconds(1200)
                }
            },
        ]
    }

    // MARK: pulls

    private static var pull: [InjectedBug] {
        [
            make("cursor-first", "The cursor is stored before the page") {
                $0.transport = { transport, process in
                    BuggyTransport(
                        base: transport,
                        process: process,
                        changes: { this, cursor, limit in
                            let page = try await this.base.changes(since: cursor, limit: limit)
                            let store = this.process.engine.store
                            try await store.keep(cursor: page.nextCursor.description)
                            try await this.process.device.world.simulation.sleep(for: .seconds(60))
                            return page
                        }
                    )
                }
                $0.faults = { $0.kills = .seconds(3 * 3600) }
            },
            make("deaf-stream", "Announcements after the first do not start a sync") {
                $0.transport = { BuggyTransport(base: $0, process: $1, isDeaf: true) }
            },
            make("page-skipped", "A page that fails to apply is skipped") {
                $0.transport = { transport, process in
                    BuggyTransport(
                        base: transport,
                        process: process,
                        changes: { this, cursor, limit in
                            var page = try await this.base.changes(since: cursor, limit: limit)
                            if page.changes.count % 5 == 3 { page.changes = [] }
                            return page
                        }
                    )
                }
            },
            make("bootstrap-deletes-first", "A bootstrap deletes all entities before it reads") {
                $0.transport = { transport, process in
                    BuggyTransport(
                        base: transport,
                        process: process,
                        beforeSnapshot: {
                            try await $0.process.engine.store.execute(
                                "DELETE FROM entity WHERE version > 0"
                            )
                        }
                    )
                }
                $0.faults = { $0.restorations = .seconds(12 * 3600) }
            },
            make("different-digests", "Device and server compute different digests") {
                $0.transport = { transport, process in
                    BuggyTransport(
                        base: transport,
                        process: process,
                        digest: { this, prefix in
                            var answer = try await this.base.digest(prefix: prefix)
                            for name in answer.buckets.keys.sorted() {
                                answer.buckets[name]?.digest ^= 1
                            }
                            return answer
                        }
                    )
                }
            },
        ]
    }

    // MARK: merge

    private static var merging: [InjectedBug] {
        [
            make("remote-wins", "A pull overwrites pending edits") {
                $0.mergePolicy = WrongMerge { divergence, _ in
                    Resolution(merged: divergence.remote, losses: [])
                }
            },
            make("local-wins", "Pending edits overwrite pulled changes") {
                $0.mergePolicy = WrongMerge { divergence, _ in
                    Resolution(merged: divergence.local, losses: [])
                }
            },
            make("no-conflict-log", "The losing value of a conflict is not kept") {
                $0.mergePolicy = WrongMerge { _, right in
                    Resolution(merged: right.merged, losses: [])
                }
            },
            make("never-asks", "Conflicts that should ask the person are resolved at once") {
                $0.mergePolicy = WrongMerge { divergence, _ in
                    var unasked = divergence
                    unasked.asksBeforeResolving = false
                    return ConflictResolver().resolve(unasked)
                }
                $0.faults = {
                    $0.hasAskedConflicts = true
                    $0.actions = .seconds(1200)
                    $0.partitions = .seconds(6 * 3600)
                }
            },
            make("edit-revives", "An edit of another device restores a deleted entity") {
                $0.mergePolicy = WrongMerge { divergence, right in
                    divergence.local == nil && divergence.remote != nil
                        ? Resolution(merged: divergence.remote, losses: []) : right
                }
                $0.faults = {
                    $0.actions = .seconds(1200)
                    $0.partitions = .seconds(6 * 3600)
                }
            },
        ]
    }

    private struct WrongMerge: MergePolicy {
        let change: @Sendable (Divergence, Resolution) -> Resolution

        func resolve(_ divergence: Divergence) -> Resolution {
            change(divergence, ConflictResolver().resolve(divergence))
        }
    }

    // MARK: storage

    private static var storage: [InjectedBug] {
        [
            make("device-not-durable", "A device's commits are not synced") {
                $0.deviceSQL = "PRAGMA synchronous = NORMAL"
                $0.faults = { $0.powerLosses = .seconds(12 * 3600) }
            },
            make("server-not-durable", "The server's commits are not synced") {
                $0.serverSQL = "PRAGMA synchronous = NORMAL"
                $0.faults = { $0.serverCrashes = .seconds(12 * 3600) }
            },
        ]
    }

    // MARK: accounts

    private static var accounts: [InjectedBug] {
        [
            make("shared-session", "A new sign-in uses the previous session") {
                $0.sharesSession = true
                $0.faults = switching
            },
            make("shared-database", "A new sign-in uses the previous account's device database") {
                $0.sharesDatabase = true
                $0.faults = switching
            },
            make("account-not-in-key", "The server reads changes of all accounts") {
                $0.server = { store, world in
                    BuggyStore(
                        base: store,
                        world: world,
                        changes: { this, account, after, limit in
                            let others = this.world.devices.compactMap {
                                $0.accountID(UserActor.account(1))
                            }
                            return try await this.base.changes(
                                account: others.first ?? account,
                                after: after,
                                limit: limit
                            )
                        }
                    )
                }
                $0.faults = switching
            },
        ]
    }

    private static let switching: @Sendable (inout FaultMix) -> Void = {
        $0.accounts = 2
        $0.accountSwitches = .seconds(12 * 3600)
    }
}

extension PushRequest {
    fileprivate func mapped(_ change: (PushMutation) -> PushMutation) -> PushRequest {
        PushRequest(deviceID: deviceID, epoch: epoch, mutations: mutations.map(change))
    }
}

extension PushMutation {
    /// The same mutation without the fields that it clears.
    fileprivate var withoutNulls: PushMutation {
        guard let fields = fields.fields else { return self }
        var document = Document()
        for field in fields where !field.value.isNull { document[field.key] = field.value }
        var copy = self
        copy.fields = document.json
        return copy
    }
}

extension PushAnswer {
    /// The same answer with all results of one status replaced by success.
    fileprivate func replacing(_ status: PushStatus) -> PushAnswer {
        var copy = self
        copy.results = results.map { result in
            guard result.status == status else { return result }
            return PushResult(id: result.id, status: .applied, version: result.entity?.version ?? 1)
        }
        return copy
    }
}
