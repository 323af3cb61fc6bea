import GRDB
import TrendyModel
import TrendySQLite

/// Reads and writes the tables of places.
enum PlaceRow {
    private static let columns = """
        geofence_id, visit_id, is_open, is_own, is_uncertain, entered_after, entered_at, left_at, \
        last_inside, last_outside, observations, visits, last_reported_inside, observed_exit, \
        unobserved_start, unobserved_end, last_outside_fix
        """

    // One statement for all and for open places: each process compiles its statements once.
    private static let select =
        "SELECT \(columns) FROM place_state WHERE is_open >= ? ORDER BY geofence_id"

    static func presences(_ db: Database, onlyOpen: Bool = false) throws -> [PlaceState] {
        let statement = try PreparedStatement(db, select)
        statement.bind(1, onlyOpen ? 1 : 0)
        var presences: [PlaceState] = []
        try statement.forEachRow { presences.append(try presence(of: $0)) }
        return presences
    }

    static func presence(_ db: Database, _ geofenceID: EntityID) throws -> PlaceState? {
        let statement = try PreparedStatement(
            db,
            "SELECT \(columns) FROM place_state WHERE geofence_id = ?"
        )
        statement.bind(1, geofenceID)
        return try statement.firstRow { try presence(of: $0) }
    }

    private static func presence(of row: PreparedRow) throws -> PlaceState {
        var presence = PlaceState(geofenceID: try row.id(0))
        presence.visit = row.optionalID(1)
        presence.isOpen = row.int(2) != 0
        presence.isOwn = row.int(3) != 0
        presence.isUncertain = row.int(4) != 0
        presence.enteredAfter = row.optionalInstant(5)
        presence.enteredAt = row.optionalInstant(6)
        presence.leftAt = row.optionalInstant(7)
        presence.lastInside = row.optionalInstant(8)
        presence.lastOutside = row.optionalInstant(9)
        presence.observations = row.int(10)
        presence.visits = row.int(11)
        presence.lastReportedInside = row.optionalInstant(12)
        presence.observedExit = row.optionalInstant(13)
        if let start = row.optionalInstant(14), let end = row.optionalInstant(15), start < end {
            presence.unobserved = start..<end
        }
        presence.lastOutsideFix = row.optionalInstant(16)
        return presence
    }

    static func watch(_ db: Database) throws -> RegionMonitorState? {
        let statement = try PreparedStatement(
            db,
            """
            SELECT latitude, longitude, accuracy, fixed_at, sentinel_latitude, sentinel_longitude,
                sentinel_radius, placed_at, signalled_at, authorization, is_downgraded, region_limit,
                failure, failed_at, has_requested_always
            FROM region_monitor_state
            """
        )
        return try statement.firstRow { row in
            var watch = RegionMonitorState()
            if let coordinate = coordinate(row, 0), let fixedAt = row.optionalInstant(3) {
                watch.fix = Fix(coordinate: coordinate, accuracy: row.real(2), instant: fixedAt)
            }
            if let center = coordinate(row, 4), let placedAt = row.optionalInstant(7) {
                watch.sentinel = .init(center: center, radius: row.real(6), placedAt: placedAt)
            }
            watch.signalledAt = row.optionalInstant(8)
            watch.authorization = row.string(9)
            watch.isDowngraded = row.int(10) != 0
            watch.regionLimit = row.optionalInt(11).map { Int($0) }
            watch.failure = row.string(12).flatMap(RegionMonitorState.Failure.init(rawValue:))
            watch.failedAt = row.optionalInstant(13)
            watch.hasRequestedAlways = row.int(14) != 0
            return watch
        }
    }

    private static func coordinate(_ row: PreparedRow, _ column: Int32) -> Coordinate? {
        guard !row.isNull(column), !row.isNull(column + 1) else { return nil }
        return Coordinate(latitude: row.real(column), longitude: row.real(column + 1))
    }

    static func localVisits(_ db: Database, since start: Instant) throws -> [LocalVisit] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT event_id, geofence_id, entered_after, entered_at FROM local_visit
            WHERE entered_at >= ? ORDER BY entered_at, event_id
            """
        )
        statement.bind(1, start)
        var visits: [LocalVisit] = []
        try statement.forEachRow { row in
            visits.append(
                LocalVisit(
                    event: try row.id(0),
                    geofenceID: try row.id(1),
                    enteredAfter: row.optionalInstant(2),
                    enteredAt: row.instant(3)
                )
            )
        }
        return visits
    }

    static func closedStays(_ db: Database, since start: Instant) throws -> [ClosedStay] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT visit_id, geofence_id, last_inside, left_at, entered_after, entered_at,
                observations
            FROM closed_stay WHERE left_at >= ? ORDER BY left_at, visit_id
            """
        )
        statement.bind(1, start)
        var presences: [ClosedStay] = []
        try statement.forEachRow { row in
            presences.append(
                ClosedStay(
                    visit: try row.id(0),
                    geofenceID: try row.id(1),
                    enteredAfter: row.optionalInstant(4),
                    enteredAt: row.optionalInstant(5),
                    lastInside: row.instant(2),
                    leftAt: row.instant(3),
                    observations: row.int(6)
                )
            )
        }
        return presences
    }

    static func capturedVisits(_ db: Database, since start: Instant) throws -> [Entity] {
        let statement = try PreparedStatement(
            db,
            """
            SELECT \(EntityTable.columns) FROM entity
            WHERE kind = 4 AND deleted_at IS NULL AND timestamp >= ?
                AND instr(content, 'visit') > 0
            ORDER BY timestamp, id
            """
        )
        statement.bind(1, start)
        var entities: [Entity] = []
        try statement.forEachRow { entities.append(try Entity(row: $0)) }
        return entities
    }

    static func notes(_ db: Database, limit: Int) throws -> [RegionLogEntry] {
        let statement = try PreparedStatement(
            db,
            "SELECT region, kind, at, received_at FROM region_event ORDER BY seq DESC LIMIT ?"
        )
        statement.bind(1, Int64(limit))
        var notes: [RegionLogEntry] = []
        try statement.forEachRow { row in
            notes.append(
                RegionLogEntry(
                    region: row.string(0) ?? "",
                    kind: row.string(1) ?? "",
                    at: row.instant(2),
                    receivedAt: row.instant(3)
                )
            )
        }
        return notes
    }

    // MARK: writing

    /// Stores the parts of an update that are not entities.
    static func store(_ db: Database, _ change: PlaceUpdate, keeping kept: Int64) throws {
        for presence in change.presences { try store(db, presence) }
        if let watch = change.watch { try store(db, watch) }
        for visit in change.localVisits { try store(db, visit) }
        for id in change.resolvedVisits {
            let statement = try PreparedStatement(db, "DELETE FROM local_visit WHERE event_id = ?")
            statement.bind(1, id)
            try statement.run()
        }
        for presence in change.closedStays { try store(db, presence) }
        for id in change.purgedVisits {
            let statement = try PreparedStatement(
                db,
                "DELETE FROM closed_stay WHERE visit_id = ?"
            )
            statement.bind(1, id)
            try statement.run()
        }
        if let end = change.purgedBefore {
            let statement = try PreparedStatement(db, "DELETE FROM closed_stay WHERE left_at < ?")
            statement.bind(1, end)
            try statement.run()
        }
        guard !change.notes.isEmpty else { return }
        for note in change.notes { try store(db, note) }
        let statement = try PreparedStatement(
            db,
            "DELETE FROM region_event WHERE seq <= (SELECT max(seq) FROM region_event) - ?"
        )
        statement.bind(1, kept)
        try statement.run()
    }

    private static func store(_ db: Database, _ presence: PlaceState) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO place_state (\(columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, presence.geofenceID)
        statement.bind(2, presence.visit)
        statement.bind(3, Int64(presence.isOpen ? 1 : 0))
        statement.bind(4, Int64(presence.isOwn ? 1 : 0))
        statement.bind(5, Int64(presence.isUncertain ? 1 : 0))
        statement.bind(6, presence.enteredAfter)
        statement.bind(7, presence.enteredAt)
        statement.bind(8, presence.leftAt)
        statement.bind(9, presence.lastInside)
        statement.bind(10, presence.lastOutside)
        statement.bind(11, presence.observations)
        statement.bind(12, presence.visits)
        statement.bind(13, presence.lastReportedInside)
        statement.bind(14, presence.observedExit)
        statement.bind(15, presence.unobserved?.lowerBound)
        statement.bind(16, presence.unobserved?.upperBound)
        statement.bind(17, presence.lastOutsideFix)
        try statement.run()
    }

    private static func store(_ db: Database, _ watch: RegionMonitorState) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO region_monitor_state (id, latitude, longitude, accuracy, fixed_at,
                sentinel_latitude, sentinel_longitude, sentinel_radius, placed_at, signalled_at,
                authorization, is_downgraded, region_limit, failure, failed_at, has_requested_always)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, real: watch.fix?.coordinate.latitude)
        statement.bind(2, real: watch.fix?.coordinate.longitude)
        statement.bind(3, real: watch.fix?.accuracy)
        statement.bind(4, watch.fix?.instant)
        statement.bind(5, real: watch.sentinel?.center.latitude)
        statement.bind(6, real: watch.sentinel?.center.longitude)
        statement.bind(7, real: watch.sentinel?.radius)
        statement.bind(8, watch.sentinel?.placedAt)
        statement.bind(9, watch.signalledAt)
        statement.bind(10, watch.authorization)
        statement.bind(11, Int64(watch.isDowngraded ? 1 : 0))
        statement.bind(12, watch.regionLimit.map { Int64($0) })
        statement.bind(13, watch.failure?.rawValue)
        statement.bind(14, watch.failedAt)
        statement.bind(15, Int64(watch.hasRequestedAlways ? 1 : 0))
        try statement.run()
    }

    private static func store(_ db: Database, _ visit: LocalVisit) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO local_visit (event_id, geofence_id, entered_after, entered_at)
            VALUES (?, ?, ?, ?)
            """
        )
        statement.bind(1, visit.event)
        statement.bind(2, visit.geofenceID)
        statement.bind(3, visit.enteredAfter)
        statement.bind(4, visit.enteredAt)
        try statement.run()
    }

    private static func store(_ db: Database, _ presence: ClosedStay) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO closed_stay
                (visit_id, geofence_id, last_inside, left_at, entered_after, entered_at,
                    observations)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, presence.visit)
        statement.bind(2, presence.geofenceID)
        statement.bind(3, presence.lastInside)
        statement.bind(4, presence.leftAt)
        statement.bind(5, presence.enteredAfter)
        statement.bind(6, presence.enteredAt)
        statement.bind(7, presence.observations)
        try statement.run()
    }

    private static func store(_ db: Database, _ note: RegionLogEntry) throws {
        let statement = try PreparedStatement(
            db,
            "INSERT INTO region_event (region, kind, at, received_at) VALUES (?, ?, ?, ?)"
        )
        statement.bind(1, note.region)
        statement.bind(2, note.kind)
        statement.bind(3, note.at)
        statement.bind(4, note.receivedAt)
        try statement.run()
    }
}
