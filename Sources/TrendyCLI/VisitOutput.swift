import TrendyKit
import TrendyModel
import TrendyPlaces

/// A visit, as commands print it.
struct VisitOutput: Encodable {
    struct End: Encodable {
        let at: String
        let evidenceSource: String
        let earliest: String?
        let latest: String?

        init(_ end: RecordedVisit.End) {
            at = end.instant.rfc3339
            evidenceSource = end.evidenceSource
            earliest = end.earliest?.rfc3339
            latest = end.latest?.rfc3339
        }
    }

    let id: String
    let place: String
    let entry: End
    /// `nil` while the person is there.
    let exit: End?
    let seconds: Int64?
    let isUnconfirmed: Bool
    let isEntryMissed: Bool

    init(_ visit: RecordedVisit) {
        id = visit.id.description
        place = visit.place
        entry = End(visit.entry)
        exit = visit.exit.map { End($0) }
        seconds = visit.duration?.components.seconds
        isUnconfirmed = visit.isUnconfirmed
        isEntryMissed = visit.isEntryMissed
    }

    /// The rows of visits, with local times.
    static func table(of visits: [VisitOutput], _ times: LocalTime = LocalTime()) -> Table {
        var table = Table([
            .flexible("Place"), "From", "To", .right("Duration"), "Entry", "Exit",
            .flexible("State", isHiddenWhenEmpty: true),
        ])
        for visit in visits {
            table.add([
                visit.place, times.text(rfc3339: visit.entry.at),
                visit.exit.map { times.text(rfc3339: $0.at) } ?? "there now",
                visit.seconds.map { DisplayFormatter.duration(.seconds($0)) } ?? "–",
                text(visit.entry, times), visit.exit.map { text($0, times) } ?? "–",
                visit.isEntryMissed ? "entry missed" : visit.isUnconfirmed ? "unconfirmed" : "",
            ])
        }
        return table
    }

    /// The evidence of an end, and the interval that it lies in.
    private static func text(_ end: End, _ times: LocalTime) -> String {
        let clock = { (text: String) in
            Instant(rfc3339: text).map { times.clock($0) } ?? text
        }
        switch (end.earliest, end.latest) {
        case (let earliest?, let latest?) where clock(earliest) != clock(latest):
            return "\(end.evidenceSource) \(clock(earliest))–\(clock(latest))"
        case (nil, let latest?) where latest != end.at || end.evidenceSource == "state":
            return "\(end.evidenceSource) –\(clock(latest))"
        case (let earliest?, nil): return "\(end.evidenceSource) \(clock(earliest))–"
        default: return end.evidenceSource
        }
    }
}
