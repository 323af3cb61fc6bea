import GRDB
package import TrendyModel
import TrendySQLite
package import TrendyWire

extension SQLiteStore {
    package nonisolated func saveReport(
        account: EntityID,
        device: EntityID,
        report: DeviceReport,
        now: Instant
    ) async throws {
        let details = try DeviceDetails(report).json
        try await write(for: account) { db in
            try db.execute(
                sql: """
                    INSERT INTO device (account, id, reported_at, name, pending, failed,
                        oldest_pending_seconds, app_version, schema_version, details)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    ON CONFLICT (account, id) DO UPDATE SET
                        reported_at = excluded.reported_at, name = excluded.name,
                        pending = excluded.pending, failed = excluded.failed,
                        oldest_pending_seconds = excluded.oldest_pending_seconds,
                        app_version = excluded.app_version,
                        schema_version = excluded.schema_version, details = excluded.details
                    """,
                arguments: [
                    account.data, device.data, now.milliseconds, report.name, report.pending,
                    report.failed, report.oldestPendingSeconds, report.appVersion,
                    report.schemaVersion, details,
                ]
            )
            try db.execute(
                sql: AccountQuery.deleteOldestDevices,
                arguments: [account.data, account.data, AccountQuota.devices]
            )
        }
    }

    package func accountState(account: EntityID) throws -> AccountState {
        try queue.readingSnapshot { db in
            let numbers = try AccountRow.read(db, account)
            let rows = try Row.fetchAll(
                db,
                sql: AccountQuery.devices,
                arguments: [account.data]
            )
            let devices = try rows.map { row in
                guard let id = EntityID(data: row["id"]) else { throw ServerError.damagedEntity }
                let details = DeviceDetails(stored: row["details"])
                return AccountState.Device(
                    id: id,
                    reportedAt: Instant(milliseconds: row["reported_at"]),
                    report: DeviceReport(
                        name: row["name"],
                        pending: row["pending"],
                        failed: row["failed"],
                        oldestPendingSeconds: row["oldest_pending_seconds"],
                        appVersion: row["app_version"],
                        schemaVersion: row["schema_version"],
                        queue: details.queue,
                        conditions: details.conditions
                    )
                )
            }
            return AccountState(
                epoch: numbers.epoch,
                version: numbers.sequence,
                counts: numbers.countsByKind,
                devices: devices
            )
        }
    }
}
