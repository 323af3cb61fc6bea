import TrendyModel
import TrendyServer

/// A page of entities that was read with the account's version.
struct PostgresPage: Sendable {
    /// The account's epoch.
    let epoch: String
    /// The number of the account's last change.
    let latestVersion: Int64
    /// Devices with an older version may have missed a deletion.
    let tombstonesCollectedTo: Int64
    /// The entities; the content of those in ``missing`` is empty.
    private(set) var entities: [Entity]
    /// The indices of the entities whose content was not read.
    let missing: [Int]
    /// Whether there may be more entities: the next page can be empty when this one ends with its
    /// last byte.
    let hasMore: Bool

    /// The smallest maximum of a content that is read with its page, in bytes.
    private static let smallContent = 1024

    /// The parameters that all pages have: up to `limit` entities, and one to find out whether
    /// there are more.
    ///
    /// The contents that are read with the page have `bytes` bytes at most, or those of small
    /// entities only.
    static func parameters(
        _ account: EntityID,
        limit: Int,
        bytes: Int
    ) -> PostgresParameters {
        PostgresParameters {
            $0.append(uuid: account)
            $0.append(int8: Int64(limit) + 1)
            $0.append(int8: Int64(max(smallContent, bytes / (limit + 1))))
        }
    }

    /// Reads the row of the account and the rows of a page.
    ///
    /// - Throws: ``ServerError`` of the code `unknownAccount` for a deleted account.
    init(
        account: PostgresResult,
        _ rows: PostgresResult,
        limit: Int,
        bytes maximumBytes: Int
    ) throws {
        guard let row = account.first else { throw ServerError.unknownAccount }
        let counters = try AccountCounters(row)
        epoch = counters.epoch
        latestVersion = counters.sequence
        tombstonesCollectedTo = counters.tombstonesCollectedTo
        var entities: [Entity] = []
        var missing: [Int] = []
        var bytes = 0
        let count = min(limit, rows.count)
        entities.reserveCapacity(count)
        for row in rows.prefix(count) {
            // Before the entity: the page has at least one, and may have one more than fits.
            guard bytes < maximumBytes else { break }
            if row.isNull(6) { missing.append(entities.count) }
            bytes += Int(try row.int(7))
            entities.append(try PostgresEntityRow.read(row))
        }
        self.entities = entities
        self.missing = missing
        hasMore = rows.count > limit || bytes >= maximumBytes
    }

    /// The parameters of ``PostgresReadQuery/contents`` for the missing contents.
    func parametersOfMissing(_ account: EntityID) -> PostgresParameters {
        let wanted = missing.map { entities[$0] }
        return PostgresParameters {
            $0.append(uuid: account)
            $0.appendArray(of: .uuid, wanted) { $0.append(uuid: $1.id) }
            $0.appendArray(of: .int8, wanted) { $0.append(int8: $1.version) }
        }
    }

    /// Adds the missing contents.
    ///
    /// - Throws: a conflict when an entity was changed or deleted since the page was read.
    mutating func add(contents rows: PostgresResult) throws {
        guard rows.count == missing.count else {
            throw PostgresError(
                .serialization,
                .server,
                "An entity was changed while a page was read."
            )
        }
        var contents: [EntityID: RawJSON] = [:]
        for row in rows { contents[try row.id(0)] = RawJSON(unchecked: try row.bytes(1)) }
        for index in missing {
            entities[index].content = contents[entities[index].id] ?? Entity.emptyContent
        }
    }
}
