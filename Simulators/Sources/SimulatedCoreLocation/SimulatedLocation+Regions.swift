public import CoreLocation
public import Foundation
public import SimulatedLocationBehavior

extension SimulatedLocation {
    /// What was counted so far.
    public var counters: LocationCounters { system.counters }

    /// What became of the app's regions, in the order of time; `nil`, as at first, keeps nothing.
    ///
    /// Set it to an empty array to begin.
    public var regionRecords: [RegionRecord]? {
        get { system.records }
        nonmutating set { system.records = newValue }
    }

    /// Events that wait to be taken.
    public var pendingEvents: Int { system.pendingEvents }

    /// The identifiers of all that is registered, regions and conditions, the smallest first.
    public var watchedIdentifiers: [String] { system.watched.map(\.identifier) }

    /// The slots that are taken, by the app, by others in it, and by what was just stopped.
    public var slotsTaken: Int { system.slotsTaken }

    /// What the system believes of a region, or of a monitor's condition; `nil` when it has none.
    public func cachedState(
        of identifier: String,
        monitor: String? = nil
    ) -> CLRegionState? {
        system.belief(of: identifier, monitor: monitor)
    }

    /// The true crossings of a registered region or condition within a span.
    public func trueCrossings(
        of identifier: String,
        monitor: String? = nil,
        from start: Date,
        to end: Date
    ) -> [TrueCrossing] {
        guard let circle = system.circle(of: identifier, monitor: monitor) else { return [] }
        return walk.crossings(of: circle.center, radius: circle.radius, from: start, to: end)
    }

    // Others in the app

    /// Takes slots that no manager sees, as notifications with a region do.
    public func occupySlots(_ count: Int) {
        system.otherSlots += count
    }

    /// Gives such slots back.
    public func freeSlots(_ count: Int) {
        system.otherSlots = max(0, system.otherSlots - count)
    }

    /// Registers regions as another library in the app does: every manager sees them.
    public func addForeignRegions(
        _ identifiers: [String],
        around center: CLLocationCoordinate2D = CLLocationCoordinate2D(),
        radius: CLLocationDistance = 100
    ) {
        for identifier in identifiers {
            system.addForeign(
                RegionValue(
                    identifier: identifier,
                    circle: Circle(center: center, radius: radius)
                )
            )
        }
    }

    // What goes wrong

    /// Loses regions and conditions without a word; all when `nil`.
    public func dropRegions(_ identifiers: Set<String>? = nil) {
        system.drop { identifiers?.contains($0) ?? true }
    }

    /// Tells all managers that a region failed.
    ///
    /// - `namesRegion`: whether they learn which.
    /// - `stops`: whether it is monitored no more.
    public func fail(
        region identifier: String?,
        _ code: CLError.Code = .regionMonitoringFailure,
        namesRegion: Bool = true,
        stops: Bool = false
    ) {
        system.fail(identifier, code: code, namesRegion: namesRegion, stops: stops)
    }

    /// Does not notice the next crossings.
    public func missNextCrossings(_ count: Int = 1) {
        system.missNextCrossings(count)
    }

    /// Loses the next events on their way to the app.
    public func loseNextEvents(_ count: Int = 1) {
        system.loseNextEvents(count)
    }

    /// Reports a crossing of a region that there was none of; a correction follows by itself.
    public func mistakeCrossing(of identifier: String, monitor: String? = nil) {
        system.mistake(identifier, monitor: monitor)
    }
}
