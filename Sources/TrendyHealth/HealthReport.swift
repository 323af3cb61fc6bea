import TrendyLocalization
public import TrendyModel
public import TrendyStore

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
        public var readableFrom: String?
        /// How many samples are kept out since they cannot be true, by what is wrong with them.
        ///
        /// `nil` when there is none; ``DeviceStore/maximumSampleRejections`` in all mean that there may be
        /// more. Of routes that cannot be read, the days of their workouts.
        public var rejections: [String: Int]?
        /// Why the app is not woken for it in the background.
        public var refusal: String?
        /// Why the last capture failed.
        public var failure: String?
        /// When it failed first, since it last went well.
        public var failedAt: String?
    }

    /// How a device receives health data.
    public enum Delivery: Sendable {
        /// From Apple Health, as samples are recorded.
        case live
        /// From exports that the person imports. Missing new data is normal between two imports.
        case imports
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

    /// Reads the state of every category from a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - now: the time that the age of the newest sample is measured from.
    ///   - delivery: only `live` delivery is checked for overdue data.
    /// - Throws: the errors of the database.
    public init(
        of store: DeviceStore,
        at now: Instant,
        delivery: Delivery = .live
    ) async throws {
        for category in HealthCategory.allCases {
            let state = try await store.healthState(category: category.rawValue)
            var line = Line(category, state, now: now)
            line.rejections = try await Self.rejections(of: category, in: store)
            lines.append(line)
            if let finding = Self.finding(category, state, delivery, now: now) {
                findings.append(finding)
            }
        }
    }

    private static func rejections(
        of category: HealthCategory,
        in store: DeviceStore
    ) async throws -> [String: Int]? {
        var flaws = try await store.sampleRejections(category: category.rawValue)
        if category == .workout {
            let days = try await store.healthDays(
                category: category.rawValue,
                with: [HealthPass.unreadable]
            )
            if !days.isEmpty { flaws[SampleRejection.unreadableRoute.rawValue] = days.count }
        }
        return flaws.isEmpty ? nil : flaws
    }

    private static func finding(
        _ category: HealthCategory,
        _ state: HealthState,
        _ delivery: Delivery,
        now: Instant
    ) -> Finding? {
        guard state.settings.isEnabled else { return nil }
        let name = category.text
        if let failure = state.failure {
            return Finding(
                finding: Strings.Capture.unreadable(["name": name, "reason": failure]),
                remedy: Strings.Capture.unlock()
            )
        }
        if let refusal = state.refusal {
            return Finding(
                finding: Strings.Capture.notWoken(["name": name, "reason": refusal]),
                remedy: Strings.Capture.openToRead()
            )
        }
        guard delivery == .live else { return nil }
        // Of a category that never had anything, capture has waited since it first looked. What
        // was noted by a clock that was ahead says nothing.
        let latest = [state.newest, state.changedAt, state.backfillSince].compactMap(\.self)
        let hasLooked = state.anchor != nil && state.backfill.isEmpty
        guard let gap = category.longestGap, state.newest != nil || hasLooked,
            let newest = latest.first(where: { $0 <= now }), now - newest > gap
        else { return nil }
        return Finding(
            finding: Strings.Capture.overdue([
                "name": name, "span": Strings.Time.duration(now - newest),
            ]),
            remedy: Strings.Capture.openToRead()
        )
    }
}

extension HealthReport.Line {
    /// How many samples are kept out and why, such as `2 × end before start`.
    public var rejectionText: String? {
        guard let rejections else { return nil }
        let words = rejections.sorted { $0.key < $1.key }.map { flaw, count in
            // A flaw that a newer app stored is told as it is.
            let what = SampleRejection(rawValue: flaw)?.text ?? flaw
            return Strings.Health.flawed(["count": String(count), "flaw": what])
        }.joined(separator: ", ")
        // Beyond so many nobody counts them.
        let isCut = rejections.values.reduce(0, +) >= DeviceStore.maximumSampleRejections
        return isCut ? Strings.Health.atLeast(["flaws": words]) : words
    }

    init(_ category: HealthCategory, _ state: HealthState, now: Instant) {
        self.category = category.rawValue
        isEnabled = state.settings.isEnabled
        notifies = state.settings.notifies
        eventTypeID = state.settings.eventTypeID?.description
        newestAt = state.newest?.rfc3339
        changedAt = state.changedAt?.rfc3339
        readableFrom = state.readableFrom?.rfc3339
        refusal = state.refusal
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
