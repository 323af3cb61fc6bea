import Testing
import TrendyModel
import TrendyStore

@Suite("Storage of places and region monitoring")
struct PlaceStorageTests: RecordingSuite {
    private let fixture: StoreFixture
    let store: DeviceStore
    private let home = EntityID(high: 1, low: 1)
    private let work = EntityID(high: 2, low: 2)

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func at(_ seconds: Int64) -> Instant { Instant(seconds: seconds) }

    private func visit(_ number: UInt64) -> EntityID { EntityID(high: 9, low: number) }

    private func apply(_ edit: (inout PlaceUpdate) -> Void) async throws {
        var update = PlaceUpdate()
        edit(&update)
        try await store.write { [update] in try $0.places.apply(update) }
    }

    @Test("All observations of a place survive a restart", arguments: 0..<3)
    func placeState(flag: Int) async throws {
        var place = PlaceState(geofenceID: home)
        place.visit = visit(1)
        (place.isOpen, place.isOwn, place.isUncertain) = (flag == 0, flag == 1, flag == 2)
        (place.enteredAfter, place.enteredAt, place.leftAt) = (at(1), at(2), at(3))
        (place.lastInside, place.lastReportedInside) = (at(4), at(5))
        (place.lastOutside, place.lastOutsideFix) = (at(6), at(7))
        place.unobserved = at(8)..<at(9)
        place.observedExit = at(10)
        (place.observations, place.visits) = (11, 12)
        let empty = PlaceState(geofenceID: work)

        try await apply { $0.placeStates = [empty, place] }
        try await store.close()

        let reopened = try fixture.open()
        #expect(try await reopened.read { try $0.places.states() } == [place, empty])
        #expect(try await reopened.read { try $0.places.state(of: home) } == place)
        let open = try await reopened.read { try $0.places.openStates() }
        #expect(open == (flag == 0 ? [place] : []))
    }

    @Test("The state of region monitoring survives a restart", arguments: [false, true])
    func monitorState(isDowngraded: Bool) async throws {
        var state = RegionMonitorState()
        state.fix = Fix(
            coordinate: try #require(Coordinate(latitude: 1, longitude: 2)),
            accuracy: 3,
            instant: at(4)
        )
        state.sentinel = .init(
            center: try #require(Coordinate(latitude: 5, longitude: 6)),
            radius: 7,
            placedAt: at(8)
        )
        state.signalledAt = at(9)
        state.authorization = "always"
        (state.isDowngraded, state.hasRequestedAlways) = (isDowngraded, !isDowngraded)
        state.regionLimit = 18
        state.failure = .refused(registered: 8, wanted: 20)
        state.failedAt = at(10)

        try await apply { [state] in $0.monitorState = state }
        try await store.close()

        let reopened = try fixture.open()
        #expect(try await reopened.read { try $0.places.regionMonitorState() } == state)
    }

    @Test("Local visits are read from a moment on by their start, until they are resolved")
    func localVisits() async throws {
        let visits = [(4, 10), (3, 20), (1, 30), (2, 30)].map { number, start in
            LocalVisit(
                event: visit(UInt64(number)),
                geofenceID: home,
                enteredAfter: at(Int64(start) - 5),
                enteredAt: at(Int64(start))
            )
        }

        try await apply { $0.localVisits = visits.reversed() }

        let start = at(20)
        #expect(
            try await store.read { try $0.places.localVisits(since: start) } == Array(visits[1...])
        )
        try await apply { $0.resolvedVisits = [visit(1), visit(9)] }
        let rest = try await store.read { try $0.places.localVisits(since: start) }
        #expect(rest == [visits[1], visits[3]])
    }

    private func stay(_ number: UInt64, leftAt: Instant) throws -> ClosedStay {
        var place = PlaceState(geofenceID: home)
        place.visit = visit(number)
        (place.enteredAfter, place.enteredAt) = (leftAt - .seconds(9), leftAt - .seconds(8))
        (place.lastInside, place.leftAt) = (leftAt - .seconds(3), leftAt)
        place.observations = Int64(number)
        return try #require(ClosedStay(place))
    }

    @Test("Closed stays are read from a moment on by their end")
    func closedStays() async throws {
        let stays = try [(4, 10), (3, 20), (1, 30), (2, 30)].map { number, end in
            try stay(number, leftAt: at(end))
        }

        try await apply { $0.closedStays = stays.reversed() }

        let start = at(20)
        #expect(
            try await store.read { try $0.places.closedStays(since: start) } == Array(stays[1...])
        )
    }

    @Test("A closed stay is purged by its visit, or when it ended before a moment")
    func purgedStays() async throws {
        let stays = try [(1, 10), (2, 20), (3, 30)].map { try stay($0, leftAt: at($1)) }
        try await apply { $0.closedStays = stays }
        let all = at(0)

        try await apply { $0.purgedBefore = at(20) }
        #expect(
            try await store.read { try $0.places.closedStays(since: all) } == Array(stays[1...])
        )
        try await apply { $0.purgedVisits = [visit(3), visit(9)] }
        #expect(try await store.read { try $0.places.closedStays(since: all) } == [stays[1]])
    }

    @Test("Captured visits are the live events from a moment on that contain the word, by time")
    func capturedVisits() async throws {
        let type = try await type("A visit")
        let events: [(id: UInt64, time: Int64, notes: String)] = [
            (5, 10, "visit"), (4, 20, "visit"), (3, 25, "walk"), (1, 30, "visit"), (2, 30, "visit"),
        ]
        for event in events.reversed() {
            var fields = Event(eventTypeID: type, timestamp: at(event.time), sourceType: .geofence)
            fields.notes = event.notes
            try await store.write { [fields, id = visit(event.id)] in
                try $0.entities.create(fields, id: id)
            }
        }

        let start = at(20)
        let visits = try await store.read { try $0.places.capturedVisits(since: start) }

        #expect(visits.map(\.id) == [visit(4), visit(1), visit(2)])
    }

    @Test("The region log holds the newest two thousand events")
    func regionLog() async throws {
        let entries = (0..<2_003).map { number in
            RegionLogEntry(
                region: "\(number)",
                kind: RegionLogEntry.entered,
                at: at(Int64(number)),
                receivedAt: at(Int64(number) + 7)
            )
        }

        try await apply { $0.logEntries = Array(entries[..<2_001]) }
        try await apply { $0.logEntries = Array(entries[2_001...]) }

        let log = try await store.read { try $0.places.regionLog(limit: 5_000) }
        #expect(log == entries[3...].reversed())
        #expect(try await store.read { try $0.places.regionLog(limit: 2) } == Array(log[..<2]))
    }

    @Test("An update with one change of any kind is not empty")
    func emptiness() throws {
        let stay = try stay(1, leftAt: at(1))
        let local = LocalVisit(
            event: visit(1),
            geofenceID: home,
            enteredAfter: nil,
            enteredAt: at(1)
        )
        let entry = RegionLogEntry(region: "", kind: "", at: at(1), receivedAt: at(1))
        let changes: [(inout PlaceUpdate) -> Void] = [
            { $0.creations = [(home, EventType(name: "Home"))] },
            { $0.updates = [.init(id: home, fields: Document(), properties: [:])] },
            { $0.deletions = [home] },
            { $0.placeStates = [PlaceState(geofenceID: home)] },
            { $0.monitorState = RegionMonitorState() },
            { $0.localVisits = [local] },
            { $0.resolvedVisits = [home] },
            { $0.closedStays = [stay] },
            { $0.purgedBefore = at(1) },
            { $0.purgedVisits = [home] },
            { $0.logEntries = [entry] },
        ]

        #expect(PlaceUpdate().isEmpty)
        for (index, change) in changes.enumerated() {
            var update = PlaceUpdate()
            change(&update)
            #expect(!update.isEmpty, "Change \(index)")
        }
    }

    @Test("An update with an invalid entity is refused, and nothing is written")
    func invalid() async throws {
        let error = await #expect(throws: StoreError.self) {
            try await apply {
                $0.creations = [(work, EventType(name: "Work")), (home, EventType(name: " "))]
                $0.placeStates = [PlaceState(geofenceID: home)]
            }
        }

        #expect(error?.code == .invalid)
        #expect(try await store.read { try $0.places.states() }.isEmpty)
        #expect(try await store.status().pending == 0)
    }

    @Test("Changes and deletions of deleted events have no effect")
    func deletedEvent() async throws {
        let type = try await type("Gym")
        let id = try await event(of: type)
        try await store.acceptBatch(version: 1)
        try await store.write { try $0.entities.delete(id: id) }
        try await store.acceptBatch(version: 2)

        try await apply {
            $0.updates = [.init(id: id, fields: change("notes", "late"), properties: [:])]
            $0.deletions = [id, visit(9)]
        }

        #expect(try await store.entity(id) == nil)
        #expect(try await store.status().pending == 0)
    }
}
