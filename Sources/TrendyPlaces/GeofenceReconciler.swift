import TrendyModel

/// Brings what the system watches in line with what is wanted, by the difference alone: a region
/// that stays is never torn down, for its state would be lost with it.
public struct GeofenceReconciler: Sendable {
    /// What there is to do.
    public struct Difference: Sendable, Equatable {
        /// Identifiers that are watched no more; these first.
        public var removals: [String] = []
        /// Regions that are watched from now on, in their order; those that changed replace
        /// theirs.
        public var additions: [MonitoredRegion] = []

        /// Whether there is nothing to do.
        public var isEmpty: Bool { removals.isEmpty && additions.isEmpty }
    }

    /// Radii and places that differ by less are the same: the system rounds them.
    private static let tolerance = 0.5

    /// What leads from the regions that are watched to those that are wanted.
    ///
    /// Regions of others stay. Compared by value, so that an edit of a centre or a radius counts.
    public static func difference(
        from watched: [MonitoredRegion],
        to wanted: [MonitoredRegion]
    ) -> Difference {
        var old: [String: MonitoredRegion] = [:]
        old.reserveCapacity(watched.count)
        for region in watched where RegionIdentity(region.identifier) != .foreign {
            old[region.identifier] = region
        }
        var difference = Difference()
        for region in wanted {
            if let there = old.removeValue(forKey: region.identifier), isSame(there, region) {
                continue
            }
            difference.additions.append(region)
        }
        // What is left in `old` nobody wants; what changed was taken out of it.
        difference.removals = old.keys.sorted()
        return difference
    }

    private static func isSame(_ left: MonitoredRegion, _ right: MonitoredRegion) -> Bool {
        abs(left.radius - right.radius) < tolerance
            && abs(left.center.latitude - right.center.latitude) < 1e-6
            && abs(left.center.longitude - right.center.longitude) < 1e-6
    }
}
