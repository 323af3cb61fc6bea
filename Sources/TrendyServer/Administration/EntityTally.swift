import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// Totals counted from the entities of an account, to compare with the totals in the account's row.
struct EntityTally {
    private(set) var counts = [Int64](repeating: 0, count: EntityKind.allCases.count)
    private(set) var digest = DigestBucket()
    private var largestVersion: Int64 = 0
    private var versions: Set<Int64> = []
    private var rows = 0
    private var unreadable = 0

    init(_ db: Database, account: EntityID) throws {
        let statement = try PreparedStatement(
            db,
            "SELECT \(EntityRow.columns) FROM entity NOT INDEXED WHERE account = ? ORDER BY rowid"
        )
        statement.bind(1, account)
        try statement.forEachRow { row in
            rows += 1
            let version = row.int(2)
            largestVersion = max(largestVersion, version)
            versions.insert(version)
            guard let kind = EntityKind(rawValue: Int(row.int(0))), let id = row.optionalID(1),
                Self.isReadable(row.raw(6))
            else {
                unreadable += 1
                return
            }
            guard row.isNull(5) else { return }
            counts[kind.rawValue - 1] += 1
            digest.add(id: id, version: version)
        }
    }

    private static func isReadable(_ content: UnsafeRawBufferPointer) -> Bool {
        do {
            try UntrustedJSON.validate(content, maximumBytes: content.count)
            return content.first == UInt8(ascii: "{")
        } catch {
            return false
        }
    }

    func findings(
        _ row: AccountCounters,
        account: EntityID,
        restore: String
    ) -> [CheckReport.Finding] {
        var findings: [CheckReport.Finding] = []
        func add(_ code: String, _ text: String, _ remedy: String) {
            findings.append(
                CheckReport.Finding(
                    code: code,
                    finding: "Account \(account): \(text)",
                    remedy: remedy
                )
            )
        }
        if row.counts != counts {
            add(
                "counts",
                "its row counts \(row.counts.reduce(0, +)) entities, and it has "
                    + "\(counts.reduce(0, +)), or they differ by kind.",
                restore
            )
        }
        if largestVersion > row.sequence {
            add(
                "sequence",
                "an entity has version \(largestVersion), beyond the account's last change "
                    + "\(row.sequence). Devices would miss changes.",
                restore
            )
        }
        if versions.count != rows {
            add("versions", "\(rows - versions.count) entities share a version.", restore)
        }
        if unreadable > 0 {
            add(
                "unreadable",
                "\(DatabaseCheck.count(unreadable, "entity row")) cannot be read.",
                restore
            )
        }
        return findings
    }
}
