public import CoreLocation
public import Foundation
public import SimulatedLocationBehavior

extension SimulatedLocation {
    /// The counters so far.
    public var counters: LocationCounters { system.counters }

    /// The records of the app's regions in order of time; `nil`, the default, records nothing.
    ///
    /// Set it to an empty array to start recording.
    public var regionRecords: [RegionRecord]? {
        get { system.records }
        nonmutating set { system.records = newValue }
    }

    /// The number of events that have not been delivered.
    public var pendingEvents: Int { system.pendingEvents }

    /// The identifiers of all registered regions and conditions, smallest first.
    public var monitoredIdentifiers: [String] { system.monitored.map(\.identifier) }

    /// The slots in use by the app, by other parts of it, and by recently stopped regions.
    public var slotsTaken: Int { system.slotsTaken }

    /// The system's believed state of a region or of a monitor's condition; `nil` when it is not
    /// registered.
    public func cachedState(
        of identifier: String,
        monitor: String? = nil
    ) -> CLRegionState? {
        system.belief(of: identifier, monitor: monitor)
    }

    /// The true crossings of a registered region or condition within a range.
    public func trueCrossings(
        of identifier: String,
        monitor: String? = nil,
        from start: Date,
        to end: Date
    ) -> [TrueCrossing] {
        guard let circle = system.circle(of: identifier, monitor: monitor) else { return [] }
        return walk.crossings(of: circle.center, radius: circle.radius, from: start, to: end)
    }

    // MARK: other parts of the app

    /// Occupies slots invisibly, as location-based notifications do.
    public func occupySlots(_ count: Int) {
        system.otherSlots += count
    }

    /// Frees such slots.
    public func freeSlots(_ count: Int) {
        system.otherSlots = max(0, system.otherSlots - count)
    }

    /// Registers regions for another library in the app; every manager sees them.
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

    // MARK: failures

    /// Silently drops regions and conditions; all when `nil`.
    public func dropRegions(_ identifiers: Set<String>? = nil) {
        system.drop { identifiers?.contains($0) ?? true }
    }

    /// Reports the failure of a region to all managers.
    ///
    /// - `namesRegion`: whether the failure names the region.
    /// - `stops`: whether monitoring stops.
    public func fail(
        region identifier: String?,
        _ code: CLError.Code = .regionMonitoringFailure,
        namesRegion: Bool = true,
        stops: Bool = false
    ) {
        system.fail(identifier, code: code, namesRegion: namesRegion, stops: stops)
    }

    /// Misses the next crossings.
    public func missNextCrossings(_ count: Int = 1) {
        system.missNextCrossings(count)
    }

    /// Loses the next events before delivery.
    public func loseNextEvents(_ count: Int = 1) {
        system.loseNextEvents(count)
    }

    /// Reports a crossing that did not happen; the system corrects it later.
    public func reportFalseCrossing(of identifier: String, monitor: String? = nil) {
        system.reportFalseCrossing(identifier, monitor: monitor)
    }
}
