import Foundation
import SimulatedHealthBehavior

extension HealthState {
    /// The types that activity summaries are computed from.
    static let activityTypes: [HKSampleType] = [
        HKQuantityType(.activeEnergyBurned), HKQuantityType(.appleMoveTime),
        HKQuantityType(.appleExerciseTime), HKCategoryType(.appleStandHour),
    ]

    /// The summaries that the app may read, in order of their days.
    ///
    /// - Throws: when authorization for summaries was never requested.
    func summaries(in zone: TimeZone) throws -> [HKActivitySummary] {
        let type = HKObjectType.activitySummaryType()
        switch read[type.identifier] ?? .notDetermined {
        case .denied: return []
        case .notDetermined:
            throw HKError(
                .errorAuthorizationNotDetermined,
                "Authorization for \(type.identifier) was never requested."
            )
        case .allowed: return allSummaries(in: zone)
        case .limited(let date):
            let first = ActivityDay(of: date, in: zone)
            return allSummaries(in: zone).filter { ($0.day ?? first) >= first }
        }
    }

    private func allSummaries(in zone: TimeZone) -> [HKActivitySummary] {
        var days: [ActivityDay: HKActivitySummary.Values] = [:]
        var fresh = HKActivitySummary.Values()
        fresh.moveMode = activityGoals.moveMode
        fresh.energyGoal = HKQuantity(
            unit: .kilocalorie(),
            doubleValue: activityGoals.kilocalories
        )
        fresh.moveTimeGoal = HKQuantity(unit: .minute(), doubleValue: activityGoals.moveMinutes)
        fresh.exerciseTimeGoal = HKQuantity(
            unit: .minute(),
            doubleValue: activityGoals.exerciseMinutes
        )
        fresh.standHoursGoal = HKQuantity(unit: .count(), doubleValue: activityGoals.standHours)
        for (day, sum) in sums(of: .activeEnergyBurned, in: zone) {
            days[day, default: fresh].energy = sum
        }
        for (day, sum) in sums(of: .appleMoveTime, in: zone) {
            days[day, default: fresh].moveTime = sum
        }
        for (day, sum) in sums(of: .appleExerciseTime, in: zone) {
            days[day, default: fresh].exerciseTime = sum
        }
        for (day, hours) in standHours(in: zone) {
            days[day, default: fresh].standHours = HKQuantity(
                unit: .count(),
                doubleValue: Double(hours)
            )
        }
        var summaries = setSummaries
        for (day, values) in days where summaries[day] == nil {
            summaries[day] = HKActivitySummary(day: day, values: values)
        }
        return summaries.sorted { $0.key < $1.key }
            .map { $0.value.copy(on: $0.key) }
    }

    /// The merged sums by day.
    private func sums(
        of identifier: HKQuantityTypeIdentifier,
        in zone: TimeZone
    ) -> [(ActivityDay, HKQuantity)] {
        let type = HKQuantityType(identifier)
        let samples = allSamples(of: type).compactMap { $0 as? HKQuantitySample }
        guard let first = samples.first else { return [] }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let grid = BucketGrid(
            anchor: calendar.startOfDay(for: first.startDate),
            interval: DateComponents(day: 1),
            zone: zone
        )
        return StatisticsWork(
            type: type,
            options: .cumulativeSum,
            measurements: measurements(of: samples)
        )
        .collection(grid).statistics()
        .compactMap { statistics in
            statistics.sumQuantity().map { (ActivityDay(of: statistics.startDate, in: zone), $0) }
        }
    }

    /// The number of hours with standing by day.
    private func standHours(in zone: TimeZone) -> [ActivityDay: Int] {
        var hours: [ActivityDay: Set<Int>] = [:]
        for sample in allSamples(of: HKCategoryType(.appleStandHour)) {
            guard
                (sample as? HKCategorySample)?.value == HKCategoryValueAppleStandHour.stood.rawValue
            else { continue }
            let hour = Int((sample.startDate.timeIntervalSince1970 / 3600).rounded(.down))
            hours[ActivityDay(of: sample.startDate, in: zone), default: []].insert(hour)
        }
        return hours.mapValues(\.count)
    }

    /// All samples of a type in order of start, whether the app may read them or not.
    private func allSamples(of type: HKSampleType) -> [HKSample] {
        guard let index = indexOfType[type.identifier] else { return [] }
        var samples: [HKSample] = []
        indexes[index].forEach(from: nil, to: nil) { sample, _ in samples.append(sample) }
        return samples
    }
}
