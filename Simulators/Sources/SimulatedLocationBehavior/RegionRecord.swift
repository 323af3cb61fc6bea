public import Foundation

/// Something that became of a region, for whoever compares it with what the app made of it.
///
/// Nothing of this is what an app could see. Conditions of monitors have no records.
public struct RegionRecord: Sendable, Hashable {
    /// What became of it.
    public enum Kind: Sendable, Hashable {
        /// The app has it watched: its middle in degrees.
        case registered(latitude: Double, longitude: Double, radiusMeters: Double)
        /// The app has it watched no more.
        case stopped
        /// The system lost it, or watches it no more after it failed.
        case dropped
        /// On which side of it the person was: when the watch began, and each other time that the
        /// system found it out without a crossing.
        case determined(isInside: Bool)
        /// The system noticed a crossing.
        case noticed(isEntry: Bool)
        /// The system did not notice a crossing.
        case missed
        /// What was noticed is for the app, under a number.
        case posted(Int, isEntry: Bool)
        /// What had a number is gone on its way, and never will reach the app.
        case lost(Int)
        /// The app was told what waited under a number.
        case delivered(Int)
        /// Nobody in the app took what waited under a number.
        case expired(Int)
    }

    /// When.
    public var date: Date
    /// The region's identifier.
    public var identifier: String
    /// What.
    public var kind: Kind

    package init(date: Date, identifier: String, kind: Kind) {
        self.date = date
        self.identifier = identifier
        self.kind = kind
    }
}
