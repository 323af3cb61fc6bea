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
}
