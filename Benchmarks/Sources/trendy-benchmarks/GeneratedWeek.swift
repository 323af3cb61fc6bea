import CoreLocation
import Foundation
import SimulatedCoreLocation
import TrendyModel

/// A person's week in a city (home, work, errands, weekends) and their geofences.
struct GeneratedWeek {
    /// The distance from the centre to the edge of the city in metres.
    static let reach = 6_000.0
    /// A Monday at midnight.
    static let monday = Date(timeIntervalSince1970: 1_767_571_200)

    /// The end; a week after ``monday`` unless the week is cut short.
    let end: Date
    let walk: Walk
    /// The geofences, circles of 100 to 200 m: four in ten where the person goes or passes by, the
    /// others at random.
    let places: [Geofence]

    private struct SplitMix: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }
    }

    /// The first days of a week from a seed.
    init?(seed: UInt64, places count: Int, days: Int = 7) {
        guard let middle = Coordinate(latitude: 52.52, longitude: 13.405) else { return nil }
        var random = SplitMix(state: seed &* 0xD129_0D3F_5E8A_11AB)
        func anywhere(_ random: inout SplitMix) -> Coordinate {
            middle.offset(
                east: .random(in: -Self.reach...Self.reach, using: &random),
                north: .random(in: -Self.reach...Self.reach, using: &random)
            )
        }
        let home = anywhere(&random)
        let work = anywhere(&random)
        func near(_ place: Coordinate, _ reach: Double, _ random: inout SplitMix) -> Coordinate {
            place.offset(
                east: .random(in: -reach...reach, using: &random),
                north: .random(in: -reach...reach, using: &random)
            )
        }
        // Lunch is near work, most errands are near home, some are at random.
        let errands =
            (0..<2).map { _ in near(work, 800, &random) }
            + (0..<4).map { _ in near(home, 2500, &random) }
            + (0..<2).map { _ in anywhere(&random) }
        var fixes: [(date: Date, coordinate: Coordinate)] = [(Self.monday, home)]
        // The corners of the route between two places, because people take the same streets.
        var streets: [[Coordinate]: [Coordinate]] = [:]

        func stay(until date: Date) {
            guard let last = fixes.last, date > last.date else { return }
            fixes.append((date, last.coordinate))
        }
        func go(to place: Coordinate, _ random: inout SplitMix) {
            guard let last = fixes.last else { return }
            let distance = last.coordinate.distance(to: place)
            let speed =
                distance < 1500
                ? 1.4 : Double.random(in: 7...14, using: &random)
            let corners =
                streets[[last.coordinate, place]]
                ?? corners(from: last.coordinate, to: place, &random)
            streets[[last.coordinate, place]] = corners
            streets[[place, last.coordinate]] = corners.reversed()
            var date = last.date
            var from = last.coordinate
            for point in corners + [place] {
                date.addTimeInterval(from.distance(to: point) / speed)
                fixes.append((date, point))
                from = point
            }
        }
        func corners(
            from: Coordinate,
            to: Coordinate,
            _ random: inout SplitMix
        ) -> [Coordinate] {
            let distance = from.distance(to: to)
            let count = distance < 400 ? 0 : Int.random(in: 1...3, using: &random)
            return (0..<count).compactMap { corner in
                let share = Double(corner + 1) / Double(count + 1)
                return Coordinate(
                    latitude: from.latitude + (to.latitude - from.latitude) * share,
                    longitude: from.longitude + (to.longitude - from.longitude) * share
                ).map { near($0, distance * 0.15, &random) }
            }
        }
        func hour(_ day: Int, _ hour: Double, _ random: inout SplitMix) -> Date {
            Self.monday.addingTimeInterval(
                Double(day) * 86_400 + hour * 3600 + .random(in: -1500...1500, using: &random)
            )
        }
        for day in 0..<days {
            if day < 5 {
                stay(until: hour(day, 8, &random))
                go(to: work, &random)
                stay(until: hour(day, 12.5, &random))
                if Bool.random(using: &random) {
                    go(to: errands[Int.random(in: 0..<2, using: &random)], &random)
                    stay(until: hour(day, 13.6, &random))
                    go(to: work, &random)
                }
                stay(until: hour(day, 17.5, &random))
            } else {
                stay(until: hour(day, 10.5, &random))
            }
            for errand in 0..<Int.random(in: 0...3, using: &random) {
                go(to: errands.dropFirst(2).randomElement(using: &random) ?? home, &random)
                stay(until: hour(day, 18.8 + Double(errand) * 0.9, &random))
            }
            go(to: home, &random)
        }
        end = Self.monday.addingTimeInterval(Double(days) * 86_400)
        stay(until: end)
        walk = Walk(
            fixes.map {
                (
                    $0.date,
                    CLLocationCoordinate2D(
                        latitude: $0.coordinate.latitude,
                        longitude: $0.coordinate.longitude
                    )
                )
            }
        )
        var centers = [home, work] + errands
        let ways = zip(fixes, fixes.dropFirst()).map { ($0.coordinate, $1.coordinate) }
        let length = ways.reduce(0) { $0 + $1.0.distance(to: $1.1) }
        while centers.count < count * 4 / 10 {
            // A point along a random route.
            var rest = Double.random(in: 0..<length, using: &random)
            for (from, to) in ways {
                let distance = from.distance(to: to)
                guard rest >= distance else {
                    let share = rest / distance
                    let point = Coordinate(
                        latitude: from.latitude + (to.latitude - from.latitude) * share,
                        longitude: from.longitude + (to.longitude - from.longitude) * share
                    )
                    centers.append(
                        (point ?? from).offset(
                            east: .random(in: -60...60, using: &random),
                            north: .random(in: -60...60, using: &random)
                        )
                    )
                    break
                }
                rest -= distance
            }
        }
        while centers.count < count { centers.append(anywhere(&random)) }
        places = centers.prefix(count).enumerated().map { index, center in
            Geofence(
                name: "Place \(index)",
                latitude: center.latitude,
                longitude: center.longitude,
                radiusMeters: .random(in: 100...200, using: &random)
            )
        }
    }

    /// The person's true stays at a place with a minimum duration.
    func visits(to place: Geofence, atLeast shortest: TimeInterval) -> [ClosedRange<Date>] {
        let center = CLLocationCoordinate2D(latitude: place.latitude, longitude: place.longitude)
        let crossings = walk.crossings(
            of: center,
            radius: place.radiusMeters,
            from: Self.monday,
            to: end
        )
        var visits: [ClosedRange<Date>] = []
        let isInside = walk.coordinate(at: Self.monday).map { start in
            let here = Coordinate(latitude: start.latitude, longitude: start.longitude)
            let there = Coordinate(latitude: place.latitude, longitude: place.longitude)
            guard let here, let there else { return false }
            return here.distance(to: there) <= place.radiusMeters
        }
        var entry = isInside == true ? Self.monday : nil
        for crossing in crossings {
            if crossing.isEntry {
                entry = crossing.date
            } else if let since = entry {
                visits.append(since...crossing.date)
                entry = nil
            }
        }
        if let entry, entry < end { visits.append(entry...end) }
        return visits.filter { $0.upperBound.timeIntervalSince($0.lowerBound) >= shortest }
    }
}
