import Foundation
package import TrendyModel
import TrendyWire

/// Everything that a server holds of an account, as lines of JSON (NDJSON).
///
/// The first line says whose export it is; sessions, devices and the onboarding status follow, then
/// the entities as in a snapshot, deleted ones left out. The last line counts the entities: without
/// it the export is cut short. Secrets (the password's hash, tokens) are not in it.
package struct AccountExport: Sendable {
    /// The version of this form.
    package static let format = 1
    /// Entities that are read at once.
    static let pageSize = 500

    let store: any ServerStore
    let account: EntityID
    let now: Instant

    /// An export of an account as it is now.
    package init(store: any ServerStore, account: EntityID, now: Instant) {
        self.store = store
        self.account = account
        self.now = now
    }

    /// Hands the lines to `write`, some at a time.
    ///
    /// - Throws: what the store or `write` throws.
    package func write(_ write: ([UInt8]) async throws -> Void) async throws {
        try await write(try await head())
        var entities: Int64 = 0
        var place: SnapshotPosition? = .start
        while let current = place {
            let page = try await store.snapshotPage(
                account: account,
                after: current,
                limit: Self.pageSize
            )
            var lines = JSONWriter(capacity: Self.pageSize * 512)
            for entity in page.entities { SnapshotLine.entity(entity).write(to: &lines) }
            entities += Int64(page.entities.count)
            place = page.next
            if !lines.bytes.isEmpty { try await write(lines.bytes) }
        }
        var end = JSONWriter()
        end.raw("{\"record\":\"end\",\"entities\":")
        end.integer(entities)
        end.raw("}\n")
        try await write(end.bytes)
    }

    private func head() async throws -> [UInt8] {
        guard let account = try await store.account(id: account) else {
            throw ServerError.unknownAccount
        }
        var lines = JSONWriter()
        lines.raw("{\"record\":\"account\",\"format\":")
        lines.integer(Int64(Self.format))
        lines.raw(",\"exported_at\":")
        lines.instant(now)
        lines.raw(",\"id\":")
        lines.id(account.id)
        lines.raw(",\"email\":")
        lines.string(account.email)
        lines.raw(",\"created_at\":")
        lines.instant(account.createdAt)
        lines.raw("}\n")
        for session in try await store.sessions(account: account.id) {
            lines.raw("{\"record\":\"session\",\"id\":")
            lines.id(session.id)
            lines.raw(",\"created_at\":")
            lines.instant(session.createdAt)
            lines.raw(",\"refreshed_at\":")
            lines.instant(session.refreshedAt)
            lines.raw(",\"client\":")
            lines.string(session.client)
            lines.raw("}\n")
        }
        for device in try await store.accountState(account: account.id).devices {
            lines.raw("{\"record\":\"device\",\"id\":")
            lines.id(device.id)
            lines.raw(",\"reported_at\":")
            lines.instant(device.reportedAt)
            lines.raw(",\"report\":")
            lines.raw(try JSONEncoder().encode(device.report))
            lines.raw("}\n")
        }
        lines.raw("{\"record\":\"onboarding\",\"status\":")
        lines.value(try await store.onboarding(account: account.id).document.json)
        lines.raw("}\n")
        return lines.bytes
    }
}
