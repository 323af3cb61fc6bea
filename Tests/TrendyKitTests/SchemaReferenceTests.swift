import Foundation
import GRDB
import Testing

@testable import TrendyServer
@testable import TrendyStore

/// Compares the schema pages of the reference with what the migrations create.
///
/// `TRENDY_UPDATE_REFERENCE=1` writes the pages instead.
@Suite("The schema reference")
struct SchemaReferenceTests {
    enum Page: String, CaseIterable {
        case device, server

        var title: String {
            switch self {
            case .device: "Database schema: device"
            case .server: "Database schema: server"
            }
        }

        var migrator: DatabaseMigrator {
            switch self {
            case .device: DeviceMigrations.migrator
            case .server: ServerMigrations.migrator
            }
        }
    }

    /// What each table holds.
    ///
    /// A table without a description fails the test.
    private static let descriptions: [String: String] = [
        "account": "One account: sign-in, epoch, last sequence number, quota counters.",
        "closed_stay": "The end of each recorded visit, for late evidence about it.",
        "account_identity": "Identities of providers that sign in to an account.",
        "conflict": "The value that lost a conflict, until the person acknowledges it.",
        "deferred_change": "A pulled change of an entity whose mutation may be in flight.",
        "derived": "This device's last result of each derived event.",
        "device": "One device of an account: its cursor, report and offset.",
        "entity": "Entities: event types, property definitions, geofences, events.",
        "health_category": "The capture state of one health category.",
        "health_day": "The samples that a day was last computed from.",
        "idempotency_record": "The result of each mutation id, for repeated requests.",
        "invite": "Invites for sign-up.",
        "local_visit": "Visits recorded by this device, for finding duplicates.",
        "meta": "Single values by key.",
        "mutation": "The queue of unsent changes, in recording order.",
        "onboarding": "The onboarding status of an account.",
        "one_time_code": "Codes and nonces of sign-ins that work once.",
        "place_state": "The visit state of one geofence.",
        "previous_epoch": "Epochs that a restored backup ended, with the last version of each.",
        "quarantine": "Changes from the server that this version cannot read.",
        "refresh_token": "Refresh tokens, by hash.",
        "region_event": "The newest region events, as the system delivered them.",
        "region_monitor_state": "The state of region monitoring; one row.",
        "rejected_sample": "Samples that were not used, with the reason.",
        "remote_update": "Events that another device changed since the person last opened them.",
        "reverted_deletion": "Deletions that were reverted, so that they do not return.",
        "session": "Signed-in sessions.",
        "sync_run": "The last sync runs.",
    ]

    @Test("Each page is what its migrations create", arguments: Page.allCases)
    func upToDate(page: Page) throws {
        let database = try DatabaseQueue()
        try page.migrator.migrate(database)
        let text = try database.read { try Self.markdown(page, $0) }
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "docs/reference/database-schema-\(page.rawValue).md")

        if ProcessInfo.processInfo.environment["TRENDY_UPDATE_REFERENCE"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let isCurrent = try String(contentsOf: file, encoding: .utf8) == text
        #expect(isCurrent, "Run this test with TRENDY_UPDATE_REFERENCE=1 and commit \(file.path).")
    }

    private static func markdown(_ page: Page, _ db: Database) throws -> String {
        var text = """
            # \(page.title)

            Generated from the migrations by `SchemaReferenceTests`. Instants are milliseconds since \
            1970 (UTC), days are counted from 1 January 1970, ids are 16 bytes.

            """
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT name FROM sqlite_master WHERE type = 'table'
                    AND name NOT LIKE 'sqlite_%' AND name <> 'grdb_migrations' ORDER BY name
                """
        )
        for table in tables {
            let description = try #require(descriptions[table], "Describe the table \(table).")
            text += "\n## \(table)\n\n\(description)\n\n| column | type | null | key |\n"
            text += "|---|---|---|---|\n"
            let key = try db.primaryKey(table)
            for column in try db.columns(in: table) {
                let isKey = key.columns.contains(column.name)
                text += "| `\(column.name)` | \(column.type) "
                text +=
                    "| \(column.isNotNull || isKey ? "no" : "yes") | \(isKey ? "primary" : "") |\n"
            }
            let indexes = try String.fetchAll(
                db,
                sql: """
                    SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ?
                        AND sql IS NOT NULL ORDER BY name
                    """,
                arguments: [table]
            )
            guard !indexes.isEmpty else { continue }
            let lines = indexes.map { index in
                index.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            }
            text += "\n```sql\n\(lines.joined(separator: "\n"))\n```\n"
        }
        return text
    }
}
