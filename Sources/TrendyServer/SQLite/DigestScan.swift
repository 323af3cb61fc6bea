import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// Computes a digest in steps, each a bounded number of rows in a transaction of its own.
///
/// All steps must see the same version of the account; otherwise their sum is not the digest of any
/// state of the account.
struct DigestScan: Sendable {
    private let account: EntityID
    private let kind: EntityKind?
    private let prefix: IDPrefix
    private var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
    /// The next id to read; `nil` at the end.
    private var next: EntityID?
    /// The account's epoch and version at the first step.
    private var position: (epoch: String, version: Int64)?

    init(account: EntityID, kind: EntityKind?, prefix: IDPrefix) {
        self.account = account
        self.kind = kind
        self.prefix = prefix
        next = prefix.first
    }

    /// Whether the scan has read all entities.
    var isComplete: Bool { next == nil }

    /// The digest; `nil` before the first step.
    var result: AccountDigest? {
        position.map { position in
            AccountDigest(
                epoch: position.epoch,
                version: position.version,
                buckets: buckets.enumerated().filter { $0.element.count > 0 }.map {
                    (prefix: prefix.digits + String($0.offset, radix: 16), bucket: $0.element)
                }
            )
        }
    }

    /// Reads up to `rows` entities; returns `nil` when the account has changed since the first
    /// step.
    func advanced(_ db: Database, rows: Int) throws -> DigestScan? {
        let row = try AccountRow.read(db, account)
        let current = (epoch: row.epoch, version: row.sequence)
        if let position, position != current { return nil }
        guard let start = next else { return self }
        var scan = self
        scan.position = current
        scan.next = nil
        let statement = try PreparedStatement(db, ServerQuery.digest)
        statement.bind(1, account)
        statement.bind(2, start)
        statement.bind(3, prefix.last)
        var count = 0
        try statement.readRows { row in
            let id = try row.id(0)
            guard count < rows else {
                scan.next = id
                return false
            }
            count += 1
            guard row.isNull(3), kind == nil || Int64(kind?.rawValue ?? 0) == row.int(2) else {
                return true
            }
            scan.buckets[prefix.nextDigit(of: id)].add(id: id, version: row.int(1))
            return true
        }
        return scan
    }
}
