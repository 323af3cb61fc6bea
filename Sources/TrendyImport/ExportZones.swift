import Foundation
import TrendyModel

/// The zones that workouts and nights took place in, as an export tells it.
struct ExportZones: Sendable {
    /// The most spans while they come in any order; there are no more workouts in a life.
    private static let mostSpans = 200_000
    /// The most stays in one zone each; nobody travels that often.
    private static let mostStays = 5_000
    /// The most zones; there are about six hundred.
    private static let mostZones = 1_000
    /// Neighbours in one zone are one span when they are no further apart.
    private static let span = Duration.seconds(86_400)
    /// How long before and after what tells of it a zone holds that nothing else tells of.
    private static let reach = Duration.seconds(86_400)

    private struct Span {
        var start: Instant
        var end: Instant
        /// The place of the zone.
        var zone: Int
    }

    private var spans: [Span] = []
    private var zones: [TimeZone] = []
    /// The places of zones by their names; `nil` where there is no such zone.
    private var places: [String: Int?] = [:]
    private var last: (name: [UInt8], place: Int?) = ([], nil)

    private var isFinished = false

    /// Whether it tells of more than a life has.
    var isOverfull: Bool {
        spans.count > (isFinished ? Self.mostStays : Self.mostSpans)
            || places.count > Self.mostZones
    }

    /// The place of a zone by its IANA name; `nil` when there is none of the name.
    mutating func place(of name: UnsafeRawBufferPointer) -> Int? {
        // Nights follow each other in one zone.
        if last.name.elementsEqual(name) { return last.place }
        last = (Array(name), place(of: xmlText(name)))
        return last.place
    }

    private mutating func place(of name: String) -> Int? {
        if let place = places[name] { return place }
        let zone = TimeZone(identifier: name)
        places[name] = .some(zone.map { _ in zones.count })
        if let zone { zones.append(zone) }
        return places[name] ?? nil
    }

    /// Something took place in a zone.
    mutating func add(_ name: String, from start: Instant, to end: Instant) {
        if let place = place(of: name) { add(place, from: start, to: end) }
    }

    /// Something took place in the zone of a place.
    mutating func add(_ place: Int, from start: Instant, to end: Instant) {
        if let last = spans.last, last.zone == place, start >= last.start,
            start - last.end <= Self.span
        {
            spans[spans.count - 1].end = max(last.end, end)
        } else {
            spans.append(Span(start: start, end: end, zone: place))
        }
    }

    /// Puts the spans in order of time; neighbours in one zone become one.
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

    /// Where the person was, once it is finished: in the zone given where nothing tells otherwise.
    func history(otherwise given: TimeZone) -> ZoneHistory {
        var changes: [ZoneHistory.Segment] = []
        func move(to zone: TimeZone, at start: Instant) {
            guard zone != changes.last?.zone ?? given else { return }
            changes.append(ZoneHistory.Segment(start: start, zone: zone))
        }
        var last: Span?
        for span in spans {
            let gap = last.map { max(.zero, span.start - $0.end) } ?? Self.reach * 3
            if let last, gap > Self.reach * 2 { move(to: given, at: last.end + Self.reach) }
            move(to: zones[span.zone], at: span.start - min(gap / 2, Self.reach))
            last = span
        }
        if let last { move(to: given, at: last.end + Self.reach) }
        return ZoneHistory(given, changes: changes)
    }
}
