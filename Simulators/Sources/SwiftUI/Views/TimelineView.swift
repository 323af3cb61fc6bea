public import Foundation

/// A view that updates according to a schedule that you provide.
///
/// The host updates it by setting the clock of the environment; there is no timer.
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    private let schedule: Schedule
    private let content: (Context) -> Content

    /// Information passed to a timeline view's content callback.
    public struct Context {
        /// A type that indicates the finest time component that the content should update.
        public enum Cadence: Comparable, Sendable {
            /// Updates the view continuously.
            case live
            /// Updates the view approximately once per second.
            case seconds
            /// Updates the view approximately once per minute.
            case minutes
        }

        /// The date from the schedule that triggered the current view update.
        public let date: Date
        /// The rate at which the timeline updates the view.
        public let cadence: Cadence
    }
}

extension TimelineView: View, PrimitiveView where Content: View {
    /// The view has no body.
    public typealias Body = Never

    /// Creates a new timeline view that uses the given schedule.
    nonisolated public init(
        _ schedule: Schedule,
        @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        self.schedule = schedule
        self.content = { content(TimelineViewDefaultContext(date: $0.date, cadence: .seconds)) }
    }

    package func makeNode(_ node: ViewNode) {
        let date = node.environment.now()
        node.child(.slot("content"), content(Context(date: date, cadence: .seconds)))
    }
}

/// The context of a timeline view.
public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>
    .Context

/// A type that provides a sequence of dates for use as a schedule.
public protocol TimelineSchedule {
    /// The sequence of dates within a schedule.
    associatedtype Entries: Sequence where Entries.Element == Date

    /// Provides a sequence of dates starting around a given date.
    func entries(from startDate: Date, mode: TimelineScheduleMode) -> Self.Entries
}

/// A mode of operation for timeline schedule updates.
public enum TimelineScheduleMode: Hashable, Sendable {
    /// A mode that produces schedule updates at the schedule's natural cadence.
    case normal
    /// A mode that produces schedule updates at a reduced rate.
    case lowFrequency
}

/// A schedule for updating a timeline view at the start of every minute.
public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    /// Creates a per-minute update schedule.
    public init() {}

    /// The minutes after a date.
    public func entries(
        from startDate: Date,
        mode: TimelineScheduleMode
    ) -> UnfoldFirstSequence<Date> {
        let minute = (startDate.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60
        return sequence(first: Date(timeIntervalSinceReferenceDate: minute)) { $0 + 60 }
    }
}

/// A schedule for updating a timeline view at regular intervals.
public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date
    private let interval: TimeInterval

    /// Creates a periodic update schedule.
    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
        self.interval = interval
    }

    /// The dates of the schedule from the last one before a date.
    public func entries(
        from startDate: Date,
        mode: TimelineScheduleMode
    ) -> UnfoldFirstSequence<Date> {
        let steps = (startDate.timeIntervalSince(start) / interval).rounded(.down)
        let interval = interval
        return sequence(first: start + max(0, steps) * interval) { $0 + interval }
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    /// A schedule for updating a timeline view at the start of every minute.
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    /// A schedule for updating a timeline view at regular intervals.
    public static func periodic(
        from startDate: Date,
        by interval: TimeInterval
    ) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}
