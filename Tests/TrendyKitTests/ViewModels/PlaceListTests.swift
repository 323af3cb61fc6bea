import Synchronization
import Testing
import TrendyAppSupport
import TrendyModel
import TrendyPlaces
import TrendyStore

@MainActor
@Suite("The list of places", .timeLimit(.minutes(20)))
struct PlaceListTests {
    private let world: PlacesWorld
    private var model: PlacesViewModel { world.model }

    init() throws {
        world = try PlacesWorld()
    }

    // MARK: states

    @Test("A place that the system monitors is watched; with one that is off, it says so")
    func watched() async throws {
        try await world.add("Home")
        try await world.add("Shop", at: 900) { $0.isActive = false }
        world.regions.setFix(world.fix())
        try await world.settle()

        let home = try world.place("Home")
        #expect(home.status.kind == .watched)
        #expect(home.state == "Watched now")
        #expect(home.status.remedy == nil && !home.status.isProblem)
        let shop = try world.place("Shop")
        #expect(shop.status.kind == .off)
        #expect(shop.status.remedy == "Turn the place on to record visits.")
        #expect(!shop.isActive)

        await model.setActive(true, shop.id)
        try await world.settle(.edit)

        #expect(try world.place("Shop").status.kind == .watched)
    }

    @Test("Of more places than the system monitors, the farthest are rotated out")
    func rotatedOut() async throws {
        for number in 0..<30 {
            try await world.add("Place \(number)", at: Double(number) * 1000)
        }
        world.regions.setFix(world.fix())
        try await world.settle()

        let kinds = model.places.map(\.status.kind)
        #expect(kinds.prefix(10).allSatisfy { $0 == .watched })
        #expect(kinds.suffix(10).allSatisfy { $0 == .rotatedOut })
        #expect(Set(kinds) == [.watched, .rotatedOut])
        let last = try world.place("Place 29")
        #expect(last.status.remedy?.contains("20 places at a time") == true)
        #expect(!last.status.isProblem)
    }

    @Test("A region that the system refuses is a problem with a remedy")
    func refused() async throws {
        try await world.add("Home")
        world.regions.setFix(world.fix())
        world.regions.refuseAll()
        try await world.settle()

        let home = try world.place("Home")
        #expect(home.status.kind == .refused)
        #expect(home.status.isProblem && home.status.remedy != nil)
    }

    @Test(
        "Without permission each place says so, with what the app can do",
        arguments: [
            (.notDetermined, .requestPermission(.whenInUse)),
            (.whenInUse, .requestPermission(.always)), (.denied, .openSettings),
            (.restricted, nil),
        ] as [(LocationConditions.Authorization, PlaceAction?)]
    )
    func permission(
        _ authorization: LocationConditions.Authorization,
        _ action: PlaceAction?
    ) async throws {
        world.regions.set { $0.authorization = authorization }
        try await world.add("Home")
        try await world.settle()

        let home = try world.place("Home")
        #expect(home.status.kind == .noPermission)
        #expect(home.status.action == action)
        #expect(home.status.remedy != nil)
        #expect(model.findings.first?.action == action)
    }

    @Test("Approximate location is a problem whose button opens the settings")
    func imprecise() async throws {
        world.regions.set { $0.isPrecise = false }
        try await world.add("Home")
        try await world.settle()

        #expect(try world.place("Home").status.action == .turnOnPreciseLocation)
        #expect(PlaceAction.turnOnPreciseLocation.buttonText == "Open Settings")
    }

    @Test("A place whose type was deleted is a finding that opens its editor")
    func findings() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Work")) }
        let office = try await world.add("Office") { $0.eventTypeEntryID = type }
        try await world.store.write { try $0.entities.delete(id: type) }
        world.regions.setFix(world.fix())
        try await world.settle()

        #expect(model.findings.map(\.action) == [.editPlace(office)])
        #expect(model.findings.first?.remedy == "Choose another type.")
    }

    @Test("Background App Refresh that is off is a finding that opens the settings")
    func refresh() async throws {
        world.regions.set { $0.isBackgroundRefreshOn = false }
        try await world.add("Home")
        world.regions.setFix(world.fix())
        try await world.settle()

        #expect(model.findings.first?.action == .openSettings)
        #expect(model.forceQuitWarning == nil)
    }

    // MARK: order, search and pages

    @Test("The place that the person is at comes first, then the nearest, with distances")
    func order() async throws {
        try await world.add("Far", at: 12_400)
        let near = try await world.add("Near", at: 320)
        let here = try await world.add("Office", at: 2000)
        _ = try await world.open(here, "Office", since: try world.world.instant("11:00"))
        world.regions.setFix(world.fix())
        await model.refresh()

        #expect(model.places.map(\.name) == ["Office", "Near", "Far"])
        #expect(model.places.map(\.distanceText) == ["2 km away", "320 m away", "12 km away"])
        #expect(model.places.first?.status.kind == .inside)
        #expect(model.places.first?.state == "There now, since 11:00")

        world.regions.setFix(world.fix(12_000))
        world.world.clock.advance(by: .seconds(60))
        world.regions.setFix(world.fix(12_000))
        await model.refresh()

        #expect(model.places.map(\.id).last == near)
    }

    @Test("Five thousand places are shown in pages, and a search finds one of them at once")
    func many() async throws {
        try await world.store.write { transaction in
            for number in 0..<5000 {
                let center = PlacesWorld.center.offset(east: Double(number) * 200, north: 0)
                let name = number == 4321 ? "Café Zürich" : "Place \(number)"
                try transaction.entities.create(
                    Geofence(
                        name: name,
                        latitude: center.latitude,
                        longitude: center.longitude,
                        radiusMeters: 150
                    )
                )
            }
        }
        world.regions.setFix(world.fix())
        await model.refresh()

        #expect(model.places.count == PlacesViewModel.pageSize)
        #expect(model.places.first?.name == "Place 0")
        #expect(model.countText == "5000 places")
        #expect(model.hasMore)
        await model.loadMore()
        #expect(model.places.count == 2 * PlacesViewModel.pageSize)
        #expect(model.places.last?.name == "Place 99")

        model.searchText = "zurich cafe"
        #expect(model.places.map(\.name) == ["Café Zürich"])
        #expect(model.countText == "1 of 5000 places")
        #expect(!model.hasMore)

        model.searchText = "nowhere"
        #expect(model.noMatchText == "No place matches 'nowhere'.")
        #expect(model.emptyText == nil)

        model.searchText = ""
        #expect(model.places.count == PlacesViewModel.pageSize)
        #expect(model.noMatchText == nil)
    }

    @Test("A page that holds all places has no further page")
    func onePage() async throws {
        for number in 0..<PlacesViewModel.pageSize {
            try await world.add("Place \(number)", at: Double(number) * 200)
        }
        await model.refresh()

        #expect(model.places.count == PlacesViewModel.pageSize)
        #expect(!model.hasMore)
        try await world.add("One more")
        await model.refresh()
        #expect(model.places.count == PlacesViewModel.pageSize)
        #expect(model.hasMore)
    }

    @Test("A new event reads the visits again, but not the places, and no change reads neither")
    func rereading() async throws {
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Tea")) }
        try await world.add("Home")
        await model.refresh()
        let statements = Mutex<[String]>([])
        await world.store.traceStatements { sql in statements.withLock { $0.append(sql) } }
        /// The statements of one refresh.
        func refresh() async -> [String] {
            statements.withLock { $0 = [] }
            await model.refresh()
            return statements.withLock { $0 }
        }

        let idle = await refresh()
        let event = Event(
            eventTypeID: type,
            timestamp: world.world.clock.now(),
            sourceType: .manual
        )
        try await world.store.write { _ = try $0.entities.create(event) }
        let afterEvent = await refresh()
        try await world.add("Shop", at: 900)
        let afterPlace = await refresh()

        #expect(idle.count < afterEvent.count)
        #expect(afterEvent.count < afterPlace.count)
    }

    // MARK: warnings and limits

    @Test("A crossing that iOS did not report shows the warning about swiping the app away")
    func forceQuit() async throws {
        try await world.add("Home")
        world.regions.setFix(world.fix())
        try await world.settle()
        #expect(model.forceQuitWarning == nil)
        let now = world.world.clock.now()
        var update = PlaceUpdate()
        update.logEntries = [
            RegionLogEntry(
                region: "A",
                kind: RegionLogEntry.entered,
                at: now - .seconds(3600),
                receivedAt: now - .seconds(3600)
            ),
            RegionLogEntry(
                region: "A",
                kind: RegionLogEntry.missedCrossing,
                at: now - .seconds(1800),
                receivedAt: now - .seconds(900)
            ),
        ]
        try await world.store.write { [update] in try $0.places.apply(update) }

        await model.refresh()

        #expect(model.forceQuitWarning?.contains("15:15") == true)
        #expect(model.forceQuitWarning?.contains("app switcher") == true)

        world.regions.set { $0.authorization = .denied }
        await model.refresh()
        #expect(model.forceQuitWarning == nil)
    }

    @Test("The limits name the twenty places, the delay, Wi-Fi and the app switcher")
    func limits() {
        let texts = model.limits.map(\.text).joined(separator: "\n")

        for part in ["20 places", "20 seconds", "Wi-Fi", "app switcher"] {
            #expect(texts.contains(part))
        }
        #expect(Set(model.limits.map(\.id)).count == model.limits.count)
    }

    // MARK: one place

    @Test("The visits of one place are read in pages, without those of others")
    func visits() async throws {
        let home = try await world.add("Home")
        let shop = try await world.add("Shop", at: 900)
        let type = try await world.store.write { try $0.entities.create(EventType(name: "Stay")) }
        for day in 1...PlaceViewModel.pageSize + 5 {
            _ = try await world.visit(
                home,
                "Home",
                type,
                from: try world.world.instant("10:00", day: -day),
                to: try world.world.instant("11:00", day: -day)
            )
        }
        _ = try await world.visit(
            shop,
            "Shop",
            type,
            from: try world.world.instant("12:00", day: -1),
            to: try world.world.instant("13:00", day: -1)
        )
        let screen = model.place(home)

        await screen.refresh()

        #expect(screen.place?.name == "Home")
        #expect(screen.visits.count == PlaceViewModel.pageSize)
        #expect(screen.visits.first?.text == "Yesterday, 10:00–11:00, 1 h")
        #expect(Set(screen.visits.map(\.place)) == ["Home"])
        #expect(screen.hasMoreVisits)

        await screen.loadMoreVisits()

        #expect(screen.visits.count == PlaceViewModel.pageSize + 5)
        #expect(!screen.hasMoreVisits)

        let other = model.place(home)
        await other.show(pages: 2)
        #expect(other.visits == screen.visits && !other.hasMoreVisits)
        await other.show(pages: 1)
        #expect(other.visits.count == PlaceViewModel.pageSize && other.hasMoreVisits)

        await model.delete(home)
        await screen.refresh()
        #expect(screen.place == nil)
        #expect(screen.missingText == "This place was deleted.")
    }

    @Test("A deleted place is restored with its id and its fields")
    func undo() async throws {
        let home = try await world.add("Home") { $0.notifyOnExit = true }
        await model.refresh()

        await model.delete(home)

        #expect(model.places.isEmpty)
        #expect(model.undo?.text == "'Home' was deleted.")
        await model.undoDelete()

        #expect(model.undo == nil)
        #expect(model.places.map(\.id) == [home])
        #expect(try await world.geofence(home)?.notifyOnExit == true)
        #expect(model.problem == nil)
    }

    @Test("The offer to restore a place expires")
    func undoExpiry() async throws {
        let world = try PlacesWorld(clock: ImmediateClock())
        let home = try await world.add("Home")
        await world.model.refresh()
        await world.model.delete(home)
        #expect(world.model.undo != nil)

        await world.model.expireUndo()

        #expect(world.model.undo == nil)
        await world.model.undoDelete()
        #expect(try await world.geofence(home) == nil)
    }
}
