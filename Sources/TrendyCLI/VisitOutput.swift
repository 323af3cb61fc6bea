import TrendyModel
import TrendyPlaces

/// A visit as commands print it.
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
    /// `nil` while it goes on.
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

    /// The lines of visits.
    static func table(of visits: [VisitOutput]) -> Table {
        var table = Table(["Place", "From", "To", "For", "Came", "Left", ""])
        for visit in visits {
            table.add([
                visit.place, short(visit.entry.at),
                visit.exit.map { short($0.at) } ?? "there now",
                visit.seconds.map { words(.seconds($0)) } ?? "–", words(visit.entry),
                visit.exit.map { words($0) } ?? "–",
                visit.isEntryMissed ? "entry missed" : visit.isUnconfirmed ? "in doubt" : "",
            ])
        }
        return table
    }

    /// How an end is known, and between which times of the day it lies.
    private static func words(_ end: End) -> String {
        switch (end.earliest, end.latest) {
        case (let earliest?, let latest?) where earliest != latest:
            "\(end.evidenceSource) \(clock(earliest))–\(clock(latest))"
        case (nil, let latest?) where latest != end.at || end.evidenceSource == "state":
            "\(end.evidenceSource) –\(clock(latest))"
        case (let earliest?, nil): "\(end.evidenceSource) \(clock(earliest))–"
        default: end.evidenceSource
        }
    }

    /// Without milliseconds: nobody comes or goes in one.
    private static func short(_ time: String) -> String { time.prefix(19) + "Z" }

    private static func clock(_ time: String) -> String {
        String(time.dropFirst(11).prefix(8))
    }

    /// How long something was, as people say it.
    static func words(_ duration: Duration) -> String {
        let minutes = duration.components.seconds / 60
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
