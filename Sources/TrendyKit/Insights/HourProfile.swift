/// The values of a metric or event type by hour of the day.
package enum HourProfile: Sendable, Equatable {
    /// The average sum in each of the 24 hours, over a number of days with data; `nil` for an hour
    /// without data.
    case sums([Double?], days: Int)
    /// The number of events that began in each of the 24 hours.
    case entries([Int])
    /// Only values of whole days are known.
    case unknown

    /// The average of days' hourly sums; days with another number of hours are left out, because
    /// the clocks changed.
    package init(days: [[Double?]]) {
        let whole = days.filter { $0.count == 24 }
        guard !whole.isEmpty else {
            self = .unknown
            return
        }
        let averages = (0..<24).map { hour -> Double? in
            let values = whole.compactMap { $0[hour] }
            return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
        }
        self = .sums(averages, days: whole.count)
    }

    /// The number of events by the hour, 0…23, in which they began.
    package init(hours: [Int]) {
        guard !hours.isEmpty else {
            self = .unknown
            return
        }
        var counts = [Int](repeating: 0, count: 24)
        for hour in hours where counts.indices.contains(hour) { counts[hour] += 1 }
        self = .entries(counts)
    }
}
