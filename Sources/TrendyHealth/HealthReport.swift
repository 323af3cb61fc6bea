import TrendyLocalization
public import TrendyModel
package import TrendyStore

/// The state of capture by category: times and states, without any health value.
public struct HealthReport: Sendable, Equatable {
    /// The state of one category.
    public struct Line: Sendable, Equatable {
        /// The category's name.
        package var category: String
        /// Whether the category is captured.
        package var isEnabled: Bool
        /// Whether new events notify the person.
        package var notifies: Bool
        /// The id of the event type that the person chose; `nil` for the category's own.
        package var eventTypeID: String?
        /// The end of the newest sample ever seen.
        package var newestAt: String?
        /// The time of the last change to an event.
        package var changedAt: String?
        /// The number of imported days; `nil` once the first import is done.
        package var importedDays: Int?
        /// The total number of days of the first import; `nil` once it is done.
        package var daysToImport: Int?
        /// The estimated end of the first import.
        package var importEndsAt: String?
        /// The earliest instant from which samples are readable; `nil` without such a limit.
        package var readableFrom: String?
        /// The number of rejected samples by reason; `nil` when there are none.
        ///
        /// A total of ``HealthRecords.maximumSampleRejections`` means that there may be more.
        /// Unreadable routes are counted in days of workouts.
        package var rejections: [String: Int]?
        /// Why background delivery was refused.
        package var refusal: FailureReason?
        /// The error of the last capture.
        package var failure: FailureReason?
        /// The time of the first failure since the last success.
        package var failedAt: String?
    }

    /// How a device receives health data.
    public enum Delivery: Sendable {
        /// From Apple Health, as samples are recorded.
        case live
        /// From exports that the person imports. Missing new data is normal between two imports.
        case imports
    }

    /// A problem that the person can solve.
    ///
    /// TrendyKit has its text.
    public enum Finding: Sendable, Equatable {
        /// The last capture of a category failed.
        case failed(HealthMetric, FailureReason)
        /// The system refused background delivery for a category.
        case refused(HealthMetric, FailureReason)
        /// A category has had no new sample for the given time.
        case overdue(HealthMetric, Duration)
    }

    /// All categories, in the order of capture.
    public private(set) var lines: [Line] = []
    /// The problems; empty when there are none.
    public private(set) var findings: [Finding] = []

    /// Reads the report from a store.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - now: the time that the age of the newest sample is measured from.
    ///   - delivery: only `live` delivery is checked for overdue data.
    /// - Throws: the errors of the database.
    package init(
        of store: DeviceStore,
        at now: Instant,
        delivery: Delivery = .live
    ) async throws {
        let (states, rejected) = try await store.read {
            (try $0.health.states(), try $0.health.sampleRejections())
        }
        let known = Set(HealthMetric.allCases.map(\.rawValue))
        let unknown = states.keys.filter { !known.contains($0) }.sorted()
            .map { HealthMetric.inferred(name: $0) }
        for category in HealthMetric.allCases + unknown {
            let state = states[category.rawValue]
            let isEnabled = category.isEnabled(
                state?.settings,
                capturesEverything: delivery == .imports
            )
            var line = Line(category, state ?? HealthState(), isEnabled: isEnabled, now: now)
            line.rejections = try await Self.rejections(
                rejected[category.rawValue] ?? [:],
                of: category,
                in: store
            )
            lines.append(line)
            guard isEnabled, let state else { continue }
            if let finding = Self.finding(category, state, delivery, now: now) {
                findings.append(finding)
            }
        }
    }

    private static func rejections(
        _ stored: [String: Int],
        of category: HealthMetric,
        in store: DeviceStore
    ) async throws -> [String: Int]? {
        var rejected = stored
        if category == .workout {
            let days = try await store.read {
                try $0.health.days(
                    category: category.rawValue,
                    with: [HealthPass.unreadableRouteMarker]
                )
            }
            if !days.isEmpty { rejected[SampleRejection.unreadableRoute.rawValue] = days.count }
        }
        return rejected.isEmpty ? nil : rejected
    }

    private static func finding(
        _ category: HealthMetric,
        _ state: HealthState,
        _ delivery: Delivery,
        now: Instant
    ) -> Finding? {
        if let failure = state.failure { return .failed(category, failure) }
        if let refusal = state.refusal { return .refused(category, refusal) }
        guard delivery == .live else { return nil }
        // For a category that never had samples, the gap counts from the first import. A time in
        // the future was recorded by a wrong clock and is ignored.
        let latest = [state.newest, state.changedAt, state.backfillSince].compactMap(\.self)
        let hasLooked = state.anchor != nil && state.backfill.isEmpty
        guard let gap = category.longestGap, state.newest != nil || hasLooked,
            let newest = latest.first(where: { $0 <= now }), now - newest > gap
        else { return nil }
        return .overdue(category, now - newest)
    }
}

extension HealthReport {
    /// The numbers of rejected samples by reason, such as `2 × end before start`.
    package static func text(ofRejections rejections: [String: Int]) -> String {
        let text = rejections.sorted { $0.key < $1.key }.map { reason, count in
            // A reason that a newer version stored is shown as stored.
            let name = SampleRejection(rawValue: reason)?.text ?? reason
            return Strings.Health.rejectedCount(["count": String(count), "reason": name])
        }.joined(separator: ", ")
        // The store stops counting at this number.
        let isCut = rejections.values.reduce(0, +) >= HealthRecords.maximumSampleRejections
        return isCut ? Strings.Health.atLeast(["list": text]) : text
    }
}

extension HealthReport.Line {
    /// The numbers of rejected samples by reason, such as `2 × end before start`.
    package var rejectionText: String? { rejections.map { HealthReport.text(ofRejections: $0) } }

    init(_ category: HealthMetric, _ state: HealthState, isEnabled: Bool, now: Instant) {
        self.category = category.rawValue
        self.isEnabled = isEnabled
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
