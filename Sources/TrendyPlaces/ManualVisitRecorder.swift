import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// A visit that the person tells of themselves.
public struct ManualVisit: Sendable, Equatable {
    /// The place.
    public var geofenceID: EntityID
    /// When they came.
    public var start: Instant
    /// When they left; `nil` while they are still there.
    public var end: Instant?
    /// What they wrote.
    public var notes: String?

    /// A visit to a place.
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

/// Records visits that the person tells of, in the form of those that are watched.
///
/// The person's word is one more thing that is heard of a place: a visit that they open is closed
/// by the watch when it sees them leave, and the other way round. Nobody is twice at one place at a
/// time, so what shares more than half of the shorter one with a visit that is recorded already is
/// that visit; what only overlaps its edge is another one, for people say when about.
package struct ManualVisitRecorder {
    /// How long before a visit another one may have begun that it overlaps.
    static let maximumStay = Duration.seconds(30 * 86_400)

    let store: DeviceStore
    let dependencies: Dependencies
    /// The IANA name of the zone that the device is in.
    let zone: String

    /// Told visits of a store that no monitor watches.
    package init(store: DeviceStore, dependencies: Dependencies, zone: String) {
        self.store = store
        self.dependencies = dependencies
        self.zone = zone
    }

    /// Records a visit.
    ///
    /// - Returns: its event, and whether it is new.
    package func record(_ visit: ManualVisit) async throws -> (event: EntityID, isNew: Bool) {
        let now = dependencies.wallClock.now()
        guard visit.start <= now, visit.end.map({ $0 >= visit.start && $0 <= now }) ?? true else {
            throw StoreError(code: .invalid, message: Strings.Places.impossibleVisit())
        }
        let geofence = try await geofence(visit.geofenceID)
        if let known = try await recorded(visit) {
            var change = PlaceUpdate()
            try await add(visit.notes, to: known, &change)
            try await store.apply(change)
            return (known, false)
        }
        var presence = try await store.presence(of: visit.geofenceID)
        // The visit that is known to go on, or to have ended just now, may be deleted.
        if try await !isLive(presence.visit) { presence.visit = nil }
        presence.isOpen = false
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone,
            geofence: geofence,
            isKnown: true
        )
        // A visit with both ends is one of its own, however soon after another one.
        if visit.end != nil { presence.visit = nil }
        let isNewest = presence.enteredAt.map { $0 <= visit.start } ?? true
        if !isNewest { presence = PlaceState(geofenceID: visit.geofenceID) }
        presence = try await receive(.inside, at: visit.start, presence, &recorder)
        if let end = visit.end {
            _ = try await receive(.outside, at: end, presence, &recorder)
            // What is known of the place is about later than this.
            if !isNewest { recorder.change.presences = [] }
            recorder.endManually()
        }
        guard let event = recorder.visit else {
            throw StoreError(code: .invalid, message: Strings.Places.impossibleVisit())
        }
        let isNew = recorder.change.creations.contains { $0.id == event }
        try await add(visit.notes, to: event, &recorder.change)
        try await store.apply(recorder.change)
        return (event, isNew)
    }

    /// Ends the visit that goes on at a place.
    ///
    /// - Returns: its event.
    package func end(_ geofenceID: EntityID, at instant: Instant) async throws -> EntityID {
        let presence = try await store.presence(of: geofenceID)
        guard let event = try await openVisit(presence) else {
            throw StoreError(code: .notFound, message: Strings.Places.notThere())
        }
        let start = presence.enteredAt ?? instant
        guard instant >= start, instant <= dependencies.wallClock.now() else {
            throw StoreError(code: .invalid, message: Strings.Places.impossibleVisit())
        }
        var recorder = VisitRecorder(
            store: store,
            ids: dependencies.ids,
            zone: zone,
            geofence: try await geofence(geofenceID),
            isKnown: true
        )
        _ = try await receive(.outside, at: instant, presence, &recorder)
        // Until the watch sees them leave, it goes on without a visit.
        var watched = presence
        watched.observations += 1
        recorder.change.presences = [watched]
        recorder.endManually()
        try await store.apply(recorder.change)
        return event
    }

    private func receive(
        _ side: RegionSide,
        at instant: Instant,
        _ presence: PlaceState,
        _ recorder: inout VisitRecorder
    ) async throws -> PlaceState {
        let observation = PlaceObservation(side, at: instant, by: .person)
        try await recorder.record(VisitTracker.observe(observation, presence), observation)
        return recorder.change.presences.first ?? presence
    }

    private func geofence(_ id: EntityID) async throws -> Geofence {
        guard let entity = try await store.entity(id: id), entity.kind == .geofence else {
            throw StoreError(code: .notFound, message: Strings.Store.notFound(["id": "\(id)"]))
        }
        return try Geofence(document: entity.document())
    }

    /// The visit that goes on; not one that has ended for another device, or by the person's word.
    private func openVisit(_ presence: PlaceState) async throws -> EntityID? {
        guard presence.isOpen, let visit = presence.visit,
            let document = try await store.entity(id: visit)?.document()
        else { return nil }
        // One that cannot be read goes on for all that is known.
        guard let event = try? Event(document: document) else { return visit }
        return event.endDate == nil ? visit : nil
    }

    private func isLive(_ visit: EntityID?) async throws -> Bool {
        guard let visit else { return false }
        return try await store.entity(id: visit) != nil
    }

    /// The first visit to the place that is the same as one.
    private func recorded(_ visit: ManualVisit) async throws -> EntityID? {
        let told = VisitDeduplicator.Span(visit.start, visit.end, isManual: true)
        let presence = try await store.presence(of: visit.geofenceID)
        if let start = presence.enteredAt, told.isSame(as: VisitDeduplicator.Span(start)),
            let event = try await openVisit(presence)
        {
            return event
        }
        return try await store.capturedVisits(since: visit.start - Self.maximumStay).lazy
            // What cannot be read is no visit.
            .compactMap { try? VisitDeduplicator.Visit($0) }
            .first { $0.event.geofenceID == visit.geofenceID && told.isSame(as: $0.span) }?.id
    }

    /// What somebody wrote on a visit already stays.
    private func add(
        _ notes: String?,
        to event: EntityID,
        _ change: inout PlaceUpdate
    ) async throws {
        guard let notes else { return }
        let entity = try await store.entity(id: event)
        guard try entity.map({ try Event(document: $0.document()).notes == nil }) ?? true else {
            return
        }
        let fields = Document([.init(name: "notes", value: RawJSON(notes))])
        change.updates.append(.init(id: event, fields: fields, properties: [:]))
    }
}

extension VisitRecorder {
    /// Nothing that is heard from now on changes the visit: the person said when it ended.
    fileprivate mutating func endManually() {
        for index in change.presences.indices { change.presences[index].visit = nil }
    }
}

extension GeofenceMonitor {
    /// Records a visit that the person tells of.
    ///
    /// - Returns: its event, and whether it is new; a visit that shares more than half of the
    ///   shorter one with one to the same place is that one.
    /// - Throws: `StoreError` of the code `notFound` for a place that is gone, `invalid` for a visit
    ///   that ends before it begins or lies in the future; nothing is written then.
    package func record(_ visit: ManualVisit) async throws -> (event: EntityID, isNew: Bool) {
        try await alone { try await told.record(visit) }
    }

    /// Ends the visit that goes on at a place, because the person says so.
    ///
    /// - Returns: its event.
    /// - Throws: `StoreError` of the code `notFound` when none goes on, `invalid` for a moment
    ///   before it began or in the future; nothing is written then.
    package func endVisit(to geofenceID: EntityID, at instant: Instant) async throws -> EntityID {
        try await alone { try await told.end(geofenceID, at: instant) }
    }

    private var told: ManualVisitRecorder {
        ManualVisitRecorder(store: store, dependencies: dependencies, zone: zone())
    }

    private func alone<Value>(_ body: () async throws -> Value) async throws -> Value {
        store.work.begin()
        defer { store.work.end() }
        await turn.take()
        defer { turn.give() }
        return try await body()
    }
}
