public import TrendyModel
public import TrendyStore
import TrendyWords

/// How capture is doing, category by category: times and states, and no value of health.
public struct HealthReport: Sendable, Equatable {
    /// One category.
    public struct Line: Sendable, Equatable, Encodable {
        /// The category's name.
        public var category: String
        /// Whether it is captured.
        public var isEnabled: Bool
        /// Whether the person is told of new events.
        public var notifies: Bool
        /// The id of the event type that the person chose; `nil` for the category's own.
        public var eventTypeID: String?
        /// The end of the newest sample that was ever seen.
        public var newestAt: String?
        /// The last time that an event changed.
        public var changedAt: String?
        /// Days of the first import that are done; `nil` once it is over.
        public var importedDays: Int?
        /// Days of the first import in all; `nil` once it is over.
        public var daysToImport: Int?
        /// When the first import is likely to be over.
        public var importEndsAt: String?
        /// From when on samples may be read; `nil` when the older ones are not withheld.
        public var limitedFrom: String?
        /// Why the last capture failed.
        public var failure: String?
        /// When it failed first, since it last went well.
        public var failedAt: String?
    }

    /// Something to do.
    public struct Finding: Sendable, Equatable {
        /// What is so.
        public var finding: String
        /// What helps.
        public var remedy: String
    }

    /// Every category, in the order in which they are captured.
    public private(set) var lines: [Line] = []
    /// What there is to do; empty when all is well.
    public private(set) var findings: [Finding] = []

    /// Looks at a store.
    public init(of store: DeviceStore, at now: Instant) async throws {
        for category in HealthCategory.allCases {
            let state = try await store.healthState(category: category.rawValue)
            lines.append(Line(category, state, now: now))
            if let finding = Self.finding(category, state, now: now) { findings.append(finding) }
        }
    }

    private static func finding(
        _ category: HealthCategory,
        _ state: HealthState,
        now: Instant
    ) -> Finding? {
        guard state.settings.isEnabled else { return nil }
        let name = category.words
        if let failure = state.failure {
            return Finding(
                finding: Words.Capture.unreadable(["name": name, "reason": failure]),
                remedy: Words.Capture.unlock()
            )
        }
        guard let gap = category.longestGap, let newest = state.newest, now - newest > gap else {
            return nil
        }
        let hours = (now - newest).components.seconds / 3600
        return Finding(
            finding: Words.Capture.overdue(["name": name, "hours": String(hours)]),
            remedy: Words.Capture.openToRead()
        )
    }
}

extension HealthReport.Line {
    init(_ category: HealthCategory, _ state: HealthState, now: Instant) {
        self.category = category.rawValue
        isEnabled = state.settings.isEnabled
        notifies = state.settings.notifies
        eventTypeID = state.settings.eventTypeID?.description
        newestAt = state.newest?.rfc3339
        changedAt = state.changedAt?.rfc3339
        limitedFrom = state.limitedFrom?.rfc3339
        failure = state.failure
        failedAt = state.failedAt?.rfc3339
        let left = state.backfill.reduce(0) { $0 + $1.count }
        guard left > 0 else { return }
        let done = max(0, state.backfillDays - left)
        importedDays = done
        daysToImport = state.backfillDays
        guard done > 0, let since = state.backfillSince, now > since else { return }
        importEndsAt = (now + (now - since) / done * left).rfc3339
    }
}
