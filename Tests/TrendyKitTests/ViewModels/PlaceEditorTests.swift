import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

@MainActor
@Suite("The editor of a place", .timeLimit(.minutes(20)))
struct PlaceEditorTests {
    /// Stands still, so that no request for a location times out by itself.
    private let clock = SteppingClock()
    private let world: PlacesWorld

    init() throws {
        world = try PlacesWorld(clock: clock)
    }

    /// Runs a body while the monitor handles signals.
    private func monitoring(_ body: () async throws -> Void) async rethrows {
        let task = Task { [monitor = world.monitor] in await monitor.run() }
        defer { task.cancel() }
        try await body()
    }

    @Test("A new place has 150 m and both notifications; saving needs a name and a location")
    func newPlace() async throws {
        let editor = world.model.editor()
        await editor.load()
        #expect(editor.isNew)
        #expect(editor.title == "New Place")
        #expect(editor.radiusMeters == 150)
        #expect(editor.radiusText == "Within 150 m")
        #expect(editor.notifyOnEntry && editor.notifyOnExit && editor.isActive)
        #expect(editor.nameProblem == nil && editor.centerProblem == nil)
        #expect(!editor.canSave)

        #expect(await !editor.save())

        #expect(editor.nameProblem == "Enter a name.")
        #expect(editor.centerProblem?.hasPrefix("Choose a location") == true)
        editor.name = "  Home "
        editor.center = PlacesWorld.center
        #expect(editor.canSave)
        #expect(await editor.save())

        let place = try world.place("Home")
        let stored = try #require(try await world.geofence(place.id))
        #expect(stored.name == "Home")
        #expect(stored.radiusMeters == 150)
        #expect(stored.notifyOnEntry && stored.notifyOnExit && stored.isActive)
        #expect(place.notifiesText == "Notifies when you arrive and when you leave")
    }

    @Test(
        "A radius outside 100 m to 10 km is explained beside the field",
        arguments: [
            (99, "Use at least 100 m"), (0, "Use at least 100 m"), (.nan, "Use at least 100 m"),
            (10_001, "Use at most 10,000 m"), (100, nil), (10_000, nil),
        ] as [(Double, String?)]
    )
    func radius(_ meters: Double, _ text: String?) async throws {
        let editor = world.model.editor(at: PlacesWorld.center)
        editor.name = "Home"

        editor.radiusMeters = meters

        #expect(editor.radiusProblem.map { String($0.prefix(text?.count ?? 0)) } == text)
        #expect(editor.canSave == (text == nil))
        #expect(await editor.save() == (text == nil))
    }

    @Test(
        "A step moves the centre by its length, also over the date line",
        arguments: [(60.0, 10.0), (0, 179.9999), (-33, -179.9999)]
    )
    func moving(latitude: Double, longitude: Double) throws {
        let start = try #require(Coordinate(latitude: latitude, longitude: longitude))

        for (east, north) in [(50.0, 0.0), (-50, 0), (0, 50), (0, -50)] {
            let editor = world.model.editor(at: start)
            editor.move(eastMeters: east, northMeters: north)
            let center = try #require(editor.center)
            #expect(abs(start.distance(to: center) - 50) < 0.1)
        }
    }

    @Test("A pole is not crossed, and without a centre there is nothing to move")
    func movingAtTheEdge() throws {
        let pole = try #require(Coordinate(latitude: 90, longitude: 0))
        let editor = world.model.editor(at: pole)
        editor.move(eastMeters: 50, northMeters: 50)
        #expect(editor.center?.latitude == 90)

        let empty = world.model.editor()
        empty.move(eastMeters: 50, northMeters: 50)
        #expect(empty.center == nil)
    }

    @Test("A name that another place has, or that is too long, is explained beside the field")
    func names() async throws {
        try await world.add("Home")
        let editor = world.model.editor(at: PlacesWorld.center)
        await editor.load()

        editor.name = "HOME"
        #expect(editor.nameProblem == "Another place has this name.")
        #expect(await !editor.save())
        editor.name = String(repeating: "x", count: 101)
        #expect(editor.nameProblem == "Use at most 100 characters.")
        editor.name = String(repeating: "👩‍👩‍👧‍👦", count: 20)
        #expect(editor.nameProblem == "Use at most 100 characters.")
        editor.name = "Home 2"
        #expect(await editor.save())
    }

    @Test("Editing keeps what another device changed meanwhile")
    func editing() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        let id = try await world.add("Office")
        let editor = world.model.editor(id)
        await editor.load()
        #expect(!editor.isNew && editor.name == "Office" && editor.title == "Edit Place")
        #expect(!editor.notifyOnEntry)
        #expect(editor.types.map(\.name) == ["Visit", "Work"])
        var change = Document()
        change["radius"] = RawJSON(400.0)
        try await world.store.write { [change] in
            try $0.entities.update(id: id, change: change)
        }

        editor.name = "The office"
        editor.typeID = type
        editor.notifyOnEntry = true
        #expect(await editor.save())

        let stored = try #require(try await world.geofence(id))
        #expect(stored.name == "The office")
        #expect(stored.radiusMeters == 400)
        #expect(stored.eventTypeEntryID == type)
        #expect(stored.notifyOnEntry && !stored.notifyOnExit)
    }

    @Test("A place that was deleted elsewhere is reported, and is not saved")
    func missing() async throws {
        let id = try await world.add("Office")
        let editor = world.model.editor(id)
        try await world.store.write { try $0.entities.delete(id: id) }

        await editor.load()

        #expect(editor.problem == "This place was deleted.")
        #expect(!editor.canSave)
    }

    @Test("Deleting in the editor offers to restore the place in the list")
    func deleting() async throws {
        let id = try await world.add("Office")
        let editor = world.model.editor(id)
        await editor.load()

        #expect(await editor.delete())

        #expect(world.model.places.isEmpty)
        await world.model.undoDelete()
        #expect(world.model.places.map(\.id) == [id])
    }

    // MARK: current location

    @Test("The current location becomes the centre: a recent fix at once, else a new one")
    func currentLocation() async throws {
        let editor = world.model.editor()
        world.regions.setFix(world.fix(500))
        await editor.useCurrentLocation()
        #expect(editor.center == world.fix(500).coordinate)

        world.world.clock.advance(by: .seconds(3600))
        world.regions.answerFixes(
            with: RegionSignal(.fix, at: world.world.clock.now(), fix: world.fix(800))
        )
        await monitoring { await editor.useCurrentLocation() }

        #expect(editor.center == world.fix(800).coordinate)
        #expect(editor.locationProblem == nil)
        #expect(!editor.isLocating)
    }

    @Test("A phone that cannot be located is explained, without an offer")
    func notLocated() async throws {
        let editor = world.model.editor()
        world.regions.answerFixes(with: RegionSignal(.noFix, at: world.world.clock.now()))

        await monitoring { await editor.useCurrentLocation() }

        #expect(editor.center == nil)
        #expect(editor.locationProblem?.hasPrefix("Your location could not be found.") == true)
        #expect(editor.locationAction == nil)
    }

    @Test("A system that never answers is given up after 15 seconds")
    func noAnswer() async throws {
        let editor = world.model.editor()

        async let located: Void = editor.useCurrentLocation()
        await clock.slept(for: .seconds(15))
        #expect(editor.isLocating)
        clock.advance(by: .seconds(15))
        await located

        #expect(editor.center == nil)
        #expect(editor.locationProblem != nil)
    }

    @Test("Without permission the app offers to ask for it")
    func permission() async throws {
        world.regions.set { $0.authorization = .notDetermined }
        let editor = world.model.editor()

        await editor.useCurrentLocation()

        #expect(editor.locationAction == .requestPermission(.whenInUse))
        #expect(editor.locationProblem != nil)
        await world.model.request(.whenInUse)
        #expect(world.regions.requests == [.whenInUse])
    }
}
