package import TrendyModel
package import TrendyServer
package import TrendyWire

/// The data of an account.
extension ShardedStore {
    package func push(
        account: EntityID,
        commands: [PushCommand],
        expectedEpoch: String?,
        now: Instant
    ) async throws -> PushOutcome {
        try await on(account) {
            try await $0.push(
                account: account,
                commands: commands,
                expectedEpoch: expectedEpoch,
                now: now
            )
        }
    }

    package func latestCursor(account: EntityID) async throws -> Cursor {
        try await on(account) { try await $0.latestCursor(account: account) }
    }

    package func changes(account: EntityID, after: Int64, limit: Int) async throws -> ChangeSlice {
        try await on(account) { try await $0.changes(account: account, after: after, limit: limit) }
    }

    package func snapshotStart(account: EntityID) async throws -> SnapshotStart {
        try await on(account) { try await $0.snapshotStart(account: account) }
    }

    package func snapshotPage(
        account: EntityID,
        after: SnapshotPosition,
        limit: Int
    ) async throws -> SnapshotPage {
        try await on(account) {
            try await $0.snapshotPage(account: account, after: after, limit: limit)
        }
    }

    package func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> AccountDigest {
        try await on(account) {
            try await $0.digest(account: account, kind: kind, prefix: prefix)
        }
    }

    package func range(
        account: EntityID,
        prefix: IDPrefix,
        after: EntityID?,
        limit: Int
    ) async throws -> RangePage {
        try await on(account) {
            try await $0.range(account: account, prefix: prefix, after: after, limit: limit)
        }
    }

    package func entity(account: EntityID, id: EntityID) async throws -> Entity? {
        try await on(account) { store in
            let entity = try await store.entity(account: account, id: id)
            // This statement alone does not tell whether the account is in the cluster.
            _ = try await store.latestCursor(account: account)
            return entity
        }
    }

    package func events(account: EntityID, query: EventQuery) async throws -> EntityPage {
        try await on(account) { try await $0.events(account: account, query: query) }
    }

    package func entities(account: EntityID, query: EntityQuery) async throws -> EntityPage {
        try await on(account) { try await $0.entities(account: account, query: query) }
    }

    package func onboarding(account: EntityID) async throws -> OnboardingStatus {
        try await on(account) { try await $0.onboarding(account: account) }
    }

    package func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus {
        try await on(account) { try await $0.editOnboarding(account: account, edit, now: now) }
    }

    package func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws {
        try await on(account) {
            try await $0.saveReport(account: account, device: device, report: report, now: now)
        }
    }

    package func accountState(account: EntityID) async throws -> AccountState {
        try await on(account) { try await $0.accountState(account: account) }
    }
}
