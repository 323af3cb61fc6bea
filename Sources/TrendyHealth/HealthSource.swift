public import TrendyModel

/// Hands out health samples: what changed, and what a span of time holds.
///
/// HealthKit is one, an export of Apple Health another.
public protocol HealthSource: Sendable {
    /// Who wrote the samples that were handed out so far; a sample names its source by the place in
    /// this list, which only grows.
    var sources: [HealthSourceDescription] { get async throws }

    /// Whether each sample, and each workout, has stamps that tell it from all others.
    var hasFingerprints: Bool { get }

    /// What changed in a category since an anchor, a page at a time; everything when the anchor is
    /// `nil`.
    ///
    /// - `limit`: about how many samples a page is made of, for sources that have pages.
    func changes(
        of category: HealthCategory,
        since anchor: [UInt8]?,
        limit: Int
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

    /// The samples of a category that cannot be true and were found only as they were read, by
    /// their stamps: those since it was last asked.
    func rejectedCount(in category: HealthCategory) async -> [UInt32: SampleRejection]

    /// Whether there is any sample of one of a category's types, whenever it was.
    ///
    /// - `type`: its place in ``HealthCategory/types``; behind the type of workouts are their routes.
    func hasSamples(of category: HealthCategory, type: Int) async throws -> Bool

    /// From when on a category may be read; `nil` where no such limit is known.
    ///
    /// Samples that ended before it are unknown: that none is handed out does not mean that there
    /// is none.
    func boundary(of category: HealthCategory) async throws -> Instant?

    /// All workouts that begin in a span of time, by start, then activity and source.
    ///
    /// Their routes need not be read: that may take longer than all the rest.
    func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample]

    /// A workout with its own routes, and what they amount to; asked only of workouts that name
    /// routes and whose event is computed anew.
    ///
    /// - Throws: ``HealthSourceError``. One that is `locked` puts the workout off; any other means
    ///   that its routes cannot be read, and the workout goes on without.
    func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample
}

extension HealthSource {
    /// None: all of them are told with the changes.
    public func rejectedCount(in category: HealthCategory) async -> [UInt32: SampleRejection] {
        [:]
    }
}

/// What changed in a category.
public struct HealthChanges: Sendable, Equatable {
    /// The spans of time in which samples were added or deleted, in order of time, apart from each
    /// other; gaps of less than a day may be filled.
    public var spans: [Range<Instant>]
    /// The types of the samples that were added, a bit each, by their places in the category; none
    /// where a source withholds nothing.
    public var types: UInt64
    /// The stamps of samples that were deleted, whenever they were.
    public var deleted: Set<UInt32>
    /// Samples among those added that cannot be true and are kept out, by their stamps.
    public var rejections: [UInt32: SampleRejection]
    /// Where the next read of changes starts; `nil` when the source keeps no place.
    public var anchor: [UInt8]?
    /// Whether there may be more behind the anchor.
    public var hasMore: Bool
    /// Whether the source knows all that it knew when the anchor given was made.
    public var isAuthoritative: Bool
    /// The newest that a source holds which does not say when it was made.
    ///
    /// Of what is later it knows nothing; `nil` for every other source.
    public var knownUntil: Instant?

    /// Bundles changes.
    public init(
        spans: [Range<Instant>],
        types: UInt64 = 0,
        deleted: Set<UInt32> = [],
        flaws: [UInt32: SampleRejection] = [:],
        anchor: [UInt8]?,
        hasMore: Bool = false,
        isAuthoritative: Bool = true,
        knownUntil: Instant? = nil
    ) {
        self.spans = spans
        self.types = types
        self.deleted = deleted
        self.rejections = flaws
        self.anchor = anchor
        self.hasMore = hasMore
        self.isAuthoritative = isAuthoritative
        self.knownUntil = knownUntil
    }
}

/// Why a source cannot be read now.
public struct HealthSourceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What is wrong; more may come.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// Its name.
        public let rawValue: String

        /// A code by its name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The phone is locked: it can be read once it is unlocked.
        public static let locked = Code(rawValue: "locked")
        /// Nobody was asked yet whether it may be read.
        public static let notAsked = Code(rawValue: "not_asked")
        /// It may not be read, or there is no health data on this device.
        public static let unavailable = Code(rawValue: "unavailable")
        /// Nothing is there any more of what there was once, and nothing was deleted: it may not
        /// be read any more, which HealthKit tells no app.
        public static let withheld = Code(rawValue: "withheld")
        /// Anything else; the next pass tries again.
        public static let failed = Code(rawValue: "failed")
    }

    /// What is wrong.
    public let code: Code
    /// What happened and what to do, in words for people.
    public let message: String

    /// An error of a source.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// What happened and what to do.
    public var description: String { message }
}
