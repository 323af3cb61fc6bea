import Foundation

/// The text of a date in the calendar, time zone and locale of a view.
struct LocalDateText {
    private let environment: EnvironmentValues
    private let components: DatePickerComponents
    private let calendar: Calendar

    init(_ environment: EnvironmentValues, _ components: DatePickerComponents) {
        self.environment = environment
        self.components = components
        var calendar = environment.calendar
        calendar.timeZone = environment.timeZone
        self.calendar = calendar
    }

    /// The date as a person reads it.
    func spoken(_ date: Date) -> String {
        date.formatted(
            Date.FormatStyle(
                date: components.contains(.date) ? .abbreviated : .omitted,
                time: components.contains(.hourAndMinute) ? .shortened : .omitted,
                locale: environment.locale,
                calendar: calendar,
                timeZone: environment.timeZone
            )
        )
    }

    /// The date as an input of HTML has it: `2026-11-29`, `10:30`, or both with a T between.
    func string(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: date)
        func padded(_ number: Int?, _ digits: Int) -> String {
            let text = String(number ?? 0)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let day = "\(padded(parts.year, 4))-\(padded(parts.month, 2))-\(padded(parts.day, 2))"
        let time = "\(padded(parts.hour, 2)):\(padded(parts.minute, 2))"
        switch components {
        case .date: return day
        case .hourAndMinute: return time
        default: return "\(day)T\(time)"
        }
    }

    /// The date of such a text.
    ///
    /// The components that it leaves out stay those of another date.
    func date(_ string: String, replacing former: Date) -> Date? {
        var parts = calendar.dateComponents(
            [.era, .year, .month, .day, .hour, .minute, .second],
            from: former
        )
        let pieces = string.split(separator: "T")
        for piece in pieces {
            if piece.contains(":") {
                let numbers = piece.split(separator: ":").map { Int($0) }
                guard numbers.count >= 2, let hour = numbers[0], let minute = numbers[1],
                    (0..<24).contains(hour), (0..<60).contains(minute)
                else { return nil }
                (parts.hour, parts.minute, parts.second) = (hour, minute, 0)
            } else {
                let numbers = piece.split(separator: "-").map { Int($0) }
                guard numbers.count == 3, let year = numbers[0], let month = numbers[1],
                    let day = numbers[2], (1...12).contains(month), (1...31).contains(day)
                else { return nil }
                (parts.year, parts.month, parts.day) = (year, month, day)
            }
        }
        return pieces.isEmpty ? nil : calendar.date(from: parts)
    }
}
