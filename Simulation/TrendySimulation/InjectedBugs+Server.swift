import SimulationKit
import TrendyModel
import TrendyServer
import TrendyWire

/// Mistakes of the server.
extension InjectedBug {
    static var server: [InjectedBug] {
        [
            make("no-receipt", "What was applied is not remembered") {
                $0.serverSQL = """
                    CREATE TEMP TRIGGER spoil BEFORE INSERT ON main.receipt
                    BEGIN SELECT RAISE(IGNORE); END
                    """
            },
            make("receipt-later", "The receipt is written after the transaction") {
                $0.server = { BuggyStore(base: $0, world: $1, push: pushWithLateReceipt) }
            },
            make("receipts-lost-at-restart", "Receipts are kept in memory only") {
                $0.serverSQL = "DELETE FROM idempotency_record"
                $0.faults = {
                    $0.serverCrashes = .seconds(3600)
                    $0.lossAfter = 300
                    $0.actions = .seconds(2400)
                }
            },
            changing(
                "number-before-lock",
                "A number is taken before the lock: a later one is seen first"
            ) {
                // Every third page of several changes lacks one that came shortly before its end.
                guard $0.entities.count > 1, $0.nextVersion % 3 == 0 else { return }
                $0.entities.remove(at: $0.entities.count - 2)
            },
            changing("off-by-one-page", "The next page starts one change too late") {
                if !$0.entities.isEmpty { $0.nextVersion += 1 }
            },
            changing("no-tombstones", "Deletions are not among the changes") {
                $0.entities.removeAll { $0.deletedAt != nil }
            },
            make("snapshot-too-new", "A snapshot is pinned to a number after its beginning") {
                $0.server = { store, world in
                    BuggyStore(
                        base: store,
                        world: world,
                        snapshotStart: { this, account in
                            var start = try await this.base.snapshotStart(account: account)
                            start.version += 1
                            return start
                        }
                    )
                }
            },
            make("base-ignored", "The server takes every update, whatever it was based on") {
                $0.server = { store, world in
                    BuggyStore(
                        base: store,
                        world: world,
                        push: { this, account, commands, now in
                            try await this.base.push(
                                account: account,
                                commands: commands.map { $0.withoutBase },
                                now: now
                            )
                        }
                    )
                }
            },
            make("epoch-kept", "A backup is put back without a new epoch") {
                $0.keepsEpoch = true
                $0.faults = { $0.restorations = .seconds(2 * 86_400) }
            },
        ]
    }

    @Sendable
    private static func pushWithLateReceipt(
        _ this: BuggyStore,
        _ account: EntityID,
        _ commands: [PushCommand],
        _ now: Instant
    ) async throws -> PushOutcome {
        let outcome = try await this.base.push(account: account, commands: commands, now: now)
        try await this.base.execute(
            """
            CREATE TABLE IF NOT EXISTS late AS SELECT * FROM idempotency_record WHERE 0;
            INSERT INTO late SELECT * FROM idempotency_record;
            DELETE FROM idempotency_record;
            """
        )
        try await this.world.simulation.sleep(for: .seconds(90))
        try await this.base.execute(
            "INSERT OR IGNORE INTO idempotency_record SELECT * FROM late; DELETE FROM late;"
        )
        return outcome
    }

    /// A server whose pages of changes are spoiled.
    private static func changing(
        _ name: String,
        _ mistake: String,
        _ spoil: @escaping @Sendable (inout ChangeSlice) -> Void
    ) -> InjectedBug {
        make(name, mistake) {
            $0.server = { store, world in
                BuggyStore(
                    base: store,
                    world: world,
                    changes: { this, account, after, limit in
                        var slice = try await this.base.changes(
                            account: account,
                            after: after,
                            limit: limit
                        )
                        spoil(&slice)
                        return slice
                    }
                )
            }
        }
    }
}

extension PushCommand {
    /// The same command, as if it were based on nothing.
    fileprivate var withoutBase: PushCommand {
        var mutation = mutation
        mutation.baseVersion = nil
        return PushCommand(mutation: mutation, requestHash: requestHash, cascades: cascades)
    }
}
