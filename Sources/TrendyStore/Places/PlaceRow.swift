import GRDB
import TrendyModel
import TrendySQLite

/// Reads and writes the tables of places and region monitoring.
enum PlaceRow {
    private static let columns = """
        geofence_id, visit_id, is_open, is_own, is_uncertain, entered_after, entered_at, left_at, \
        last_inside, last_outside, observations, visits, last_reported_inside, observed_exit, \
        unobserved_start, unobserved_end, last_outside_fix
        """

    // One statement for all and for open places, because each process compiles every statement.
    private static let select =
        "SELECT \(columns) FROM place_state WHERE is_open >= ? ORDER BY geofence_id"

    static func places(_ db: Database, onlyOpen: Bool = false) throws -> [PlaceState] {
        let statement = try PreparedStatement(db, select)
        statement.bind(1, onlyOpen ? 1 : 0)
        var places: [PlaceState] = []
        try statement.forEachRow { places.append(try place(of: $0)) }
        return places
    }

    static func place(_ db: Database, _ geofenceID: EntityID) throws -> PlaceState? {
        let statement = try PreparedStatement(
            db,
            "SELECT \(columns) FROM place_state WHERE geofence_id = ?"
        )
        statement.bind(1, geofenceID)
        return try statement.firstRow { try place(of: $0) }
    }

    private static func place(of row: PreparedRow) throws -> PlaceState {
        var place = PlaceState(geofenceID: try row.id(0))
        place.visit = row.optionalID(1)
        place.isOpen = row.int(2) != 0
        place.isOwn = row.int(3) != 0
        place.isUncertain = row.int(4) != 0
        place.enteredAfter = row.optionalInstant(5)
        place.enteredAt = row.optionalInstant(6)
        place.leftAt = row.optionalInstant(7)
        place.lastInside = row.optionalInstant(8)
        place.lastOutside = row.optionalInstant(9)
        place.observations = row.int(10)
        place.visits = row.int(11)
        place.lastReportedInside = row.optionalInstant(12)
        place.observedExit = row.optionalInstant(13)
        if let start = row.optionalInstant(14), let end = row.optionalInstant(15), start < end {
            place.unobserved = start..<end
        }
        place.lastOutsideFix = row.optionalInstant(16)
        return place
    }

    static func state(_ db: Database) throws -> RegionMonitorState? {
        let statement = try PreparedStatement(
            db,
            """
            SELECT latitude, longitude, accuracy, fixed_at, sentinel_latitude, sentinel_longitude,
                sentinel_radius, placed_at, signalled_at, authorization, is_downgraded,
                region_limit, failure, failed_at, has_requested_always
            FROM region_monitor_state
            """
        )
        return try statement.firstRow { row in
            var state = RegionMonitorState()
            if let coordinate = coordinate(row, 0), let fixedAt = row.optionalInstant(3) {
                state.fix = Fix(coordinate: coordinate, accuracy: row.real(2), instant: fixedAt)
            }
            if let center = coordinate(row, 4), let placedAt = row.optionalInstant(7) {
                state.sentinel = .init(center: center, radius: row.real(6), placedAt: placedAt)
            }
            state.signalledAt = row.optionalInstant(8)
            state.authorization = row.string(9)
            state.isDowngraded = row.int(10) != 0
            state.regionLimit = row.optionalInt(11).map { Int($0) }
            state.failure = row.string(12).flatMap(RegionMonitorState.Failure.init(rawValue:))
            state.failedAt = row.optionalInstant(13)
            state.hasRequestedAlways = row.int(14) != 0
            return state
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
        var stays: [ClosedStay] = []
        try statement.forEachRow { row in
            stays.append(
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
        return stays
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

    static func log(_ db: Database, limit: Int) throws -> [RegionLogEntry] {
        let statement = try PreparedStatement(
            db,
            "SELECT region, kind, at, received_at FROM region_event ORDER BY seq DESC LIMIT ?"
        )
        statement.bind(1, Int64(limit))
        var entries: [RegionLogEntry] = []
        try statement.forEachRow { row in
            entries.append(
                RegionLogEntry(
                    region: row.string(0) ?? "",
                    kind: row.string(1) ?? "",
                    at: row.instant(2),
                    receivedAt: row.instant(3)
                )
            )
        }
        return entries
    }

    // MARK: writing

    /// Stores the parts of an update that are not entities.
    ///
    /// - `maximumLogEntries`: the number of newest log entries to retain.
    static func store(_ db: Database, _ update: PlaceUpdate, maximumLogEntries: Int64) throws {
        for place in update.placeStates { try store(db, place) }
        if let state = update.monitorState { try store(db, state) }
        for visit in update.localVisits { try store(db, visit) }
        for id in update.resolvedVisits {
            let statement = try PreparedStatement(db, "DELETE FROM local_visit WHERE event_id = ?")
            statement.bind(1, id)
            try statement.run()
        }
        for stay in update.closedStays { try store(db, stay) }
        for id in update.purgedVisits {
            let statement = try PreparedStatement(
                db,
                "DELETE FROM closed_stay WHERE visit_id = ?"
            )
            statement.bind(1, id)
            try statement.run()
        }
        if let end = update.purgedBefore {
            let statement = try PreparedStatement(db, "DELETE FROM closed_stay WHERE left_at < ?")
            statement.bind(1, end)
            try statement.run()
        }
        guard !update.logEntries.isEmpty else { return }
        for entry in update.logEntries { try store(db, entry) }
        let statement = try PreparedStatement(
            db,
            "DELETE FROM region_event WHERE seq <= (SELECT max(seq) FROM region_event) - ?"
        )
        statement.bind(1, maximumLogEntries)
        try statement.run()
    }

    private static func store(_ db: Database, _ place: PlaceState) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO place_state (\(columns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, place.geofenceID)
        statement.bind(2, place.visit)
        statement.bind(3, Int64(place.isOpen ? 1 : 0))
        statement.bind(4, Int64(place.isOwn ? 1 : 0))
        statement.bind(5, Int64(place.isUncertain ? 1 : 0))
        statement.bind(6, place.enteredAfter)
        statement.bind(7, place.enteredAt)
        statement.bind(8, place.leftAt)
        statement.bind(9, place.lastInside)
        statement.bind(10, place.lastOutside)
        statement.bind(11, place.observations)
        statement.bind(12, place.visits)
        statement.bind(13, place.lastReportedInside)
        statement.bind(14, place.observedExit)
        statement.bind(15, place.unobserved?.lowerBound)
        statement.bind(16, place.unobserved?.upperBound)
        statement.bind(17, place.lastOutsideFix)
        try statement.run()
    }

    private static func store(_ db: Database, _ state: RegionMonitorState) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO region_monitor_state (id, latitude, longitude, accuracy,
                fixed_at, sentinel_latitude, sentinel_longitude, sentinel_radius, placed_at,
                signalled_at, authorization, is_downgraded, region_limit, failure, failed_at,
                has_requested_always)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, real: state.fix?.coordinate.latitude)
        statement.bind(2, real: state.fix?.coordinate.longitude)
        statement.bind(3, real: state.fix?.accuracy)
        statement.bind(4, state.fix?.instant)
        statement.bind(5, real: state.sentinel?.center.latitude)
        statement.bind(6, real: state.sentinel?.center.longitude)
        statement.bind(7, real: state.sentinel?.radius)
        statement.bind(8, state.sentinel?.placedAt)
        statement.bind(9, state.signalledAt)
        statement.bind(10, state.authorization)
        statement.bind(11, Int64(state.isDowngraded ? 1 : 0))
        statement.bind(12, state.regionLimit.map { Int64($0) })
        statement.bind(13, state.failure?.rawValue)
        statement.bind(14, state.failedAt)
        statement.bind(15, Int64(state.hasRequestedAlways ? 1 : 0))
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

    private static func store(_ db: Database, _ stay: ClosedStay) throws {
        let statement = try PreparedStatement(
            db,
            """
            INSERT OR REPLACE INTO closed_stay
                (visit_id, geofence_id, last_inside, left_at, entered_after, entered_at,
                    observations)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """
        )
        statement.bind(1, stay.visit)
        statement.bind(2, stay.geofenceID)
        statement.bind(3, stay.lastInside)
        statement.bind(4, stay.leftAt)
        statement.bind(5, stay.enteredAfter)
        statement.bind(6, stay.enteredAt)
        statement.bind(7, stay.observations)
        try statement.run()
    }

    private static func store(_ db: Database, _ entry: RegionLogEntry) throws {
        let statement = try PreparedStatement(
            db,
            "INSERT INTO region_event (region, kind, at, received_at) VALUES (?, ?, ?, ?)"
        )
        statement.bind(1, entry.region)
        statement.bind(2, entry.kind)
        statement.bind(3, entry.at)
        statement.bind(4, entry.receivedAt)
        try statement.run()
    }
}
