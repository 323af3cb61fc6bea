import Testing
import TrendyModel
import TrendyPlaces

@Suite("Region selection")
struct RegionSelectionTests {
    private let middle: Coordinate

    init() throws {
        middle = try #require(Coordinate(latitude: 47, longitude: 8))
    }

    private func region(
        _ number: Int,
        east: Double,
        north: Double = 0,
        radius: Double = 100
    ) -> MonitoredRegion {
        MonitoredRegion(
            identifier: "trendy.\(number)",
            center: middle.offset(east: east, north: north),
            radius: radius
        )
    }

    private func plan(
        _ regions: [MonitoredRegion],
        monitored: Set<String> = [],
        pinned: Set<String> = [],
        budget: Int = 20,
        uncertainty: Double = 10
    ) -> RegionSelection.Plan {
        RegionSelection(regions).plan(
            at: .init(middle, uncertainty: uncertainty),
            monitored: monitored,
            pinned: pinned,
            budget: budget
        )
    }

    @Test("Twenty geofences are all monitored without a sentinel")
    func few() {
        let regions = (0..<20).map { region($0, east: Double($0) * 10_000) }
        let plan = plan(regions)
        #expect(plan.sentinel == nil)
        #expect(plan.regions == regions)
    }

    @Test(
        "With more than twenty, the nearest edges are selected, and the sentinel ends before the next"
    )
    func many() throws {
        // The largest region has the farthest centre and a near edge: ranking by centres drops it.
        var regions = (0..<25).map { region($0, east: 1000 + Double($0) * 300) }
        regions.append(region(99, east: 9500, radius: 9000))
        let plan = plan(regions)
        #expect(plan.regions.count == 19)
        #expect(plan.regions.contains { $0.identifier == "trendy.99" })
        let sentinel = try #require(plan.sentinel)
        #expect(sentinel.center == middle)
        // 18 of the others are selected: the next one has its edge at 1000 + 18 * 300 - 100.
        #expect(sentinel.radius == RegionSelection.maximumSentinelRadius)
    }

    @Test("No unmonitored region can be reached without leaving the sentinel")
    func reach() throws {
        for step in 1...40 {
            let regions = (0..<60).map {
                region($0, east: Double($0 * step * 7 % 4000), north: Double($0 * 31 % 900))
            }
            let plan = plan(regions)
            let sentinel = try #require(plan.sentinel)
            guard sentinel.radius > RegionSelection.minimumSentinelRadius else { continue }
            let selected = Set(plan.regions.map(\.identifier))
            for region in regions where !selected.contains(region.identifier) {
                let distance = region.center.distance(to: sentinel.center)
                #expect(distance > sentinel.radius + region.radius)
            }
        }
    }

    @Test("A region with an open visit is selected, however far it is")
    func pinned() {
        let regions = (0..<40).map { region($0, east: Double($0) * 500) }
        let plan = plan(regions, pinned: ["trendy.39"])
        #expect(plan.regions.first?.identifier == "trendy.39")
        #expect(plan.regions.count == 19)
    }

    @Test("A region replaces a monitored one only if it is clearly nearer")
    func hysteresis() {
        let regions = (0..<30).map { region($0, east: 1000 + Double($0) * 20) }
        let before = Set(plan(regions).regions.map(\.identifier))
        // A little to the east: the order changes, the distances barely.
        let moved = RegionSelection(regions).plan(
            at: .init(middle.offset(east: 30, north: 400), uncertainty: 10),
            monitored: before,
            pinned: [],
            budget: 20
        )
        #expect(Set(moved.regions.map(\.identifier)) == before)
    }

    @Test("Without a position, monitored regions stay, and others fill the slots")
    func nowhere() {
        let regions = (0..<30).map { region($0, east: Double($0) * 500) }
        let plan = RegionSelection(regions).plan(
            at: nil,
            monitored: ["trendy.7", "trendy.8"],
            pinned: ["trendy.20"],
            budget: 20
        )
        let others = [0, 1, 2, 3, 4, 5, 6] + (9...17)
        #expect(
            plan.regions.map(\.identifier) == ([20, 7, 8] + others).map { "trendy.\($0)" }
        )
        #expect(plan.sentinel == nil)
    }

    @Test("Distances are correct across the date line and at the poles")
    func edgesOfTheMap() throws {
        let west = try #require(Coordinate(latitude: 10, longitude: 179.999))
        let east = try #require(Coordinate(latitude: 10, longitude: -179.999))
        let far = try #require(Coordinate(latitude: 10, longitude: 179))
        let regions = [
            MonitoredRegion(identifier: "trendy.near", center: east, radius: 100),
            MonitoredRegion(identifier: "trendy.far", center: far, radius: 100),
        ]
        let one = RegionSelection(regions + [regions[1]]).plan(
            at: .init(west, uncertainty: 10),
            monitored: [],
            pinned: [],
            budget: 2
        )
        #expect(one.regions.map(\.identifier) == ["trendy.near"])
    }

    @Test("Reconciliation changes only what differs")
    func difference() {
        let old = [
            region(1, east: 0), region(2, east: 500), region(3, east: 900),
            MonitoredRegion(identifier: "somebody.else", center: middle, radius: 100),
        ]
        var moved = region(2, east: 500)
        moved.radius = 300
        let difference = GeofenceReconciler.difference(
            from: old.map { region in
                // Identifiers of geofences contain their ids.
                var region = region
                if region.identifier.hasPrefix("trendy.") {
                    region.identifier = RegionIdentity.identifier(
                        of: .derived(kind: "geofence", naturalKey: region.identifier)
                    )
                }
                return region
            },
            to: [region(1, east: 0), moved, region(4, east: 50)].map { region in
                var region = region
                region.identifier = RegionIdentity.identifier(
                    of: .derived(kind: "geofence", naturalKey: region.identifier)
                )
                return region
            }
        )
        #expect(difference.removals.count == 1)
        #expect(difference.additions.map(\.radius) == [300, 100])
    }

    @Test("Regions differ by half a metre of radius or a millionth of a degree")
    func tolerance() throws {
        let identifier = RegionIdentity.identifier(of: .derived(kind: "geofence", naturalKey: "a"))
        func differs(
            _ latitude: Double = 47,
            _ longitude: Double = 8,
            radius: Double = 100
        ) throws -> Bool {
            let center = try #require(Coordinate(latitude: latitude, longitude: longitude))
            let known = MonitoredRegion(identifier: identifier, center: middle, radius: 100)
            let wanted = MonitoredRegion(identifier: identifier, center: center, radius: radius)
            let difference = GeofenceReconciler.difference(from: [known], to: [wanted])
            #expect(difference.removals.isEmpty)
            return !difference.isEmpty
        }

        #expect(try !differs() && !differs(radius: 100.25) && differs(radius: 100.5))
        #expect(try differs(radius: 99.5))
        #expect(try !differs(47.000_000_5) && differs(47.000_002) && differs(46.999_998))
        #expect(try !differs(47, 8.000_000_5) && differs(47, 8.000_002) && differs(47, 7.999_998))
    }

    @Test("An identifier names a geofence, and the account that it belongs to")
    func identifiers() {
        let place = EntityID.derived(kind: "geofence", naturalKey: "home")
        let account = EntityID.derived(kind: "geofence", naturalKey: "account")
        let plain = RegionIdentity.identifier(of: place)
        let owned = RegionIdentity.identifier(of: place, owner: account)

        #expect(RegionIdentity(plain) == .geofence(place))
        #expect(RegionIdentity.owner(of: plain) == nil)
        #expect(RegionIdentity(owned) == .geofence(place))
        #expect(RegionIdentity.owner(of: owned) == account)
        #expect(RegionIdentity(RegionIdentity.sentinelIdentifier) == .sentinel)
        for foreign in ["\(place)", "trendy.", "trendy.x", "\(plain).", "\(owned).\(place)", ""] {
            #expect(RegionIdentity(foreign) == .foreign)
            #expect(RegionIdentity.owner(of: foreign) == nil)
        }
    }

    // MARK: the sentinel

    /// The sentinel of a plan for a budget of two: beside it, the nearest region is selected, and
    /// the edge of the next one is 100 m before `other`.
    private func sentinel(
        before other: Double,
        uncertainty: Double = 10,
        maximum: Double = 5_000,
        destination: Double? = nil
    ) throws -> MonitoredRegion {
        let near = region(1, east: -300)
        let others = [region(2, east: -other), region(3, east: -other - 2_000)]
        let plan = RegionSelection([near] + others).plan(
            at: .init(middle, uncertainty: uncertainty),
            monitored: [],
            pinned: [],
            budget: 2,
            maximumRegionRadius: maximum,
            destinations: destination.map {
                [.init(middle.offset(east: $0, north: 0), weight: 1)]
            } ?? []
        )
        #expect(plan.regions == [near])
        let sentinel = try #require(plan.sentinel)
        #expect(plan.all == [sentinel, near])
        return sentinel
    }

    @Test("The sentinel ends 200 m and the uncertainty before the next edge, within its limits")
    func radius() throws {
        #expect(try sentinel(before: 2000.5).radius == 1690)
        #expect(try sentinel(before: 2000.5, uncertainty: 60).radius == 1640)
        #expect(try sentinel(before: 600.5).radius == 290)
        #expect(try sentinel(before: 400).radius == 150)
        #expect(try sentinel(before: 400, uncertainty: 180).radius == 180)
        #expect(try sentinel(before: 9000).radius == 5_000)
        #expect(try sentinel(before: 9000, maximum: 3_000).radius == 3_000)
        #expect(try sentinel(before: 9000, maximum: 20).radius == 150)
        #expect(try sentinel(before: 2000.5).center == middle)
    }

    @Test("The sentinel is shifted so that it contains the route to a destination")
    func destination() throws {
        let shifted = try sentinel(before: 3000.5, destination: 6_000)
        #expect(shifted.center.distance(to: middle.offset(east: 2_100, north: 0)) < 1)
        #expect(shifted.radius == 4_790)

        // The route lies in the circle around the device.
        #expect(try sentinel(before: 3000.5, destination: 2_000).center == middle)
        // The device would be less than 600 m inside of the edge.
        #expect(try sentinel(before: 909, destination: 6_000).center == middle)
        #expect(try sentinel(before: 911, destination: 6_000).center != middle)
    }

    @Test("A place without weight does not shift the sentinel")
    func noDestination() throws {
        let plan = RegionSelection((1...3).map { region($0, east: -Double($0) * 1_500) }).plan(
            at: .init(middle, uncertainty: 10),
            monitored: [],
            pinned: [],
            budget: 2,
            destinations: [.init(middle.offset(east: 6_000, north: 0), weight: 0)]
        )

        #expect(plan.sentinel?.center == middle)
    }

    @Test("A sentinel that a kept region would make too small is not shifted")
    func keptRegion() throws {
        let near = region(1, east: -600)
        let plan = RegionSelection([near, region(2, east: -1000), region(3, east: -9_000)]).plan(
            at: .init(middle, uncertainty: 10),
            monitored: ["trendy.2"],
            pinned: [],
            budget: 2,
            destinations: [.init(middle.offset(east: 20_000, north: 0), weight: 1)]
        )

        #expect(plan.regions == [near])
        let sentinel = try #require(plan.sentinel)
        #expect(sentinel.center == middle)
        #expect(sentinel.radius <= 690)
    }

    @Test("The nearest regions are selected, in whatever order the geofences are")
    func order() {
        // The order in which a heap of 400 shows whether each element is compared with its parent.
        let near = [1: 8, 3: 7, 7: 6, 15: 5, 31: 4, 63: 3, 127: 2, 255: 1, 254: 9, 400: 0]
        var far = (10...400).reversed().makeIterator()
        let ranks = (0...400).map { near[$0] ?? far.next() ?? 0 }
        for order in [ranks, ranks.reversed(), ranks.sorted(), ranks.map { $0 * 7 % 401 }] {
            let plan = plan(order.map { region($0, east: 1000 + Double($0) * 10) })

            #expect(plan.regions.map(\.identifier) == (0..<19).map { "trendy.\($0)" })
        }
    }

    @Test("The budget counts the sentinel, and none is exceeded", arguments: [0, 1, 2, 20])
    func budget(_ budget: Int) {
        let regions = (0..<21).map { region($0, east: 1000 + Double($0) * 400) }

        let plan = plan(regions, pinned: ["trendy.20", "trendy.19"], budget: budget)

        #expect(plan.all.count == budget)
        #expect((plan.sentinel != nil) == (budget > 0))
        let pinned = [19, 20].prefix(max(0, budget - 1)).map { "trendy.\($0)" }
        #expect(plan.regions.prefix(2).map(\.identifier) == pinned)
    }

    @Test("A monitored region keeps its slot until another one is nearer by 15 percent")
    func hysteresisLimit() {
        func selected(_ other: Double) -> [String] {
            // Edges at 1000 m and at `other`, with a slot for one of them.
            plan(
                [
                    region(1, east: 1100), region(2, east: other + 100), region(3, east: 9_000),
                ],
                monitored: ["trendy.2"],
                budget: 2
            ).regions.map(\.identifier)
        }

        #expect(selected(1_170) == ["trendy.2"])
        #expect(selected(1_180) == ["trendy.1"])
    }
}
