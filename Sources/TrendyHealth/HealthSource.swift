public import TrendyModel

/// Hands out health samples: what changed, and what a span of time holds.
///
/// HealthKit is one, an export of Apple Health another. A source that is being read does not
/// change.
public protocol HealthSource: Sendable {
    /// Who wrote the samples; a sample names its source by the place in this list.
    var sources: [HealthSourceDescription] { get async throws }

    /// What changed in a category since an anchor; everything when the anchor is `nil`.
    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?
    ) async throws
        -> HealthChanges

    /// All samples of a category that overlap a span of time, by start, then end, value and source.
    ///
    /// Samples without length count when they lie in the span. Not for workouts.
    func samples(
        of category: HealthCategory,
        in span: Range<Instant>
    ) async throws
        -> [HealthSample]

    /// All workouts that begin in a span of time, by start, then activity and source.
    func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample]
}

/// What changed in a category.
public struct HealthChanges: Sendable, Equatable {
    /// The spans of time in which samples were added or deleted, in order of time, apart from each
    /// other; gaps of less than a day may be filled.
    public var spans: [Range<Instant>]
    /// About how many samples the spans hold, for cutting them into pages; 0 when unknown.
    public var sampleCount: Int
    /// Where the next read of changes starts; `nil` when the source keeps no place.
    public var anchor: [UInt8]?
    /// Whether the source knows all that it knew when the anchor given was made.
    public var isAuthoritative: Bool

    /// Bundles changes.
    public init(
        spans: [Range<Instant>],
        sampleCount: Int,
        anchor: [UInt8]?,
        isAuthoritative: Bool = true
    ) {
        self.spans = spans
        self.sampleCount = sampleCount
        self.anchor = anchor
        self.isAuthoritative = isAuthoritative
    }
}
