public import Foundation

extension Text {
    /// A predefined style used to display a date.
    public struct DateStyle: Equatable, Sendable {
        private enum Kind { case time, date, relative, offset, timer }

        private let kind: Kind

        /// A style displaying only the time component for a date.
        public static let time = DateStyle(kind: .time)
        /// A style displaying a date.
        public static let date = DateStyle(kind: .date)
        /// A style displaying a date as relative to now.
        public static let relative = DateStyle(kind: .relative)
        /// A style displaying a date as offset from now.
        public static let offset = DateStyle(kind: .offset)
        /// A style displaying a date as timer counting from now.
        public static let timer = DateStyle(kind: .timer)

        func string(_ date: Date, in context: TextContext) -> String {
            switch kind {
            case .time: absolute(date, .omitted, .shortened, in: context)
            case .date: absolute(date, .long, .omitted, in: context)
            case .relative, .offset:
                distance(date, in: context).formatted(.units(width: .wide).locale(context.locale))
            case .timer:
                distance(date, in: context)
                    .formatted(.time(pattern: .hourMinuteSecond).locale(context.locale))
            }
        }

        private func absolute(
            _ date: Date,
            _ day: Date.FormatStyle.DateStyle,
            _ time: Date.FormatStyle.TimeStyle,
            in context: TextContext
        ) -> String {
            date.formatted(
                Date.FormatStyle(
                    date: day,
                    time: time,
                    locale: context.locale,
                    calendar: context.calendar,
                    timeZone: context.timeZone
                )
            )
        }

        private func distance(_ date: Date, in context: TextContext) -> Duration {
            .seconds(abs(date.timeIntervalSince(context.now()).rounded()))
        }
    }

    /// Creates an instance that displays localized dates and times using a specific style.
    public init(_ date: Date, style: Text.DateStyle) {
        self.init { style.string(date, in: $0) }
    }

    /// Creates an instance that displays a localized range between two dates.
    public init(_ dates: ClosedRange<Date>) {
        self.init { context in
            let style = Date.IntervalFormatStyle(
                date: .abbreviated,
                time: .shortened,
                locale: context.locale,
                calendar: context.calendar,
                timeZone: context.timeZone
            )
            return style.format(dates.lowerBound..<dates.upperBound)
        }
    }

    /// Creates an instance that displays a localized time interval.
    public init(_ interval: DateInterval) {
        self.init(interval.start...interval.end)
    }
}
