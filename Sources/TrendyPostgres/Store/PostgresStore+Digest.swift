package import TrendyModel
package import TrendyServer
package import TrendyWire

extension PostgresStore {
    // A digest reads every entity of a range, in pages. All pages must be of one version of the
    // account. While it keeps changing, the last attempt holds its lock, so that writes of this
    // account wait about a second for a million entities.
    package func digest(
        account: EntityID,
        kind: EntityKind?,
        prefix: IDPrefix
    ) async throws -> AccountDigest {
        for _ in 0...limits.digestRestarts {
            var scan = PostgresDigestScan(account: account, kind: kind, prefix: prefix)
            while let parameters = scan.nextParameters(rows: limits.digestRows) {
                let current = scan
                scan = try await readLong(
                    for: account,
                    PostgresReadQuery.digest,
                    parameters
                ) { try current.reading($0) }
            }
            if let result = scan.result { return result }
        }
        let start = PostgresDigestScan(account: account, kind: kind, prefix: prefix)
        let rows = limits.digestRows
        let result = try await write(for: account) { transaction in
            var scan = start
            var lock = PostgresBatch()
            lock.add(PostgresPushQuery.lock) { $0.append(uuid: account) }
            try transaction.roundTrip(lock)
            while let parameters = scan.nextParameters(rows: rows) {
                let batch = PostgresBatch(PostgresReadQuery.digest, parameters)
                scan = try scan.reading(transaction.roundTrip(batch)[0])
            }
            return scan.result
        }
        // The version does not change under the lock.
        guard let result else { throw StoreUnavailable(.contention, detail: nil) }
        return result
    }
}

/// Computes a digest from pages.
struct PostgresDigestScan: Sendable {
    private let account: EntityID
    private let kind: EntityKind?
    private let prefix: IDPrefix
    private var buckets = [DigestBucket](repeating: DigestBucket(), count: 16)
    /// The next id to read; `nil` at the end.
    private var next: EntityID?
    private var position: (epoch: String, version: Int64)?
    /// Whether the account has changed since the first page.
    private var hasChanged = false
    private var rows = 0

    init(account: EntityID, kind: EntityKind?, prefix: IDPrefix) {
        self.account = account
        self.kind = kind
        self.prefix = prefix
        next = prefix.first
    }

    /// The parameters of the next page, which has up to `rows` entities; `nil` at the end.
    mutating func nextParameters(rows: Int) -> PostgresParameters? {
        guard let next, !hasChanged else { return nil }
        self.rows = rows
        return PostgresParameters {
            $0.append(uuid: account)
            $0.append(uuid: next)
            $0.append(uuid: prefix.last)
            $0.append(int8: Int64(rows) + 1)
        }
    }

    /// The digest; `nil` before the end, and when the account has changed.
    var result: AccountDigest? {
        guard next == nil, !hasChanged, let position else { return nil }
        return AccountDigest(
            epoch: position.epoch,
            version: position.version,
            buckets: buckets.enumerated().filter { $0.element.count > 0 }.map {
                (prefix: prefix.digits + String($0.offset, radix: 16), bucket: $0.element)
            }
        )
    }

    /// The scan after a page.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount` for a deleted account.
    func reading(_ page: PostgresResult) throws -> PostgresDigestScan {
        guard let first = page.first else { throw ServerError.unknownAccount }
        var scan = self
        let current = (epoch: try first.string(0), version: try first.int(1))
        if let position, position != current {
            scan.hasChanged = true
            return scan
        }
        scan.position = current
        scan.next = nil
        for (index, row) in page.enumerated() where !row.isNull(2) {
            let id = try row.id(2)
            guard index < rows else {
                scan.next = id
                break
            }
            guard try row.bool(5), try kind == nil || Int64(kind?.rawValue ?? 0) == row.int(4)
            else { continue }
            scan.buckets[prefix.nextDigit(of: id)].add(id: id, version: try row.int(3))
        }
        return scan
    }
}
