#if canImport(HealthKit)
import Foundation
import HealthKit
import TrendyHealth
import TrendyModel

/// Reads the rings of days, which are no samples: HealthKit has no anchors, UUIDs or observers for
/// them.
struct HealthKitActivity {
    /// The anchor after the first read.
    ///
    /// Later changes are found by comparing recent days.
    private static let anchor: [UInt8] = [1]

    let store: HKHealthStore

    /// Returns all days with rings at the first read, and nothing later.
    func changes(since anchor: [UInt8]?) async throws -> HealthChanges {
        guard anchor == nil else { return HealthChanges(spans: [], anchor: anchor) }
        let summaries = try await HKActivitySummaryQueryDescriptor(predicate: nil)
            .result(for: store)
        let spans = summaries.compactMap { Self.day(of: $0) }.map { day in
            Self.start(of: day)..<Self.start(of: day) + .seconds(86_400)
        }
        return HealthChanges(
            spans: spans,
            types: spans.isEmpty ? 0 : 1,
            anchor: Self.anchor
        )
    }

    /// Returns the rings of the days that a time span touches in any time zone.
    func summaries(in span: Range<Instant>) async throws -> [SummarySample] {
        let margin = Duration.seconds(86_400)
        let predicate = HKQuery.predicate(
            forActivitySummariesBetweenStart: Self.components(of: span.lowerBound - margin),
            end: Self.components(of: span.upperBound + margin)
        )
        return try await HKActivitySummaryQueryDescriptor(predicate: predicate)
            .result(for: store)
            .compactMap { summary in
                guard let day = Self.day(of: summary) else { return nil }
                let properties = Self.rings(summary).properties
                return SummarySample(
                    start: Self.start(of: day),
                    day: day,
                    properties: properties,
                    fingerprint: SampleFingerprint.content("\(day) \(properties.json)")
                )
            }
    }

    /// Whether there are rings of any day.
    func hasSummaries() async throws -> Bool {
        try await !HKActivitySummaryQueryDescriptor(predicate: nil).result(for: store).isEmpty
    }

    private static func rings(_ summary: HKActivitySummary) -> ActivityRings {
        let kilocalories = HKUnit.kilocalorie()
        let isInMinutes = summary.activityMoveMode == .appleMoveTime
        func minutes(_ quantity: HKQuantity) -> Double? {
            isInMinutes ? quantity.doubleValue(for: .minute()) : nil
        }
        return ActivityRings(
            activeEnergyKilocalories: summary.activeEnergyBurned.doubleValue(for: kilocalories),
            activeEnergyGoalKilocalories: summary.activeEnergyBurnedGoal.doubleValue(
                for: kilocalories
            ),
            moveMinutes: minutes(summary.appleMoveTime),
            moveGoalMinutes: minutes(summary.appleMoveTimeGoal),
            exerciseMinutes: summary.appleExerciseTime.doubleValue(for: .minute()),
            exerciseGoalMinutes: summary.exerciseTimeGoal?.doubleValue(for: .minute()),
            standHours: summary.appleStandHours.doubleValue(for: .count()),
            standGoalHours: summary.standHoursGoal?.doubleValue(for: .count())
        )
    }

    private static var calendar: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }

    private static func day(of summary: HKActivitySummary) -> CalendarDay? {
        let parts = summary.dateComponents(for: calendar)
        guard let year = parts.year, let month = parts.month, let day = parts.day else {
            return nil
        }
        return CalendarDay(year: year, month: month, day: day)
    }

    private static func start(of day: CalendarDay) -> Instant {
        Instant(seconds: Int64(day.daysSinceEpoch) * 86_400)
    }

    private static func components(of instant: Instant) -> DateComponents {
        let date = Date(timeIntervalSince1970: Double(instant.seconds))
        var parts = calendar.dateComponents([.era, .year, .month, .day], from: date)
        parts.calendar = calendar
        return parts
    }
}
#endif
