import GRDB
import TrendyModel
import TrendySQLite
import TrendyWire

/// A digest that is computed in steps, each a bounded number of rows in a transaction of its own.
///
/// All steps must see the account at the same version, or their sum is the digest of no state that
/// the account was ever in.
struct DigestScan: Sendable {
    private let account: EntityID
    private let kind: EntityKind?
    private let prefix: IDPrefix
    private var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
    /// The first id that is not read yet; `nil` at the end.
    private var next: EntityID?
    /// The version of the account that the first step saw.
    private(set) var version: Int64?

    init(account: EntityID, kind: EntityKind?, prefix: IDPrefix) {
        self.account = account
        self.kind = kind
        self.prefix = prefix
        next = prefix.first
    }

    /// Whether everything is read.
    var isComplete: Bool { next == nil }

    /// The buckets that are not empty, by prefix.
    var result: [(prefix: String, bucket: DigestBucket)] {
        buckets.enumerated().filter { $0.element.count > 0 }.map {
            (prefix: prefix.digits + String($0.offset, radix: 16), bucket: $0.element)
        }
    }

    /// Reads up to `rows` entities; returns `nil` when the account has changed since the first
    /// step.
    func advanced(_ db: Database, rows: Int) throws -> DigestScan? {
        let sequence = try AccountRow.read(db, account).sequence
        guard version == nil || version == sequence else { return nil }
        guard let start = next else { return self }
        var scan = self
        scan.version = sequence
        scan.next = nil
        let statement = try PreparedStatement(db, ServerQuery.digest)
        statement.bind(1, account)
        statement.bind(2, start)
        statement.bind(3, prefix.last)
        var seen = 0
        try statement.readRows { row in
            let id = try row.id(0)
            guard seen < rows else {
                scan.next = id
                return false
            }
            seen += 1
            guard row.isNull(3), kind == nil || Int64(kind?.rawValue ?? 0) == row.int(2) else {
                return true
            }
            scan.buckets[prefix.nextDigit(of: id)].add(id: id, version: row.int(1))
            return true
        }
        return scan
    }
}
