import GRDB
public import TrendyModel
import TrendySQLite

extension DeviceStore {
    /// Where the next pull starts, as the server gave it; `nil` before the first bootstrap.
    public func cursor() throws -> String? {
        try database.reading { try Meta.string($0, .cursor) }
    }

    /// Applies a page of changes and its cursor in one transaction.
    ///
    /// - Returns: how many entities changed here.
    @discardableResult
    public func apply(
        changes: [Entity],
        cursor: String,
        policy: any MergePolicy
    ) throws -> Int {
        for entity in changes { hybridClock.observe(entity.updatedAt) }
        let editedAt = hybridClock.latest
        return try database.write { db in
            let settler = try Settler(
                writer: LocalWriter(
                    db: db,
                    now: dependencies.wallClock.now(),
                    editedAt: editedAt,
                    sentThrough: sentThrough,
                    ids: dependencies.ids
                ),
                policy: policy
            )
            var changed = 0
            for entity in changes where try settler.bring(entity) { changed += 1 }
            try Meta.set(db, .cursor, cursor)
            return changed
        }
    }
}
