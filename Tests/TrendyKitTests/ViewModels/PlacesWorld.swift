import Foundation
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// A device with region monitoring and a real database, for tests of the screens of places.
@MainActor
final class PlacesWorld {
    nonisolated static let center = Coordinate(latitude: 47, longitude: 8) ?? .null

    let world: ScreenWorld
    let regions = ScreenRegions()
    let monitor: GeofenceMonitor
    let model: PlacesViewModel

    var store: DeviceStore { world.store }

    init(clock: any Clock<Duration> = ContinuousClock()) throws {
        world = try ScreenWorld(time: clock)
        monitor = GeofenceMonitor(
            store: world.store,
            monitor: regions,
            dependencies: world.dependencies,
            zone: { "Europe/Paris" }
        )
        model = PlacesViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            monitor: monitor
        )
    }

    /// A fix some metres east of the centre, now.
    func fix(_ east: Double = 0, accuracy: Double = 10) -> Fix {
        Fix(
            coordinate: Self.center.offset(east: east, north: 0),
            accuracy: accuracy,
            instant: world.clock.now()
        )
    }

    /// Adds a geofence of 150 m some metres east of the centre.
    @discardableResult
    func add(
        _ name: String,
        at east: Double = 0,
        _ change: (inout Geofence) -> Void = { _ in }
    ) async throws -> EntityID {
        let center = Self.center.offset(east: east, north: 0)
        var geofence = Geofence(
            name: name,
            latitude: center.latitude,
            longitude: center.longitude,
            radiusMeters: 150
        )
        change(&geofence)
        return try await store.write { [geofence] in try $0.entities.create(geofence) }
    }

    /// Registers the regions, as often as the monitor wants to, and reads the screen.
    func settle(_ trigger: GeofenceMonitor.Trigger = .launch) async throws {
        var wait = try await monitor.reconcile(trigger)
        var rounds = 0
        while let time = wait, rounds < 20 {
            world.clock.advance(by: time)
            wait = try await monitor.catchUp()
            rounds += 1
        }
        await model.refresh()
    }

    func place(_ name: String) throws -> PlacesViewModel.Place {
        try #require(model.places.first { $0.name == name })
    }

    func geofence(_ id: EntityID) async throws -> Geofence? {
        try await store.read { try $0.entities.fetch(id: id) }
            .map { try Geofence(document: $0.document()) }
    }

    /// Records that the person is at a place since `start`.
    func open(_ place: EntityID, _ name: String, since start: Instant) async throws -> EntityID {
        let type = try await store.write { try $0.entities.create(EventType(name: "Stay \(name)")) }
        let visit = try await visit(place, name, type, from: start)
        var state = PlaceState(geofenceID: place)
        (state.visit, state.isOpen, state.enteredAt, state.visits) = (visit, true, start, 1)
        var update = PlaceUpdate()
        update.placeStates = [state]
        try await store.write { [update] in try $0.places.apply(update) }
        return visit
    }

    /// Records a visit's event.
    func visit(
        _ place: EntityID,
        _ name: String,
        _ type: EntityID,
        from start: Instant,
        to end: Instant? = nil
    ) async throws -> EntityID {
        var event = Event(eventTypeID: type, timestamp: start, sourceType: .geofence)
        event.endDate = end
        event.geofenceID = place
        event.locationName = name
        event.naturalKey = "visit/\(name)/\(start.milliseconds)"
        event.properties["entry_source"] = .text("crossing")
        return try await store.write { [event] in try $0.entities.create(event) }
    }
}
