import Testing
import TrendyModel
import TrendyStore

@Suite("Place records")
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
        let (places, type) = try await store.write { [home, update = open(home)] in
            try $0.places.apply(update)
            return (try $0.places.openStates(), try $0.entities.fetch(id: home))
        }

        #expect(places.map(\.geofenceID) == [home])
        #expect(type?.kind == .eventType)
        #expect(try await store.read { try $0.places.state(of: home) }.isOpen)
    }

    @Test("An error rolls back all updates of a transaction")
    func rollback() async throws {
        await #expect(throws: Failure.self) {
            try await store.write { [update = open(home)] in
                try $0.places.apply(update)
                throw Failure()
            }
        }

        #expect(try await store.read { try $0.places.states() }.isEmpty)
        #expect(try await store.read { try $0.entities.fetch(id: home) } == nil)
        #expect(try await store.read { try $0.queue.pendingEntities(among: [home]) }.isEmpty)
    }

    @Test("A failure of region monitoring is stored as a code")
    func failure() async throws {
        var state = RegionMonitorState()
        state.failure = .refused(registered: 8, wanted: 20)
        var update = PlaceUpdate()
        update.monitorState = state

        try await store.write { [update] in try $0.places.apply(update) }

        #expect(try await store.read { try $0.places.regionMonitorState() } == state)
        #expect(state.failure?.rawValue == "refused/8/20")
        let text = RegionMonitorState.Failure(rawValue: "The system monitors 8 of 20 regions.")
        #expect(text == nil)
    }
}
