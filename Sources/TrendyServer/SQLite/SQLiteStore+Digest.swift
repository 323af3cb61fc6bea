package import TrendyModel
import TrendySQLite
package import TrendyWire

extension SQLiteStore {
    // A digest reads every entity of a range. With readers it runs in steps, so that long reads of
    // other accounts take turns in between and no transaction is long. When the account keeps
    // changing, the last attempt is one transaction: a million entities take about a second, during
    // which the database's log grows by concurrent writes.
    package func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> AccountDigest {
        let start = DigestScan(account: account, kind: kind, prefix: prefix)
        var scan: DigestScan?
        if let readers {
            let rows = limits.digestRows
            for _ in 0...limits.digestRestarts {
                scan = start
                while let current = scan, !current.isComplete {
                    scan = try await readers.read(for: account) {
                        try current.advanced($0, rows: rows)
                    }
                }
                if scan != nil { break }
            }
            if scan == nil {
                scan = try await readers.read(for: account) {
                    try start.advanced($0, rows: .max)
                }
            }
        } else {
            scan = try queue.readingSnapshot { try start.advanced($0, rows: .max) }
        }
        guard let digest = scan?.result else { throw ServerError.unknownAccount }
        return digest
    }
}
