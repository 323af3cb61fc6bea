import Foundation
import TrendyModel

/// Infers the person's time zones over time from the workouts and nights of an export.
struct ExportZones: Sendable {
    /// The maximum number of spans before sorting, more than the workouts of a lifetime.
    private static let maximumSpans = 200_000
    /// The maximum number of stays in one zone each, more than a person travels.
    private static let maximumStays = 5_000
    /// The maximum number of zones; about six hundred exist.
    private static let maximumZones = 1_000
    /// The maximum distance between neighbours in one zone that are merged into one span.
    private static let span = Duration.seconds(86_400)
    /// How long a zone holds before and after isolated evidence of it.
    private static let margin = Duration.seconds(86_400)

    private struct Span {
        var start: Instant
        var end: Instant
        /// The index of the zone.
        var zone: Int
    }

    private var spans: [Span] = []
    private var zones: [TimeZone] = []
    /// The indices of zones by name; `nil` for names of no zone.
    private var indices: [String: Int?] = [:]
    private var last: (name: [UInt8], index: Int?) = ([], nil)

    private var isFinished = false

    /// Whether the export has more spans than a lifetime can have.
    var isOverfull: Bool {
        spans.count > (isFinished ? Self.maximumStays : Self.maximumSpans)
            || indices.count > Self.maximumZones
    }

    /// The index of a zone by IANA identifier; `nil` when there is none.
    mutating func index(of name: UnsafeRawBufferPointer) -> Int? {
        // Consecutive nights are mostly in one zone.
        if last.name.elementsEqual(name) { return last.index }
        last = (Array(name), index(of: xmlText(name)))
        return last.index
    }

    private mutating func index(of name: String) -> Int? {
        if let index = indices[name] { return index }
        let zone = TimeZone(identifier: name)
        indices[name] = .some(zone.map { _ in zones.count })
        if let zone { zones.append(zone) }
        return indices[name] ?? nil
    }

    /// Adds evidence of a zone by identifier.
    mutating func add(_ name: String, from start: Instant, to end: Instant) {
        if let index = index(of: name) { add(index, from: start, to: end) }
    }

    /// Adds evidence of a zone by index.
    mutating func add(_ index: Int, from start: Instant, to end: Instant) {
        if let last = spans.last, last.zone == index, start >= last.start,
            start - last.end <= Self.span
        {
            spans[spans.count - 1].end = max(last.end, end)
        } else {
            spans.append(Span(start: start, end: end, zone: index))
        }
    }

    /// Sorts the spans by time and merges neighbours in one zone.
    mutating func finish() {
        var stays: [Span] = []
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            if let last = stays.last, last.zone == span.zone {
                stays[stays.count - 1].end = max(last.end, span.end)
            } else {
                stays.append(span)
            }
        }
        spans = stays
        isFinished = true
    }

    /// The time-zone history after ``finish()``, with `given` where there is no evidence.
    func history(otherwise given: TimeZone) -> ZoneHistory {
        var changes: [ZoneHistory.Segment] = []
        func move(to zone: TimeZone, at start: Instant) {
            guard zone != changes.last?.zone ?? given else { return }
            changes.append(ZoneHistory.Segment(start: start, zone: zone))
        }
        var last: Span?
        for span in spans {
            let gap = last.map { max(.zero, span.start - $0.end) } ?? Self.margin * 3
            if let last, gap > Self.margin * 2 { move(to: given, at: last.end + Self.margin) }
            move(to: zones[span.zone], at: span.start - min(gap / 2, Self.margin))
            last = span
        }
        if let last { move(to: given, at: last.end + Self.margin) }
        return ZoneHistory(given, changes: changes)
    }
}
