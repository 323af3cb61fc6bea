package import TrendyModel

/// A region event as the system delivered it.
package struct RegionLogEntry: Sendable, Equatable {
    /// The region's identifier.
    package var region: String
    /// The kind of event, such as ``entered``.
    package var kind: String
    /// The time of the event as the system reported it.
    package var at: Instant
    /// When the app received it.
    package var receivedAt: Instant

    /// Two fixes lie on different sides of a region, and the system has not reported the crossing.
    ///
    /// ``at`` is the time of the first fix, ``receivedAt`` that of the second. The system may still
    /// report the crossing.
    package static let missedCrossing = "missed_crossing"
    /// The system cannot monitor the region.
    package static let failed = "failed"

    /// The device entered the region.
    package static let entered = "entered"
    /// The device left the region.
    package static let left = "left"

    /// Whether the system reported a crossing.
    package var isCrossing: Bool { kind == Self.entered || kind == Self.left }

    package init(region: String, kind: String, at: Instant, receivedAt: Instant) {
        self.region = region
        self.kind = kind
        self.at = at
        self.receivedAt = receivedAt
    }
}
