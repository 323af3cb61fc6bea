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
            let step = try await writes.run(for: account) { try await transaction(push) }
            if step.versionAfter > step.versionBefore { changeBus.changed(account) }
            return step
        } afterStep: {
            try await finishedStep(of: account)
        }
    }

    private func transaction(_ push: AccountPush) throws -> AccountPush.Step {
        try queue.writing { db in
            try push.step(on: SQLitePushDatabase(db, account: push.account))
        }
    }
}
