import TrendyHealth
import TrendyKit
import TrendyModel

/// The hourly values of a card, from stored hourly series or from the times of events.
struct SummaryHours {
    let day: Range<Instant>
    let formats: DisplayFormatter

    /// The hours of a category; empty when there is no data.
    func hours(of found: FetchToday.Findings) -> [SummaryCard.Hour] {
        guard let newest = found.today.first else { return [] }
        switch found.category {
        case .water: return hours(sums(of: "milliliters", in: found.today), found.category)
        case .bodyMass: return hours(latest("kilograms", in: found.today), found.category)
        case .sleep: return hours(ofMinutes: minutes(of: "asleep", in: found.today))
        case .workout, .mindfulness:
            return hours(ofMinutes: minutes(of: "duration", in: found.today))
        default: return hours(stored(in: newest), found.category)
        }
    }

    private func stored(in event: Event) -> [Double?] {
        let isSum: Bool
        let series: [JSONNumber?]
        if case .series(let sums) = event.properties["hourly"] {
            (series, isSum) = (sums, true)
        } else if case .series(let averages) = event.properties["hourly_average"] {
            (series, isSum) = (averages, false)
        } else {
            return []
        }
        return series.map { number in
            guard let value = number?.double, value.isFinite else { return nil }
            // Hours without samples and hours to come are stored as a sum of 0.
            return isSum && value == 0 ? nil : value
        }
    }

    /// The sum of the entered values of each hour.
    private func sums(of key: String, in events: [Event]) -> [Double?] {
        var values = empty
        for event in events {
            guard let index = index(of: event.timestamp), let value = event.properties.number(key)
            else { continue }
            values[index] = (values[index] ?? 0) + value
        }
        return values
    }

    /// The last value of each hour; the events are ordered newest first.
    private func latest(_ key: String, in events: [Event]) -> [Double?] {
        var values = empty
        for event in events {
            guard let index = index(of: event.timestamp), let value = event.properties.number(key)
            else { continue }
            values[index] = values[index] ?? value
        }
        return values
    }

    /// The minutes of sessions in each hour; a session's counted time is spread evenly over its
    /// duration.
    private func minutes(of key: String, in events: [Event]) -> [Double?] {
        var values = empty
        for event in events {
            guard let counted = event.properties.number(key), counted > 0 else { continue }
            let start = event.timestamp
            let recordedEnd = event.endDate ?? start + Duration(clampedSeconds: counted)
            let end = max(recordedEnd, start + .seconds(1))
            let share = counted / ((end - start) / .seconds(1))
            for index in values.indices {
                let hour = beginning(of: index)
                let overlap = min(end, hour + .seconds(3600)) - max(start, hour)
                guard overlap > .zero else { continue }
                values[index] = (values[index] ?? 0) + overlap / .seconds(60) * share
            }
        }
        return values
    }

    // MARK: Hours

    private var empty: [Double?] {
        let count = Int(((day.upperBound - day.lowerBound) / .seconds(3600)).rounded(.up))
        return Array(repeating: nil, count: count)
    }

    private func beginning(of index: Int) -> Instant { day.lowerBound + .seconds(3600 * index) }

    private func index(of instant: Instant) -> Int? {
        guard day.contains(instant) else { return nil }
        return Int((instant - day.lowerBound) / .seconds(3600))
    }

    private func hours(_ values: [Double?], _ category: HealthMetric) -> [SummaryCard.Hour] {
        let words = EventFormatter(formats: formats)
        return hours(values) { words.text(of: $0, category) }
    }

    private func hours(ofMinutes values: [Double?]) -> [SummaryCard.Hour] {
        hours(values) { formats.span(seconds: $0 * 60) }
    }

    private func hours(
        _ values: [Double?],
        text: (Double) -> String
    ) -> [SummaryCard.Hour] {
        values.enumerated().compactMap { index, value in
            let start = beginning(of: index)
            guard start < day.upperBound else { return nil }
            return SummaryCard.Hour(
                start: start,
                label: formats.time(start),
                value: value,
                text: value.map(text)
            )
        }
    }
}
