#if os(Linux)
import Foundation
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrackReplay

/// The visits that a simulated phone recorded on a track.
struct ReplayTrackResult: Encodable {
    struct Place: Encodable {
        let name: String
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double
        let visits: Int
        /// Entries and exits; a visit that is open at the start of the track has no entry.
        let transitions: Int
        /// The transitions that every fix taken literally would give.
        let naiveTransitions: Int?
    }

    struct Miss: Encodable {
        let place: String
        let from: String
        let to: String
    }

    /// The state of place monitoring at the end of the track.
    struct Monitoring: Encodable {
        let configured: Int
        let wanted: Int
        let registered: Int
        let missing: [String]
        let orphaned: Int
        let regionsOfOthers: Int
        let isSentinelArmed: Bool
        let sentinelRadiusMeters: Double?
        let sentinelPlacedAt: String?
        let findings: [String]

        init(_ health: GeofenceHealth) {
            configured = health.configured
            wanted = health.wanted
            registered = health.registered
            missing = health.missing
            orphaned = health.unregistered
            regionsOfOthers = health.regionsOfOthers
            isSentinelArmed = health.isSentinelArmed
            sentinelRadiusMeters = health.sentinel?.radius
            sentinelPlacedAt = health.sentinel?.placedAt.rfc3339
            findings = health.findings.map { "\($0.finding) \($0.remedy)" }
        }

        func text(_ times: LocalTime) -> String {
            let sentinel = sentinelRadiusMeters.map { radius in
                " The movement sentinel of \(PlacesCommand.meters(radius)) was placed "
                    + "\(sentinelPlacedAt.map { times.text(rfc3339: $0) } ?? "–")"
                    + (isSentinelArmed ? "." : " and is no longer registered.")
            }
            return "At the end \(registered) of \(configured) places are monitored."
                + "\(sentinel ?? "")"
        }
    }

    /// Shorter visits do not count as missed.
    private static let shortestVisit = Duration.seconds(300)

    let fixes: Int
    let vagueFixes: Int
    let unclearFixes: Int
    let pauses: Int
    let pausedSeconds: Int64
    let places: [Place]
    let visits: [VisitOutput]
    let wakes: Int
    let sentinelWakes: Int
    let mostRegions: Int
    let monitoring: Monitoring
    /// Visits of 5 minutes and more, computed from the fixes alone.
    let trackVisits: Int
    /// Those of them that no recorded visit overlaps.
    let missed: [Miss]

    init(
        _ track: RecordedTrack,
        _ recorded: [RecordedVisit],
        _ outcome: PlaceReplay.Outcome,
        _ health: GeofenceHealth,
        naive: Bool
    ) {
        fixes = track.fixes
        vagueFixes = track.lowAccuracy
        unclearFixes = track.unclear
        pauses = track.pauses
        pausedSeconds = track.paused.components.seconds
        let byPlace = Dictionary(grouping: recorded, by: \.place)
        places = track.places.map { found in
            let visits = byPlace[found.place.name] ?? []
            return Place(
                name: found.place.name,
                latitude: found.place.latitude,
                longitude: found.place.longitude,
                radiusMeters: found.place.radiusMeters,
                visits: visits.count,
                transitions: visits.reduce(0) { count, visit in
                    count + (visit.entry.earliest == nil ? 0 : 1) + (visit.exit == nil ? 0 : 1)
                },
                naiveTransitions: naive ? found.naiveTransitions : nil
            )
        }
        visits = recorded.reversed().map { VisitOutput($0) }
        wakes = outcome.wakes
        sentinelWakes = outcome.sentinelWakes
        mostRegions = outcome.mostRegions
        monitoring = Monitoring(health)
        var trackVisits = 0
        var missed: [Miss] = []
        for found in track.places {
            let visits = byPlace[found.place.name] ?? []
            for stay in found.visits where stay.upperBound - stay.lowerBound >= Self.shortestVisit {
                trackVisits += 1
                let isRecorded = visits.contains { visit in
                    visit.entry.instant <= stay.upperBound
                        && visit.exit.map { $0.instant >= stay.lowerBound } ?? true
                }
                guard !isRecorded else { continue }
                missed.append(
                    Miss(
                        place: found.place.name,
                        from: stay.lowerBound.rfc3339,
                        to: stay.upperBound.rfc3339
                    )
                )
            }
        }
        self.trackVisits = trackVisits
        self.missed = missed
    }

    /// Prints the result for people.
    func describe(naive: Bool) {
        let times = LocalTime()
        if visits.isEmpty {
            Console.text("No visits.")
        } else {
            Console.text(VisitOutput.table(of: visits, times).text)
        }
        var table = Table(
            [.flexible("Place"), .right("Visits"), .right("Transitions")]
                + (naive ? [.right("Naive")] : [])
        )
        for place in places where place.visits > 0 || (place.naiveTransitions ?? 0) > 0 {
            table.add(
                [place.name, String(place.visits), String(place.transitions)]
                    + (naive ? [String(place.naiveTransitions ?? 0)] : [])
            )
        }
        if !visits.isEmpty || naive { Console.text("\n" + table.text) }
        Console.text(
            "\n\(wakes) wakes, \(sentinelWakes) of them to select other regions; at most "
                + "\(mostRegions) regions at a time."
        )
        Console.text("\(monitoring.text(times))")
        for finding in monitoring.findings { Console.text("    \(finding)") }
        Console.text(
            "Of \(trackVisits) visits of 5 minutes or more in the track, \(missed.count) were "
                + "missed."
        )
        for miss in missed {
            let (from, to) = (times.text(rfc3339: miss.from), times.text(rfc3339: miss.to))
            Console.text("    \(miss.place): \(from) to \(to)")
        }
        if vagueFixes > 0 || unclearFixes > 0 {
            Console.text(
                "Of \(fixes) points, \(vagueFixes) are too inaccurate to use and \(unclearFixes) "
                    + "do not show whether a place was left."
            )
        }
        if pauses > 0 {
            Console.text(
                "The track has \(plural(pauses, "pause")), "
                    + "\(DisplayFormatter.duration(.seconds(pausedSeconds))) in total. The replay "
                    + "lets the phone stay as long as the next point allows."
            )
        }
    }
}
#endif
