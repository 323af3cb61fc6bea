import SimulationKit
import TrendyModel
import TrendyServer
import TrendyWire

/// Server bugs.
extension InjectedBug {
    static var server: [InjectedBug] {
        [
            make("no-idempotency-record", "Idempotency records are not stored") {
                $0.serverSQL = """
                    CREATE TEMP TRIGGER spoil BEFORE INSERT ON main.idempotency_record
                    BEGIN SELECT RAISE(IGNORE); END
                    """
            },
            make("late-idempotency-record", "Idempotency records are written after the transaction")
            {
                $0.server = { BuggyStore(base: $0, world: $1, push: pushWithLateReceipt) }
                $0.faults = {
                    $0.lossAfter = 300
                    $0.duplication = 200
                }
            },
            make("volatile-idempotency-records", "Idempotency records are kept in memory only") {
                $0.serverSQL = "DELETE FROM idempotency_record"
                $0.faults = {
                    $0.serverCrashes = .seconds(3600)
                    $0.lossAfter = 300
                    $0.actions = .seconds(2400)
                }
            },
            changing(
                "number-before-lock",
                "Versions are assigned before the lock and commit out of order"
            ) {
                // Every third page of several changes omits a change shortly before its end.
                guard $0.entities.count > 1, $0.nextVersion % 3 == 0 else { return }
                $0.entities.remove(at: $0.entities.count - 2)
            },
            changing("off-by-one-page", "The next page omits one change") {
                if !$0.entities.isEmpty { $0.nextVersion += 1 }
            },
            changing("no-tombstones", "Pages of changes contain no deletions") {
                $0.entities.removeAll { $0.deletedAt != nil }
            },
            make("snapshot-too-new", "A snapshot's cursor is newer than its content") {
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
            make("base-ignored", "The server ignores the base version of updates") {
                $0.server = { store, world in
                    BuggyStore(
                        base: store,
                        world: world,
                        push: { this, account, commands, epoch, now in
                            try await this.base.push(
                                account: account,
                                commands: commands.map { $0.withoutBase },
                                expectedEpoch: epoch,
                                now: now
                            )
                        }
                    )
                }
            },
            make("epoch-kept", "A backup is restored without a new epoch") {
                $0.keepsEpoch = true
                $0.faults = { $0.restorations = .seconds(12 * 3600) }
            },
        ]
    }

    @Sendable
    private static func pushWithLateReceipt(
        _ this: BuggyStore,
        _ account: EntityID,
        _ commands: [PushCommand],
        _ epoch: String?,
        _ now: Instant
    ) async throws -> PushOutcome {
        let outcome = try await this.base.push(
            account: account,
            commands: commands,
            expectedEpoch: epoch,
            now: now
        )
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

    /// A server with corrupted pages of changes.
    private static func changing(
        _ name: String,
        _ summary: String,
        _ spoil: @escaping @Sendable (inout ChangeSlice) -> Void
    ) -> InjectedBug {
        make(name, summary) {
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
    /// The same command without its base version.
    fileprivate var withoutBase: PushCommand {
        var mutation = mutation
        mutation.baseVersion = nil
        return PushCommand(mutation: mutation, requestHash: requestHash, cascades: cascades)
    }
}
