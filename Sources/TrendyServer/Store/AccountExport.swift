import Foundation
package import TrendyModel
import TrendyWire

/// Export of all data of an account as NDJSON.
///
/// The first line names the account. Sessions, devices and the onboarding status follow, then the
/// live entities in the form of a snapshot. The last line counts the entities: without it the
/// export is incomplete. Secrets (the password hash, tokens) are excluded.
package struct AccountExport: Sendable {
    /// The version of the format.
    package static let format = 1
    /// Entities per read.
    static let pageSize = 500

    let store: any ServerStore
    let account: EntityID
    let now: Instant

    /// Creates an export of the current data of an account.
    package init(store: any ServerStore, account: EntityID, now: Instant) {
        self.store = store
        self.account = account
        self.now = now
    }

    /// Passes the lines to `write` in batches.
    ///
    /// - Throws: errors of the store and of `write`.
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
