import TrendyKit
import TrendyLocalization
import TrendyModel

/// The times of events in the timeline.
struct TimelineTime {
    let formats: DisplayFormatter

    /// The time of an event: `08:30`, `08:30–09:10`, that it is all day, or on which day it ends.
    func text(of event: Event) -> String {
        let zones = formats.zones()
        let day = zones.day(containing: event.timestamp)
        if event.isAllDay {
            let last = event.endDate.map { zones.day(containing: $0 - .milliseconds(1)) } ?? day
            // The date without words such as "today", which would age.
            return last > day
                ? Strings.Time.allDayUntil(["day": formats.date(last, today: day)])
                : Strings.Time.allDay()
        }
        let start = formats.time(event.timestamp)
        guard let end = event.endDate else {
            let isOpen = event.sourceType == .geofence
            return isOpen ? Strings.Time.since(["start": start]) : start
        }
        var last = formats.time(end)
        if end - event.timestamp >= .seconds(86_400) {
            let endDay = formats.date(zones.day(containing: end), today: day)
            last = Strings.Time.timeOfDay(["day": endDay, "time": last])
        }
        return last == start ? start : Strings.Time.span(["start": start, "end": last])
    }
}
