import Foundation
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

@MainActor
@Suite("Screens of places and health capture", .timeLimit(.minutes(20)))
struct CaptureScreenTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private var places: PlacesViewModel {
        PlacesViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats
        )
    }

    private func settings(
        _ onChange: @escaping @Sendable (HealthMetric) async -> Void = { _ in }
    )
        -> HealthSettingsViewModel
    {
        HealthSettingsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            authorization: RequestedAuthorization(),
            onChange: onChange
        )
    }

    private struct RequestedAuthorization: HealthAuthorization {
        func request(_ categories: [HealthMetric]) async throws {}
        func status(of categories: [HealthMetric]) async -> HealthAuthorizationStatus { .asked }
    }

    private func visit(
        _ place: EntityID,
        _ type: EntityID,
        from start: Instant,
        to end: Instant? = nil
    ) async throws -> EntityID {
        var event = Event(eventTypeID: type, timestamp: start, sourceType: .geofence)
        event.endDate = end
        event.geofenceID = place
        event.locationName = "Office"
        event.naturalKey = "visit/\(start.seconds)"
        event.properties["entry_source"] = .text("crossing")
        return try await world.store.write { [event] in try $0.entities.create(event) }
    }

    @Test("Places show whether the person is inside; open visits are listed apart from closed ones")
    func visits() async throws {
        let model = places
        await model.refresh()
        #expect(model.emptyText == "No places yet.")
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        var fence = Geofence(name: "Office", latitude: 47, longitude: 8, radiusMeters: 150)
        fence.eventTypeEntryID = type
        let office = try await world.store.write { [fence] in try $0.entities.create(fence) }
        _ = try await visit(
            office,
            type,
            from: world.instant("10:00", day: -1),
            to: world.instant("12:30", day: -1)
        )
        let open = try await visit(office, type, from: world.instant("11:00"))
        var presence = PlaceState(geofenceID: office)
        presence.visit = open
        presence.isOpen = true
        presence.enteredAt = try world.instant("11:00")
        presence.visits = 2
        var change = PlaceUpdate()
        change.placeStates = [presence]
        try await world.store.write { [change] in try $0.places.apply(change) }

        await model.refresh()

        let place = try #require(model.places.first)
        #expect(place.name == "Office")
        #expect(place.state == "There now, since 11:00")
        #expect(place.visits == "2 visits")
        #expect(place.radiusText == "Within 150 m")
        #expect(place.center == Coordinate(latitude: 47, longitude: 8))
        #expect(model.openVisits.map(\.id) == [open])
        #expect(model.openVisits.first?.text == "There now, since 11:00")
        #expect(model.recentVisits.map(\.text) == ["Yesterday, 10:00–12:30, 2 h 30 min"])
        #expect(model.emptyText == nil)
        #expect(model.nextRequest == nil)
    }

    @Test("At midnight, today's visits become yesterday's")
    func midnight() async throws {
        let model = places
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        let fence = Geofence(name: "Office", latitude: 47, longitude: 8, radiusMeters: 150)
        let office = try await world.store.write { try $0.entities.create(fence) }
        _ = try await visit(
            office,
            type,
            from: world.instant("08:00"),
            to: world.instant("10:30")
        )
        let open = try await visit(office, type, from: world.instant("11:00"))
        var presence = PlaceState(geofenceID: office)
        presence.visit = open
        presence.isOpen = true
        presence.enteredAt = try world.instant("11:00")
        var change = PlaceUpdate()
        change.placeStates = [presence]
        try await world.store.write { [change] in try $0.places.apply(change) }
        await model.refresh()
        #expect(model.openVisits.map(\.text) == ["There now, since 11:00"])
        #expect(model.recentVisits.map(\.text) == ["8:00–10:30, 2 h 30 min"])

        world.clock.advance(by: .seconds(86_400))
        await model.refresh()

        #expect(model.openVisits.map(\.text) == ["There now, since Yesterday, 11:00"])
        #expect(model.recentVisits.map(\.text) == ["Yesterday, 8:00–10:30, 2 h 30 min"])
    }

    @Test("An undecodable place, type or visit hides none of the others")
    func unreadable() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        let (model, settings) = (places, settings())
        let fences = ["Office", "School"].map {
            Geofence(name: $0, latitude: 47, longitude: 8, radiusMeters: 150)
        }
        let office = try await world.store.write { try $0.entities.create(fences[0]) }
        try await world.store.write { try $0.entities.create(fences[1]) }
        let visits = [
            try await visit(
                office,
                type,
                from: world.instant("10:00"),
                to: world.instant("12:30")
            ),
            try await visit(
                office,
                type,
                from: world.instant("13:00"),
                to: world.instant("14:00")
            ),
        ]
        try await world.spoil(office, "radius", with: RawJSON("wide"))
        try await world.spoil(visits[0], "evidence", with: RawJSON("much"))
        try await world.spoil(type, "icon", with: RawJSON(Int64(7)))

        await model.refresh()
        await settings.refresh()

        #expect(model.problem == nil && settings.problem == nil)
        #expect(model.places.map(\.name) == ["Office", "School"])
        #expect(model.places.first?.state.hasPrefix("Not all of this") == true)
        #expect(model.places.last?.state == "This device does not watch places")
        #expect(model.recentVisits.map(\.text) == ["13:00–14:00, 1 h"])
        #expect(settings.types.map(\.name) == ["Work"])
    }

    @Test("A place with a missing type becomes a finding with a remedy, live")
    func finding() async throws {
        let model = places
        let task = Task { await model.run() }
        await until { model.health != nil }
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        var fence = Geofence(name: "Office", latitude: 47, longitude: 8, radiusMeters: 150)
        fence.eventTypeEntryID = type
        try await world.store.write { [fence] in try $0.entities.create(fence) }
        await until { !model.places.isEmpty && model.findings.isEmpty }

        try await world.store.write { try $0.entities.delete(id: type) }
        await until { !model.findings.isEmpty }

        #expect(model.findings.first?.finding.contains("'Office' was deleted") == true)
        #expect(model.findings.first?.remedy.isEmpty == false)
        task.cancel()
        await task.value
    }

    @Test("Each category shows whether it is enabled, its type, and its newest sample")
    func categories() async throws {
        let model = settings()
        await model.refresh()
        let line = { (category: HealthMetric) in
            try #require(model.lines.first { $0.category == category })
        }

        #expect(model.lines.map(\.category) == HealthMetric.allCases)
        #expect(try line(.water).state == "Nothing yet")
        #expect(try line(.water).typeName == "Water (default)")
        #expect(model.authorizationText?.hasPrefix("Trendy has asked for access.") == true)
        try await world.store.write {
            try $0.health.beginBackfill(
                category: "steps",
                anchor: nil,
                days: [world.day(-9)...world.day()]
            )
        }
        try await world.store.write {
            try $0.health.update(category: "steps", failure: .text("locked"))
        }
        await model.refresh()

        #expect(try line(.steps).state == "Importing: 0 of 10 days")
        #expect(try line(.steps).problem == "Could not be read since 15:30: locked")
        #expect(!model.findings.isEmpty)
    }

    @Test("A setting is saved, reported to capture, and shown")
    func setting() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Walks")) }
        let (changed, continuation) = AsyncStream.makeStream(of: HealthMetric.self)
        let model = settings { continuation.yield($0) }
        let line = { (category: HealthMetric) in
            try #require(model.lines.first { $0.category == category })
        }

        await model.setEnabled(false, .water)
        await model.setNotifies(true, .workout)
        await model.setType(type, .steps)
        continuation.finish()

        #expect(try line(.water).state == "Off")
        #expect(try line(.workout).notifies)
        #expect(try line(.steps).typeName == "Walks")
        #expect(model.types.map(\.name) == ["Walks"])
        #expect(model.problem == nil)
        #expect(
            try await world.store.read { try $0.health.state(category: "water") }.settings.isEnabled
                == false
        )
        var categories: [HealthMetric] = []
        for await category in changed { categories.append(category) }
        #expect(categories == [.water, .workout, .steps])
    }

    @Test("Concurrent changes of settings do not overwrite each other")
    func settingsAtOnce() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Drinks")) }
        let model = settings()

        for _ in 0..<20 {
            await model.setEnabled(true, .water)
            await model.setNotifies(false, .water)
            await model.setType(nil, .water)
            async let off: Void = model.setEnabled(false, .water)
            async let notified: Void = model.setNotifies(true, .water)
            async let typed: Void = model.setType(type, .water)
            _ = await (off, notified, typed)

            let kept = try await world.store.read { try $0.health.state(category: "water") }
                .settings
            #expect(kept.isEnabled == false)
            #expect(kept.notifies)
            #expect(kept.eventTypeID == type)
        }
    }

    @Test("A database that cannot be read is reported until the next successful read")
    func problem() async throws {
        let places = places
        let settings = settings()
        await places.refresh()
        await settings.refresh()
        try await world.store.damage(true)

        await places.refresh()
        await settings.refresh()
        #expect(places.problem?.hasPrefix("The places may be out of date: ") == true)
        #expect(settings.problem?.hasPrefix("The settings may be out of date: ") == true)

        try await world.store.damage(false)
        await places.refresh()
        await settings.refresh()
        #expect(places.problem == nil)
        #expect(settings.problem == nil)
    }
}
