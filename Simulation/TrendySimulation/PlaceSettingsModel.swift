import SimulationKit
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

/// The places that a person wants to have monitored.
enum PlaceSettingsModel {
    /// The person enables a place that they visit, or changes the circle of an enabled place.
    static func createOrResize(
        _ name: String,
        _ process: SimulatedDevice.Process,
        _ random: inout SplitMix64
    ) async {
        let world = process.device.world
        guard let place = world.locationOracle[process.account]?.places[name] else { return }
        let store: DeviceStore = process.engine.store
        do {
            if let known = try await store.read({
                try $0.entities.fetch(kind: .geofence, named: name)
            }) {
                return try await resize(known.id, process, &random)
            }
            var main = geofence(name, at: place)
            if world.faults.hasTypedPlaces {
                main.eventTypeEntryID = try await type(of: name, process, &random)
            }
            var geofences = [main]
            if world.faults.hasManyPlaces {
                for neighbour in neighbours(of: name, at: place)
                where try await store.read({
                    try $0.entities.fetch(kind: .geofence, named: neighbour.name)
                }) == nil {
                    geofences.append(neighbour)
                }
            }
            try await store.write { [geofences] transaction in
                try transaction.entities.create(
                    geofences.map { (process.dependencies.ids.next(), $0) }
                )
            }
        } catch {
            // A place that cannot be read or created now is not enabled now.
            return
        }
        await process.engine.reconcilePlaces(.edit)
    }

    /// Creates an event type for the visits to one place.
    ///
    /// The person deletes some of them again.
    private static func type(
        of place: String,
        _ process: SimulatedDevice.Process,
        _ random: inout SplitMix64
    ) async throws -> EntityID {
        let store: DeviceStore = process.engine.store
        let name = "At \(place)"
        if let known = try await store.read({ try $0.entities.fetch(kind: .eventType, named: name) }
        ) {
            return known.id
        }
        let id = process.dependencies.ids.next()
        try await store.write {
            try $0.entities.create(EventType(name: name, color: "#3A7D44", icon: "house"), id: id)
        }
        guard random.happens(500) else { return id }
        let wait = random.duration(.seconds(60), .seconds(6 * 3600))
        let simulation = process.device.world.simulation
        Task {
            try await simulation.sleep(for: wait)
            guard process.isAlive else { return }
            // A type that has visits by then remains.
            try await store.write { try $0.entities.delete(id: id) }
            simulation.log("\(process.device.name) deletes the type of \(name)")
        }
        return id
    }

    private static func resize(
        _ place: EntityID,
        _ process: SimulatedDevice.Process,
        _ random: inout SplitMix64
    ) async throws {
        guard random.happens(300) else { return }
        var change = Document()
        change["radius"] = RawJSON(Int64(random.pick([120, 200, 300])))
        try await process.engine.store.write { [change] in
            try $0.entities.update(id: place, change: change)
        }
        let device = process.device
        device.world.coverage.reached(.placeEdited)
        device.world.simulation.log("\(device.name) resizes \(place)")
        await process.engine.reconcilePlaces(.edit)
    }

    /// Creates places around a place, and one whose centre is far from the person's location in it.
    private static func neighbours(of name: String, at place: Coordinate) -> [Geofence] {
        var geofences = (0..<24).map { index in
            let east = Double(index % 5) * 500 - 1_000
            let north = Double(index / 5) * 500 + 400
            return geofence("\(name) \(index)", at: place.offset(east: east, north: north))
        }
        geofences.append(
            geofence(
                "\(name) district",
                at: place.offset(east: -2_500, north: -900),
                radius: 2_900
            )
        )
        return geofences
    }

    private static func geofence(
        _ name: String,
        at place: Coordinate,
        radius: Double = 150
    ) -> Geofence {
        Geofence(
            name: name,
            latitude: place.latitude,
            longitude: place.longitude,
            radiusMeters: radius
        )
    }
}
