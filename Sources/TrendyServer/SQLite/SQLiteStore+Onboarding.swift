import GRDB
package import TrendyModel
import TrendySQLite
package import TrendyWire

extension SQLiteStore {
    package func onboarding(account: EntityID) throws -> OnboardingStatus {
        try queue.reading { try Self.onboarding($0, account) }
    }

    package nonisolated func editOnboarding(
        account: EntityID,
        _ edit: OnboardingEdit,
        now: Instant
    ) async throws -> OnboardingStatus {
        try await write(for: account) { db in
            let status = try edit.applied(to: try Self.onboarding(db, account), now: now)
            try db.cachedStatement(sql: AccountQuery.setOnboarding).execute(
                arguments: [account.data, status.document.json.description]
            )
            return status
        }
    }

    private static func onboarding(
        _ db: Database,
        _ account: EntityID
    ) throws -> OnboardingStatus {
        let row = try Row.fetchOne(
            db.cachedStatement(sql: AccountQuery.onboarding),
            arguments: [account.data]
        )
        guard let row else { throw ServerError.unknownAccount }
        let createdAt = Instant(milliseconds: row["created_at"])
        let content: String? = row["content"]
        var status = try content.map { try decode($0) } ?? OnboardingStatus()
        status.setRecord(userID: account, createdAt: createdAt)
        return status
    }

    private static func decode(_ content: String) throws -> OnboardingStatus {
        var text = content
        do {
            return try text.withUTF8 { try OnboardingStatus(json: UnsafeRawBufferPointer($0)) }
        } catch {
            throw ServerError.damagedEntity
        }
    }
}
