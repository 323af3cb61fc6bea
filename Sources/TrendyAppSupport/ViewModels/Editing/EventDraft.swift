import Foundation
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The values that a person edits in an event.
struct EventDraft: Equatable {
    private static let maximumNoteBytes = 100_000

    var typeID: EntityID?
    var start: Date
    /// Whether the event has an end, or covers several days.
    var hasEnd = false
    /// The end; the last day, inclusive, of an all-day event.
    var end: Date
    var isAllDay = false
    var note = ""

    /// The values of a new event.
    init(typeID: EntityID?, at now: Instant) {
        self.typeID = typeID
        start = Date(now)
        end = Date(now + .seconds(3600))
    }

    /// The values of an event.
    init(_ event: Event, in zones: ZoneHistory) {
        typeID = event.eventTypeID
        start = Date(event.timestamp)
        isAllDay = event.isAllDay
        note = event.notes ?? ""
        end = Date(event.timestamp + .seconds(3600))
        guard let stored = event.endDate else { return }
        guard event.isAllDay else {
            (hasEnd, end) = (true, Date(stored))
            return
        }
        // An all-day event ends with the start of the day after its last.
        let last = zones.day(containing: max(event.timestamp, stored - .milliseconds(1)))
        hasEnd = last > zones.day(containing: event.timestamp)
        end = Date(zones.start(of: last))
    }

    /// Whether the times differ from another draft's.
    func hasOtherTimes(than other: EventDraft) -> Bool {
        start != other.start || hasEnd != other.hasEnd || isAllDay != other.isAllDay
            || (hasEnd && end != other.end)
    }

    /// The first and the last day of an all-day event.
    func days(in zones: ZoneHistory) -> (first: CalendarDay, last: CalendarDay) {
        let first = zones.day(containing: Instant(nearest: start))
        return (first, hasEnd ? zones.day(containing: Instant(nearest: end)) : first)
    }

    /// The stored start and end.
    func times(in zones: ZoneHistory) -> (start: Instant, end: Instant?) {
        guard isAllDay else {
            return (Instant(nearest: start), hasEnd ? Instant(nearest: end) : nil)
        }
        let (first, last) = days(in: zones)
        return (zones.start(of: first), zones.start(of: last.advanced(by: 1)))
    }

    /// The text beside the end; `nil` when it is not before the start.
    func endProblem(in zones: ZoneHistory) -> String? {
        guard hasEnd else { return nil }
        let isValid: Bool
        if isAllDay {
            let (first, last) = days(in: zones)
            isValid = last >= first
        } else {
            isValid = end >= start
        }
        return isValid ? nil : Strings.Editor.endBeforeStart()
    }

    /// The text beside the note; `nil` when it is not too long.
    var noteProblem: String? {
        note.utf8.count > Self.maximumNoteBytes ? Strings.Editor.noteTooLong() : nil
    }

    /// The note to store; `nil` for none.
    var storedNote: String? {
        let trimmed = note.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension Instant {
    /// The nearest millisecond to a date, whose binary fraction may lie just below it.
    init(nearest date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }
}
