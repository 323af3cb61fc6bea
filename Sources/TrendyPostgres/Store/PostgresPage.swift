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
    /// The entities.
    let entities: [Entity]
    /// Whether there may be more entities: the next page can be empty when this one ends with its
    /// last byte.
    let hasMore: Bool

    /// The parameters that all pages have: up to `limit` entities, and one to find out whether
    /// there are more.
    static func parameters(
        _ account: EntityID,
        limit: Int,
        bytes: Int
    ) -> PostgresParameters {
        PostgresParameters {
            $0.append(uuid: account)
            $0.append(int8: Int64(limit) + 1)
            $0.append(int8: Int64(bytes))
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
        var bytes = 0
        let count = min(limit, rows.count)
        entities.reserveCapacity(count)
        for index in 0..<count {
            let entity = try PostgresEntityRow.read(rows[index])
            bytes += entity.content.utf8.count
            entities.append(entity)
        }
        self.entities = entities
        hasMore = rows.count > limit || bytes >= maximumBytes
    }
}
