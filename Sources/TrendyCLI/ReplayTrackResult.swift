#if os(Linux)
import Foundation
import TrendyModel
import TrendyPlaces
import TrendyStore
import TrackReplay

/// What a simulated phone recorded on a track.
struct ReplayTrackResult: Encodable {
    struct Place: Encodable {
        let name: String
        let latitude: Double
        let longitude: Double
        let radiusMeters: Double
        let visits: Int
        /// Entries and exits; to be there at the beginning is none.
        let transitions: Int
        /// Those of somebody who takes every fix for true.
        let naiveTransitions: Int?
    }

    struct Miss: Encodable {
        let place: String
        let from: String
        let to: String
    }

    /// How the watch over the places was doing where the track ends.
    struct Watch: Encodable {
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

        var words: String {
            let circle = sentinelRadiusMeters.map { radius in
                ", within a circle of \(PlacesCommand.meters(radius)) drawn at "
                    + "\(sentinelPlacedAt ?? "–")" + (isSentinelArmed ? "" : ", which is gone")
            }
            return "In the end \(registered) of \(configured) places are watched"
                + "\(circle ?? "")."
        }
    }

    /// A shorter time at a place is not counted as missed.
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
    let watch: Watch
    /// Visits of 5 minutes and more by the fixes alone.
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
        watch = Watch(health)
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

    /// Prints it for people.
    func describe(naive: Bool) {
        if visits.isEmpty {
            Console.text("No visits.")
        } else {
            Console.text(VisitOutput.table(of: visits).text)
        }
        var table = Table(["Place", "Visits", "Transitions"] + (naive ? ["Naive"] : []))
        for place in places where place.visits > 0 || (place.naiveTransitions ?? 0) > 0 {
            table.add(
                [place.name, String(place.visits), String(place.transitions)]
                    + (naive ? [String(place.naiveTransitions ?? 0)] : [])
            )
        }
        if !visits.isEmpty || naive { Console.text("\n" + table.text) }
        Console.text(
            "\n\(wakes) wakes, \(sentinelWakes) of them to choose other places to watch; at most "
                + "\(mostRegions) regions at a time."
        )
        Console.text("\(watch.words)")
        for finding in watch.findings { Console.text("    \(finding)") }
        Console.text(
            "Of \(trackVisits) visits of 5 minutes or more by the track itself, "
                + "\(missed.count) were missed."
        )
        for miss in missed { Console.text("    \(miss.place): \(miss.from) to \(miss.to)") }
        if vagueFixes > 0 || unclearFixes > 0 {
            Console.text(
                "Of \(fixes) points \(vagueFixes) are too inaccurate to tell anything, and "
                    + "\(unclearFixes) leave it open whether a place was left."
            )
        }
        if pauses > 0 {
            Console.text(
                "In \(pauses) pauses, \(VisitOutput.words(.seconds(pausedSeconds))) in all, the "
                    + "phone was taken to stay until it had to go."
            )
        }
    }
}
#endif
