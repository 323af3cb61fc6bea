import Foundation
import GRDB
import Testing
import TrendyModel

@testable import TrendyServer

@Suite("Migrations of the server's database")
struct ServerMigrationTests {
    /// A row of the table `entity`.
    private struct Row {
        let account: UInt8
        var isDeleted = false
        let content: String
    }

    /// A database of an older schema with the accounts 1, 2 and 3.
    private func database(_ version: String, _ rows: [Row]) throws -> DatabaseQueue {
        let queue = try DatabaseQueue()
        try ServerMigrations.migrator.migrate(queue, upTo: version)
        try queue.write { db in
            for account in 1...3 {
                try db.execute(
                    sql: """
                        INSERT INTO account (id, email, password_hash, created_at)
                        VALUES (?, ?, 'none', 0)
                        """,
                    arguments: [Data([UInt8(account)]), "a\(account)@example.com"]
                )
            }
            for (index, row) in rows.enumerated() {
                try db.execute(
                    sql: """
                        INSERT INTO entity (account, id, kind, version, created_at, updated_at,
                            deleted_at, content)
                        VALUES (?, ?, 4, ?, 0, 0, ?, ?)
                        """,
                    arguments: [
                        Data([row.account]), Data([UInt8(index)]), index,
                        row.isDeleted ? 5 : nil, row.content,
                    ]
                )
            }
        }
        return queue
    }

    private func bytes(_ queue: DatabaseQueue) throws -> [Int] {
        try queue.read { db in
            try Int.fetchAll(db, sql: "SELECT content_bytes FROM account ORDER BY id")
        }
    }

    private func contents(_ queue: DatabaseQueue) throws -> [String] {
        try queue.read { try String.fetchAll($0, sql: "SELECT content FROM entity ORDER BY id") }
    }

    @Test("Migration 0004 counts the bytes of each account's live entities")
    func storedBytes() throws {
        let queue = try database(
            "0003",
            [
                Row(account: 1, content: #"{"a":1}"#), Row(account: 1, content: "{\"a\":\"é\"}"),
                Row(account: 1, isDeleted: true, content: "{}"),
                Row(account: 2, content: "{}"),
            ]
        )

        try ServerMigrations.migrator.migrate(queue, upTo: "0004")

        #expect(try bytes(queue) == [17, 2, 0])
    }

    @Test("Migration 0008 gives each account the epoch of the database")
    func epochs() throws {
        let queue = try database("0007", [])
        try queue.write { db in
            try db.execute(sql: "INSERT INTO meta (key, value) VALUES ('epoch', 'abc1')")
        }

        try ServerMigrations.migrator.migrate(queue)

        let epochs = try queue.read { try String.fetchAll($0, sql: "SELECT epoch FROM account") }
        #expect(epochs == ["abc1", "abc1", "abc1"])
    }

    @Test("Migration 0005 renames members in all accounts, and no text in values")
    func renamedMembers() throws {
        let contents = [
            #"{"entry_known_by":"fix","exit_known_by":"fix","in_doubt":true,"last_elsewhere":1}"#,
            #"{"notes":"\"in_doubt\": entry_known_by"}"#, #"{"not_in_doubt":1}"#,
            #"{"in_doubt":false}"#,
        ]
        let queue = try database(
            "0004",
            [1, 1, 2, 2].enumerated().map { Row(account: $0.element, content: contents[$0.offset]) }
        )

        try ServerMigrations.migrator.migrate(queue)

        let renamed = try self.contents(queue)
        #expect(
            renamed == [
                #"{"entry_source":"fix","exit_source":"fix","unconfirmed":true,"#
                    + #""last_outside_fix":1}"#,
                contents[1], contents[2], #"{"unconfirmed":false}"#,
            ]
        )
        let counts = renamed.map(\.utf8.count)
        #expect(try bytes(queue) == [counts[0] + counts[1], counts[2] + counts[3], 0])
    }

    @Test("Migration 0005 counts no bytes of deleted entities")
    func bytesOfDeleted() throws {
        let queue = try database(
            "0004",
            [
                Row(account: 2, content: #"{"a":1}"#),
                Row(account: 2, isDeleted: true, content: "{}"),
                Row(account: 3, isDeleted: true, content: "{}"),
            ]
        )

        try ServerMigrations.migrator.migrate(queue)

        #expect(try bytes(queue) == [0, 7, 0])
    }
}
