package import TrendyModel
import TrendyWire

extension SQLiteStore {
    package nonisolated func push(
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        now: Instant
    ) async throws -> PushOutcome {
        let push = AccountPush(
            account: account,
            commands: commands,
            expectedEpoch: expectedEpoch,
            limits: limits,
            quota: quota,
            now: now
        )
        return try await push.run { push in
            let step = try await write(for: account) { db in
                try push.step(on: SQLitePushDatabase(db, account: account))
            }
            if step.versionAfter > step.versionBefore { changeBus.changed(account) }
            return step
        } afterStep: {
            try await finishedStep(of: account)
        }
    }
}
