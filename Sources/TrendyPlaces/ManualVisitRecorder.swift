public import TrendyModel
package import TrendyStore

/// A visit that the person enters.
public struct ManualVisit: Sendable, Equatable {
    /// The geofence.
    public var geofenceID: EntityID
    /// The arrival.
    public var start: Instant
    /// The departure; `nil` while the person is still there.
    public var end: Instant?
    /// Notes of the person.
    public var notes: String?

    /// A visit to a geofence.
    public init(
        _ geofenceID: EntityID,
        from start: Instant,
        until end: Instant? = nil,
        notes: String? = nil
    ) {
        self.geofenceID = geofenceID
        self.start = start
        self.end = end
        self.notes = notes
    }
}

/// Records visits that the person enters, in the same form as observed ones.
///
/// An entry of the person is one more observation of a place: the monitor ends a visit that the
/// person opened when it observes the exit, and the other way round. A person is at one place once
/// at a time, so a manual visit that shares more than half of the shorter one with a recorded visit
/// is the same visit. One that only overlaps its edge is another visit, for people enter rough
/// times.
package struct ManualVisitRecorder: Sendable {
    /// How long before a visit one may have begun that overlaps it.
    static let maximumStay = Duration.seconds(30 * 86_400)

    private let store: DeviceStore
    private let dependencies: Dependencies
    private let zone: String

    /// A recorder for a store.
    ///
    /// - `zone`: the IANA name of the time zone that the device is in.
    package init(store: DeviceStore, dependencies: Dependencies, zone: String) {
        self.store = store
        self.dependencies = dependencies
        self.zone = zone
    }

    /// Records a visit in one transaction.
    ///
    /// - Returns: its event, and whether it is new.
    /// - Throws: `StoreError` of the code `notFound` for a deleted geofence, `invalid` for a visit
    ///   that ends before it begins or lies in the future; nothing is written then.
    package func record(_ visit: ManualVisit) async throws -> (event: EntityID, isNew: Bool) {
        let now = dependencies.wallClock.now()
        guard visit.start <= now, visit.end.map({ $0 >= visit.start && $0 <= now }) ?? true else {
            throw Self.impossible
        }
        return try await store.write { [ids = dependencies.ids, zone] database in
            try ManualVisitTransaction(database: database, ids: ids, zone: zone).record(visit)
        }
    }

    /// Ends the open visit at a geofence in one transaction.
    ///
    /// - Returns: its event.
    /// - Throws: `StoreError` of the code `notFound` when none is open, `invalid` for a moment
    ///   before it began or in the future; nothing is written then.
    package func end(_ geofenceID: EntityID, at instant: Instant) async throws -> EntityID {
        let now = dependencies.wallClock.now()
        return try await store.write { [ids = dependencies.ids, zone] database in
            try ManualVisitTransaction(database: database, ids: ids, zone: zone)
                .end(geofenceID, at: instant, now: now)
        }
    }

    fileprivate static var impossible: StoreError {
        StoreError(.invalid, .invalidVisit)
    }
}

/// Records manual visits within one transaction.
private struct ManualVisitTransaction {
    let database: StoreTransaction
    let ids: any EntityIDSource
    let zone: String

    func record(_ visit: ManualVisit) throws -> (event: EntityID, isNew: Bool) {
        let geofence = try geofence(visit.geofenceID)
        if let known = try recorded(visit) {
            var update = PlaceUpdate()
            try add(visit.notes, to: known, &update)
            try database.places.apply(update)
            return (known, false)
        }
        var place = try database.places.state(of: visit.geofenceID)
        // The last visit may be deleted.
        if try !isLive(place.visit) { place.visit = nil }
        place.isOpen = false
        var recorder = recorder(of: geofence)
        // A visit with both ends is one of its own, however soon after another one.
        if visit.end != nil { place.visit = nil }
        let isNewest = place.enteredAt.map { $0 <= visit.start } ?? true
        if !isNewest { place = PlaceState(geofenceID: visit.geofenceID) }
        place = try observe(.inside, at: visit.start, place, &recorder)
        if let end = visit.end {
            _ = try observe(.outside, at: end, place, &recorder)
            // The stored state is about a later visit.
            if !isNewest { recorder.update.placeStates = [] }
            recorder.endManually()
        }
        guard let event = recorder.visit else { throw ManualVisitRecorder.impossible }
        let isNew = recorder.update.creations.contains { $0.id == event }
        try add(visit.notes, to: event, &recorder.update)
        try database.places.apply(recorder.update)
        return (event, isNew)
    }

    func end(_ geofenceID: EntityID, at instant: Instant, now: Instant) throws -> EntityID {
        let place = try database.places.state(of: geofenceID)
        guard let event = try openVisit(place) else {
            throw StoreError(.notFound, .noOpenVisit)
        }
        let start = place.enteredAt ?? instant
        guard instant >= start, instant <= now else { throw ManualVisitRecorder.impossible }
        var recorder = recorder(of: try geofence(geofenceID))
        _ = try observe(.outside, at: instant, place, &recorder)
        // The place stays open without a visit until the monitor observes the exit.
        var open = place
        open.observations += 1
        recorder.update.placeStates = [open]
        recorder.endManually()
        try database.places.apply(recorder.update)
        return event
    }

    private func recorder(of geofence: Geofence) -> VisitRecorder {
        VisitRecorder(database: database, ids: ids, zone: zone, geofence: geofence, isKnown: true)
    }

    private func observe(
        _ side: RegionSide,
        at instant: Instant,
        _ place: PlaceState,
        _ recorder: inout VisitRecorder
    ) throws -> PlaceState {
        let observation = PlaceObservation(side, at: instant, by: .person)
        try recorder.record(VisitTracker.observe(observation, place), observation)
        return recorder.update.placeStates.first ?? place
    }

    private func geofence(_ id: EntityID) throws -> Geofence {
        guard let entity = try database.entities.fetch(id: id), entity.kind == .geofence else {
            throw StoreError(.notFound, .noEntity(id: "\(id)"))
        }
        return try Geofence(document: entity.document())
    }

    /// The open visit at a place; `nil` when another device or the person has ended it.
    private func openVisit(_ place: PlaceState) throws -> EntityID? {
        guard place.isOpen, let visit = place.visit,
            let document = try database.entities.fetch(id: visit)?.document()
        else { return nil }
        // An unreadable visit counts as open.
        guard let event = try? Event(document: document) else { return visit }
        return event.endDate == nil ? visit : nil
    }

    private func isLive(_ visit: EntityID?) throws -> Bool {
        try visit.flatMap { try database.entities.fetch(id: $0) } != nil
    }

    /// The first recorded visit to the place that is the same as a manual one.
    private func recorded(_ visit: ManualVisit) throws -> EntityID? {
        let span = VisitDeduplicator.Span(visit.start, visit.end, isManual: true)
        let place = try database.places.state(of: visit.geofenceID)
        if let start = place.enteredAt, span.isSame(as: VisitDeduplicator.Span(start)),
            let event = try openVisit(place)
        {
            return event
        }
        let first = visit.start - ManualVisitRecorder.maximumStay
        return try database.places.capturedVisits(since: first).lazy
            // An unreadable event is not a visit.
            .compactMap { try? VisitDeduplicator.Visit($0) }
            .first { $0.event.geofenceID == visit.geofenceID && span.isSame(as: $0.span) }?.id
    }

    /// Adds notes to a visit that has none.
    private func add(_ notes: String?, to event: EntityID, _ update: inout PlaceUpdate) throws {
        guard let notes else { return }
        let entity = try database.entities.fetch(id: event)
        guard try entity.map({ try Event(document: $0.document()).notes == nil }) ?? true else {
            return
        }
        let fields = Document([.init(name: "notes", value: RawJSON(notes))])
        update.updates.append(.init(id: event, fields: fields, properties: [:]))
    }
}

extension VisitRecorder {
    /// Detaches the place from the visit, whose end later observations must not change.
    fileprivate mutating func endManually() {
        for index in update.placeStates.indices { update.placeStates[index].visit = nil }
    }
}

extension GeofenceMonitor {
    /// Records a visit that the person enters.
    ///
    /// - Returns: its event, and whether it is new; a visit that shares more than half of the
    ///   shorter one with a recorded visit to the same place is that one.
    /// - Throws: `StoreError` of the code `notFound` for a deleted geofence, `invalid` for a visit
    ///   that ends before it begins or lies in the future; nothing is written then.
    package func record(_ visit: ManualVisit) async throws -> (event: EntityID, isNew: Bool) {
        store.work.begin()
        defer { store.work.end() }
        return try await mutex.withLock { try await manualVisits.record(visit) }
    }

    /// Ends the open visit at a geofence, because the person says so.
    ///
    /// - Returns: its event.
    /// - Throws: `StoreError` of the code `notFound` when none is open, `invalid` for a moment
    ///   before it began or in the future; nothing is written then.
    package func endVisit(to geofenceID: EntityID, at instant: Instant) async throws -> EntityID {
        store.work.begin()
        defer { store.work.end() }
        return try await mutex.withLock {
            try await manualVisits.end(geofenceID, at: instant)
        }
    }

    private var manualVisits: ManualVisitRecorder {
        ManualVisitRecorder(store: store, dependencies: dependencies, zone: zone())
    }
}
