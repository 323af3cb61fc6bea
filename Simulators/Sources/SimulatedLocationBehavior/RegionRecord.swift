public import Foundation

/// An event of a region, for comparison with the app's interpretation.
///
/// An app cannot see any of it. Conditions of monitors have no records.
public struct RegionRecord: Sendable, Hashable {
    /// The kind of a record.
    public enum Kind: Sendable, Hashable {
        /// The app registered the region, with its centre in degrees.
        case registered(latitude: Double, longitude: Double, radiusMeters: Double)
        /// The app stopped monitoring the region.
        case stopped
        /// The system dropped the region, or stopped monitoring it after a failure.
        case dropped
        /// The person's side: at the start of monitoring, and whenever the system determined it
        /// without a crossing.
        case determined(isInside: Bool)
        /// The system detected a crossing.
        case noticed(isEntry: Bool)
        /// The system missed a crossing.
        case missed
        /// A detected crossing is posted to the app under a number.
        case posted(Int, isEntry: Bool)
        /// A posted event was lost before delivery.
        case lost(Int)
        /// A posted event was delivered to the app.
        case delivered(Int)
        /// A posted event was dropped because the app did not accept it.
        case expired(Int)
    }

    /// The time.
    public var date: Date
    /// The region's identifier.
    public var identifier: String
    /// The kind.
    public var kind: Kind

    package init(date: Date, identifier: String, kind: Kind) {
        self.date = date
        self.identifier = identifier
        self.kind = kind
    }
}
