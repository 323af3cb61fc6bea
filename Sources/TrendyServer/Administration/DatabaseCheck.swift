import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// Read-only checks of a server database.
enum DatabaseCheck {
    typealias Finding = CheckReport.Finding

    /// The maximum number of lines of SQLite's integrity check that count.
    static let maximumIntegrityLines = 100

    private static let restore =
        "Install a backup with 'trendy server restore FILE'; devices then upload what it lacks."

    /// Checks SQLite's own structures: pages, indexes, references.
    static func structure(_ db: Database) throws -> [Finding] {
        let lines: [String]
        do {
            lines = try String.fetchAll(
                db,
                sql: "PRAGMA integrity_check(\(maximumIntegrityLines))"
            )
        } catch {
            return [try damage(error)]
        }
        var findings: [Finding] = []
        if lines != ["ok"] {
            findings.append(
                Finding(
                    code: "damaged",
                    finding: "SQLite's integrity check fails in \(count(lines.count, "place")).",
                    remedy: restore
                )
            )
        }
        do {
            let rows = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check")
            let tables = Dictionary(grouping: rows) { $0["table"] as String? ?? "?" }
            for (table, rows) in tables.sorted(by: { $0.key < $1.key }) {
                findings.append(
                    Finding(
                        code: "foreign_keys",
                        finding: "\(count(rows.count, "row")) of table \(table) "
                            + "refer to a row that does not exist.",
                        remedy: restore
                    )
                )
            }
        } catch {
            findings.append(try damage(error))
        }
        return findings
    }

    /// Finds rows of accounts that do not exist, in every table with a column `account`.
    static func orphans(_ db: Database) throws -> [Finding] {
        let tables = try String.fetchAll(
            db,
            sql: """
                SELECT master.name FROM sqlite_master AS master
                JOIN pragma_table_info(master.name) AS info ON info.name = 'account'
                WHERE master.type = 'table' ORDER BY master.name
                """
        )
        return try tables.compactMap { table in
            let rows =
                try Int.fetchOne(
                    db,
                    sql: """
                        SELECT count(*) FROM "\(table)"
                        WHERE account NOT IN (SELECT id FROM account)
                        """
                ) ?? 0
            guard rows > 0 else { return nil }
            return Finding(
                code: "orphans",
                finding: "\(count(rows, "row")) of table \(table) belong to no account.",
                remedy: "No account can reach them. They take space and hold data of deleted "
                    + "accounts: restore a backup without them, or delete them with sqlite3."
            )
        }
    }

    /// Checks the counts and the entities of each account, and computes its digest.
    static func accounts(_ db: Database) throws -> (accounts: [CheckReport.Account], [Finding]) {
        let ids = try EntityID.fetchAllAccounts(db)
        var accounts: [CheckReport.Account] = []
        var findings: [Finding] = []
        for id in ids {
            let row = try AccountRow.read(db, id)
            let tally = try EntityTally(db, account: id)
            let live = tally.counts.reduce(0, +)
            accounts.append(
                CheckReport.Account(
                    id: id.description,
                    sequence: row.sequence,
                    entities: Int(live),
                    digest: tally.digest.hexDigest
                )
            )
            findings += tally.findings(row, account: id, restore: restore)
        }
        return (accounts, findings)
    }

    /// Converts an error of a check into a finding when the error means a damaged database.
    static func damage(_ error: any Error) throws -> Finding {
        guard let result = SQLiteResult(error), StoreHealth.reason(of: result) == .corrupt else {
            throw error
        }
        return Finding(
            code: "damaged",
            finding: "The file is damaged: SQLite cannot read all of it (\(result)).",
            remedy: restore
        )
    }

    static func count(_ count: Int, _ noun: String) -> String {
        "\(count) \(noun)\(count == 1 ? "" : "s")"
    }
}

extension EntityID {
    /// The ids of all accounts, sorted, without those in deletion: their entities are incomplete.
    fileprivate static func fetchAllAccounts(_ db: Database) throws -> [EntityID] {
        let statement = try PreparedStatement(
            db,
            "SELECT id FROM account WHERE deletion_begun = 0 ORDER BY id"
        )
        var ids: [EntityID] = []
        try statement.forEachRow { row in ids.append(try row.id(0)) }
        return ids
    }
}
