import Foundation
import GRDB
package import TrendyModel
import TrendySQLite

extension SQLiteStore {
    /// The maximum number of rows that one transaction deletes from a table.
    static let deletionChunk = 500

    package func beginDeletion(account: EntityID) throws {
        try queue.writing { db in
            // Frees the address at once; a valid address contains an @.
            try db.execute(
                sql: """
                    UPDATE account SET deletion_begun = 1, password_hash = '',
                        email = 'deleted ' || hex(id)
                    WHERE id = ?
                    """,
                arguments: [account.data]
            )
            try db.execute(sql: IdentityQuery.deleteAll, arguments: [account.data])
            try Self.deleteSessions(db, account, keeping: nil)
        }
        changeBus.changed(account)
    }

    package func deleteSome(account: EntityID) throws -> Bool {
        try queue.writing { db in
            // Overwrites the deleted content, not only unlinks it
            // (https://sqlite.org/pragma.html#pragma_secure_delete).
            try db.execute(sql: "PRAGMA secure_delete = ON")
            defer {
                // Other deletions do not need it; this pragma does not fail.
                try? db.execute(sql: "PRAGMA secure_delete = OFF")
            }
            for statement in AccountQuery.deleteChunks {
                try db.execute(sql: statement, arguments: [account.data, Self.deletionChunk])
                if db.changesCount > 0 { return true }
            }
            try db.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [account.data])
            return false
        }
    }

    package func accountsInDeletion() throws -> [EntityID] {
        try queue.reading { db in
            let ids = try Data.fetchAll(db, sql: "SELECT id FROM account WHERE deletion_begun = 1")
            return ids.compactMap { EntityID(data: $0) }
        }
    }
}
