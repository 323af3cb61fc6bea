import TrendyModel

/// Computes the difference between the monitored and the wanted regions.
///
/// A region that is wanted further is not registered again, which would lose its state.
package struct GeofenceReconciler: Sendable {
    /// The changes of registrations.
    package struct Difference: Sendable, Equatable {
        /// The identifiers of regions to remove; before the additions.
        package var removals: [String] = []
        /// The regions to register, in order; a changed region replaces the one of the same
        /// identifier.
        package var additions: [MonitoredRegion] = []

        /// Whether nothing differs.
        package var isEmpty: Bool { removals.isEmpty && additions.isEmpty }
    }

    /// Radii that differ by less metres are equal: the system rounds them.
    private static let tolerance = 0.5

    /// The changes from the monitored to the wanted regions.
    ///
    /// Foreign regions are kept. Regions are compared by value, so that an edit of a centre or a
    /// radius counts.
    package static func difference(
        from listed: [MonitoredRegion],
        to wanted: [MonitoredRegion]
    ) -> Difference {
        var old: [String: MonitoredRegion] = [:]
        old.reserveCapacity(listed.count)
        for region in listed where RegionIdentity(region.identifier) != .foreign {
            old[region.identifier] = region
        }
        var difference = Difference()
        for region in wanted {
            if let known = old.removeValue(forKey: region.identifier), isSame(known, region) {
                continue
            }
            difference.additions.append(region)
        }
        // Wanted regions, changed or not, were removed from `old` above.
        difference.removals = old.keys.sorted()
        return difference
    }

    private static func isSame(_ left: MonitoredRegion, _ right: MonitoredRegion) -> Bool {
        abs(left.radius - right.radius) < tolerance
            && abs(left.center.latitude - right.center.latitude) < 1e-6
            && abs(left.center.longitude - right.center.longitude) < 1e-6
    }
}
