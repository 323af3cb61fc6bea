import TrendyHealth
import TrendyModel

/// The hours of a day, as a card shows them: what capture stored by the hour, and what the times of
/// events say of the others.
struct SummaryHours {
    let day: Range<Instant>
    let formats: DisplayFormatter

    /// The hours of a category; empty when nothing is known of them.
    func hours(of found: FetchToday.Findings) -> [SummaryCard.Hour] {
        guard let newest = found.today.first else { return [] }
        return switch found.category {
        case .water: sums(of: "milliliters", in: found.today)
        case .bodyMass: latest("kilograms", in: found.today)
        case .sleep: minutes(of: "asleep", in: found.today)
        case .workout, .mindfulness: minutes(of: "duration", in: found.today)
        default: stored(in: newest)
        }
    }

    private func stored(in event: Event) -> [SummaryCard.Hour] {
        let isSum: Bool
        let series: [JSONNumber?]
        if case .series(let sums) = event.properties["hourly"] {
            (series, isSum) = (sums, true)
        } else if case .series(let averages) = event.properties["hourly_average"] {
            (series, isSum) = (averages, false)
        } else {
            return []
        }
        return hours(
            series.map { number in
                guard let value = number?.double, value.isFinite else { return nil }
                // A sum of nothing is stored as 0, and so are the hours to come.
                return isSum && value == 0 ? nil : value
            }
        )
    }

    /// What was entered in each hour, added up.
    private func sums(of key: String, in events: [Event]) -> [SummaryCard.Hour] {
        var values = empty
        for event in events {
            guard let index = index(of: event.timestamp), let value = event.properties.number(key)
            else { continue }
            values[index] = (values[index] ?? 0) + value
        }
        return hours(values)
    }

    /// The last value of each hour; the events are newest first.
    private func latest(_ key: String, in events: [Event]) -> [SummaryCard.Hour] {
        var values = empty
        for event in events {
            guard let index = index(of: event.timestamp), let value = event.properties.number(key)
            else { continue }
            values[index] = values[index] ?? value
        }
        return hours(values)
    }

    /// The minutes of each hour that were spent in spans; what a span counts is spread over all of
    /// it.
    private func minutes(of key: String, in events: [Event]) -> [SummaryCard.Hour] {
        var values = empty
        for event in events {
            guard let counted = event.properties.number(key), counted > 0 else { continue }
            let start = event.timestamp
            let told = event.endDate ?? start + Duration(clampedSeconds: counted)
            let end = max(told, start + .seconds(1))
            let share = counted / ((end - start) / .seconds(1))
            for index in values.indices {
                let hour = beginning(of: index)
                let overlap = min(end, hour + .seconds(3600)) - max(start, hour)
                guard overlap > .zero else { continue }
                values[index] = (values[index] ?? 0) + overlap / .seconds(60) * share
            }
        }
        return hours(values)
    }

    // MARK: hours

    private var empty: [Double?] {
        let count = Int(((day.upperBound - day.lowerBound) / .seconds(3600)).rounded(.up))
        return Array(repeating: nil, count: count)
    }

    private func beginning(of index: Int) -> Instant { day.lowerBound + .seconds(3600 * index) }

    private func index(of instant: Instant) -> Int? {
        guard day.contains(instant) else { return nil }
        return Int((instant - day.lowerBound) / .seconds(3600))
    }

    private func hours(_ values: [Double?]) -> [SummaryCard.Hour] {
        values.enumerated().compactMap { index, value in
            let start = beginning(of: index)
            guard start < day.upperBound else { return nil }
            return SummaryCard.Hour(start: start, label: formats.time(start), value: value)
        }
    }
}
