package import TrendyModel

/// A source of health samples that returns changes since an anchor and the samples of a time span.
///
/// Implementations read HealthKit or an Apple Health export.
package protocol HealthSource: Sendable {
    /// The apps and devices that wrote the samples returned so far. A sample refers to its source
    /// by the index in this list, which only grows.
    var sources: [HealthSourceDescription] { get async throws }

    /// Whether every sample and workout has a unique fingerprint.
    var hasFingerprints: Bool { get }

    /// Returns one page of the changes in a category since an anchor, or since the beginning when
    /// the anchor is `nil`.
    ///
    /// - `limit`: the approximate number of samples in a page, for sources with pages.
    func changes(
        of category: HealthMetric,
        since anchor: [UInt8]?,
        limit: Int
    ) async throws
        -> HealthChanges

    /// Returns all samples of a category that overlap a time span, sorted by start, end, value and
    /// source.
    ///
    /// A sample of zero length counts when it is within the span. Not for workouts.
    func samples(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws
        -> [HealthSample]

    /// Returns all dated summaries of a metric that start in a time span, sorted by start and key.
    ///
    /// Only for metrics whose type is a ``HealthType/Kind/summary``.
    func summaries(
        of category: HealthMetric,
        in span: Range<Instant>
    ) async throws
        -> [SummarySample]

    /// The source's own total of a cumulative category in a time span, merged by the person's order
    /// of sources; `nil` without samples, and for sources that have no totals.
    ///
    /// A sample counts wholly in the span that it starts in.
    func total(of category: HealthMetric, in span: Range<Instant>) async throws -> Double?

    /// Returns the invalid samples of a category that were found while reading samples since the
    /// last call, by fingerprint.
    func rejectedCount(in category: HealthMetric) async -> [UInt32: SampleRejection]

    /// Whether the source has any sample of a category's type, at any time.
    ///
    /// - `type`: the index in ``HealthMetric/types``. For workouts, the index after the last type
    ///   stands for their routes.
    func hasSamples(of category: HealthMetric, type: Int) async throws -> Bool

    /// The earliest instant from which a category is readable; `nil` without such a limit.
    ///
    /// Samples that ended before it are unknown: their absence does not mean that they do not
    /// exist.
    func boundary(of category: HealthMetric) async throws -> Instant?

    /// Returns all workouts that start in a time span, sorted by start, activity and source.
    ///
    /// Routes need not be read here, because reading them can take longer than everything else.
    func workouts(startingIn span: Range<Instant>) async throws -> [WorkoutSample]

    /// Returns a workout with its own routes and their summary. Called only for workouts with
    /// routes whose event is recomputed.
    ///
    /// - Throws: ``HealthSourceError``. After code `locked` the workout is read again later. After
    ///   any other code its routes are unreadable, and the workout is processed without them.
    func readingRoutes(of workout: WorkoutSample) async throws -> WorkoutSample
}

extension HealthSource {
    /// Returns `nil`: this source has no totals of its own.
    package func total(of category: HealthMetric, in span: Range<Instant>) async throws -> Double? {
        nil
    }

    /// Returns nothing: this source reports all invalid samples with the changes.
    package func rejectedCount(in category: HealthMetric) async -> [UInt32: SampleRejection] {
        [:]
    }
}

/// One page of changes in a category.
package struct HealthChanges: Sendable, Equatable {
    /// The time spans in which samples were added or deleted, sorted and disjoint.
    ///
    /// Gaps of less than a day may be filled.
    package var spans: [Range<Instant>]
    /// The types of the added samples, as a bit mask over the indices in the category.
    ///
    /// Zero for sources that never restrict reading.
    package var types: UInt64
    /// The fingerprints of deleted samples of any time.
    package var deleted: Set<UInt32>
    /// The invalid samples among the added ones, by fingerprint.
    package var rejections: [UInt32: SampleRejection]
    /// The anchor of the next page; `nil` when the source has no anchors.
    package var anchor: [UInt8]?
    /// Whether there may be more changes after the anchor.
    package var hasMore: Bool
    /// Whether the source still has everything that it had when the given anchor was created.
    package var isAuthoritative: Bool
    /// The end of the newest sample of a source without a creation date; `nil` for other sources.
    ///
    /// The source knows nothing about later times.
    package var knownUntil: Instant?

    /// Creates a page of changes.
    package init(
        spans: [Range<Instant>],
        types: UInt64 = 0,
        deleted: Set<UInt32> = [],
        rejections: [UInt32: SampleRejection] = [:],
        anchor: [UInt8]?,
        hasMore: Bool = false,
        isAuthoritative: Bool = true,
        knownUntil: Instant? = nil
    ) {
        self.spans = spans
        self.types = types
        self.deleted = deleted
        self.rejections = rejections
        self.anchor = anchor
        self.hasMore = hasMore
        self.isAuthoritative = isAuthoritative
        self.knownUntil = knownUntil
    }
}

/// The reason why a source cannot be read now.
package struct HealthSourceError: FailureReasonProviding, Equatable, CustomStringConvertible {
    /// An error code; later versions may add codes.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The code's name.
        package let rawValue: String

        /// Creates a code by name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The phone is locked.
        ///
        /// Read again after it is unlocked.
        package static let locked = Code(rawValue: "locked")
        /// The person has not been asked for read access.
        package static let notAsked = Code(rawValue: "not_asked")
        /// This device has no health data, or does not allow reading it.
        package static let unavailable = Code(rawValue: "unavailable")
        /// The person denied access, or the app has no entitlement.
        package static let denied = Code(rawValue: "denied")
        /// All samples disappeared without a reported deletion: read access was revoked, which
        /// HealthKit does not report.
        package static let readAccessRevoked = Code(rawValue: "read_access_revoked")
        /// Any other error.
        ///
        /// The next pass tries again.
        package static let failed = Code(rawValue: "failed")
    }

    /// The error code.
    package let code: Code
    /// HealthKit's own description; `nil` when the code is complete.
    package let details: String?

    /// Creates an error.
    package init(_ code: Code, details: String? = nil) {
        self.code = code
        self.details = details
    }

    /// The reason for people; an unknown code becomes `failed`.
    package var reason: FailureReason {
        .healthData(.init(rawValue: code.rawValue) ?? .failed, details: details)
    }

    /// The code with HealthKit's description, for logs and developers.
    package var description: String { details.map { "\(code.rawValue): \($0)" } ?? code.rawValue }
}
