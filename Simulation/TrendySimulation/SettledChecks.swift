import GRDB
import TrendyKit
import TrendyModel
import TrendySQLite
import TrendyStore

/// Checks that nothing waits on a device for a reason that no longer exists, at the end of the calm
/// phase.
enum SettledChecks {
    static func check(_ process: SimulatedDevice.Process) async throws {
        let world = process.device.world
        let (deferred, quarantined) = try await process.engine.store.unsettled()
        if let id = deferred.first {
            world.violate(
                "deferred",
                "\(process.device.name) defers a change of \(id), of which no mutation is left"
            )
        }
        if let id = quarantined.first {
            world.violate(
                "quarantine",
                "\(process.device.name) could not decode \(id), which is of a known kind"
            )
        }
    }
}

extension DeviceStore {
    /// The entities with a deferred change and no mutation, and the quarantined entities of known
    /// kinds.
    fileprivate func unsettled() throws -> (deferred: [String], quarantined: [String]) {
        try database.reading { db in
            (
                try texts(
                    db,
                    """
                    SELECT hex(entity_id) FROM deferred_change
                    WHERE entity_id NOT IN (SELECT entity_id FROM mutation)
                    """
                ),
                try texts(
                    db,
                    """
                    SELECT kind || coalesce(' ' || hex(entity_id), '') FROM quarantine
                    WHERE kind IN ('event_type', 'property_definition', 'geofence', 'event')
                    """
                )
            )
        }
    }

    private func texts(_ db: Database, _ sql: String) throws -> [String] {
        var texts: [String] = []
        try PreparedStatement(db, sql).forEachRow { texts.append($0.string(0) ?? "") }
        return texts
    }
}
