import GRDB
import SimulationKit
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyServer
import TrendyStore
import TrendySync
import TrendyWire

/// Checks a device's cursor: it never decreases within an epoch, and the device has every change of
/// the server up to it.
enum CursorCheck {
    static func check(_ process: SimulatedDevice.Process) async {
        let world = process.device.world
        guard process.isAlive,
            let rows = try? await process.engine.store.syncedRows(), process.isAlive,
            let cursor = rows.cursor
        else { return }
        world.wire.checkStoredCursor(process.device.name, process.account, at: cursor, in: world)
        // Data of the server that cannot be read now is not compared.
        try? check(rows, on: process)
    }

    /// Compares the versions of all entities that the server has had since before the cursor.
    ///
    /// An entity with a mutation in the queue is left out: its version is that of the mutation's
    /// base.
    private static func check(_ rows: SyncedRows, on process: SimulatedDevice.Process) throws {
        let device = process.device
        guard let account = device.accountID(process.account),
            let server = device.world.server.process?.sqlite,
            let cursor = rows.cursor.flatMap({ TrendyWire.Cursor($0) })
        else { return }
        let serverChanges = try server.queue.readingSnapshot { db in
            try epoch(db, of: account) == cursor.epoch
                ? changes(db, of: account, through: cursor.version) : []
        }
        for change in serverChanges where !rows.unsettled.contains(change.id) {
            let version = rows.versions[change.id]
            // A snapshot has no deleted entities.
            guard version != change.version, !change.isDeletion || rows.live.contains(change.id)
            else { continue }
            return device.world.violate(
                "missing",
                "\(device.name) is at \(cursor) and has \(change.id) at "
                    + "\(version.map { "\($0)" } ?? "no version"), which the server changed at "
                    + "\(change.version)"
            )
        }
    }

    private struct Change {
        let id: EntityID
        let version: Int64
        let isDeletion: Bool
    }

    private static func epoch(_ db: Database, of account: EntityID) throws -> String? {
        let statement = try PreparedStatement(db, "SELECT epoch FROM account WHERE id = ?")
        statement.bind(1, account)
        return try statement.firstRow { $0.string(0) } ?? nil
    }

    private static func changes(
        _ db: Database,
        of account: EntityID,
        through version: Int64
    ) throws -> [Change] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT id, version, deleted_at IS NOT NULL FROM entity
            WHERE account = ? AND version <= ?
            """
        )
        statement.bind(1, account)
        statement.bind(2, version)
        var changes: [Change] = []
        try statement.forEachRow {
            changes.append(
                Change(id: try $0.id(0), version: $0.int(1), isDeletion: $0.int(2) != 0)
            )
        }
        return changes
    }
}

/// What a device has of each entity.
private struct SyncedRows: Sendable {
    var cursor: String?
    /// The newest version, stored or deferred.
    var versions: [EntityID: Int64] = [:]
    /// Entities that are not deleted.
    var live: Set<EntityID> = []
    /// Entities with a mutation in the queue, and those that this version cannot decode.
    var unsettled: Set<EntityID> = []

    init(_ db: Database) throws {
        cursor =
            try PreparedStatement(db, "SELECT value FROM meta WHERE key = 'cursor'")
            .firstRow { $0.string(0) } ?? nil
        try PreparedStatement(
            db,
            """
            SELECT id, version, deleted_at IS NULL FROM entity
            UNION ALL SELECT entity_id, version, FALSE FROM deferred_change
            """
        ).forEachRow {
            let id = try $0.id(0)
            versions[id] = max(versions[id] ?? 0, $0.int(1))
            if $0.int(2) != 0 { live.insert(id) }
        }
        try PreparedStatement(
            db,
            """
            SELECT entity_id FROM mutation
            UNION SELECT entity_id FROM quarantine WHERE entity_id IS NOT NULL
            """
        ).forEachRow { unsettled.insert(try $0.id(0)) }
    }
}

extension DeviceStore {
    fileprivate func syncedRows() throws -> SyncedRows {
        try database.reading { try SyncedRows($0) }
    }
}
