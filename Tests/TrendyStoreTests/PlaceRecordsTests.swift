import Testing
import TrendyModel
import TrendyStore

@Suite("Transactions of places")
struct PlaceRecordsTests {
    private struct Failure: Error {}

    private let fixture: StoreFixture
    private let store: DeviceStore
    private let home = EntityID.derived(kind: "geofence", naturalKey: "home")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
    }

    private func open(_ id: EntityID) -> PlaceUpdate {
        var place = PlaceState(geofenceID: id)
        place.isOpen = true
        var update = PlaceUpdate()
        update.placeStates = [place]
        update.creations = [(id, EventType(name: "Visit"))]
        return update
    }

    @Test("A transaction reads what it has written")
    func ownWrites() async throws {
        let (places, type) = try await store.writePlaces { [home, update = open(home)] records in
            try records.apply(update)
            return (try records.openPlaceStates(), try records.entity(id: home))
        }

        #expect(places.map(\.geofenceID) == [home])
        #expect(type?.kind == .eventType)
        #expect(try await store.placeState(of: home).isOpen)
    }

    @Test("An error rolls back all updates of a transaction")
    func rollback() async throws {
        await #expect(throws: Failure.self) {
            try await store.writePlaces { [update = open(home)] records in
                try records.apply(update)
                throw Failure()
            }
        }

        #expect(try await store.placeStates().isEmpty)
        #expect(try await store.entity(id: home) == nil)
        #expect(try await store.unsentEntities(among: [home]).isEmpty)
    }

    @Test("A failure of region monitoring is stored as a code")
    func failure() async throws {
        var state = RegionMonitorState()
        state.failure = .refused(registered: 8, wanted: 20)
        var update = PlaceUpdate()
        update.monitorState = state

        try await store.apply(update)

        #expect(try await store.regionMonitorState() == state)
        #expect(state.failure?.rawValue == "refused/8/20")
        let text = RegionMonitorState.Failure(rawValue: "The system watches 8 of 20 regions.")
        #expect(text == nil)
    }
}
