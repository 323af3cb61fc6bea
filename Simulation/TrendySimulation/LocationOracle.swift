import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulationKit
import TrendyModel

/// The true location of one person, kept outside of the system under test: at home, at work, on
/// errands.
///
/// All their phones move with them.
struct LocationOracle {
    /// The names of the places that the person visits.
    static let names = ["Home", "Work", "Gym", "Shop"]

    /// The centre of each place.
    let places: [String: Coordinate]
    /// The coordinate over time; at home after the end.
    let walk: Walk
    /// Whether the person flies to a distant place on some day.
    private(set) var flies = false

    /// A person's movements over some days.
    ///
    /// - `flights`: draws the days with a flight; no flights when `nil`.
    /// - `isRestless`: whether the person visits places all day.
    init?(
        _ random: inout SplitMix64,
        flights: SplitMix64?,
        from start: Instant,
        days: Int,
        isRestless: Bool
    ) {
        guard let city = Coordinate(latitude: 48.1, longitude: 11.5) else { return nil }
        var places: [String: Coordinate] = [:]
        for name in Self.names {
            places[name] = city.offset(
                east: Double(random.next() % 8_000) - 4_000,
                north: Double(random.next() % 8_000) - 4_000
            )
        }
        guard let home = places["Home"] else { return nil }
        var fixes: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        var here = home
        func stand(at instant: Instant) {
            fixes.append((Date(instant), CLLocationCoordinate2D(here)))
        }
        stand(at: start)
        var flights = flights
        for day in 0..<days {
            let midnight = start + .seconds(Int64(day) * 86_400)
            var time = midnight + random.duration(.seconds(6 * 3600), .seconds(9 * 3600))
            if let flight = flights?.flight(from: home) {
                flies = true
                stand(at: time)
                time = time + .seconds(Int64(here.distance(to: flight.there) / 230) + 1)
                here = flight.there
                stand(at: time)
                time = time + flight.stay
                stand(at: time)
                time = time + .seconds(Int64(here.distance(to: home) / 230) + 1)
                here = home
                stand(at: time)
                continue
            }
            for _ in 0..<Int.random(in: isRestless ? 4...14 : 0...3, using: &random) {
                let name = random.pick(isRestless ? Self.names : Array(Self.names.dropFirst()))
                guard let place = places[name], place != here else { continue }
                stand(at: time)
                time = time + .seconds(Int64(here.distance(to: place) / 8) + 1)
                here = place
                stand(at: time)
                let longest: Int64 =
                    !isRestless ? 5 * 3600 : random.happens(500) ? 1_500 : 5_400
                time = time + random.duration(.seconds(360), .seconds(longest))
            }
            stand(at: time)
            if here != home {
                time = time + .seconds(Int64(here.distance(to: home) / 8) + 1)
                here = home
                stand(at: time)
            }
        }
        self.places = places
        walk = Walk(fixes)
    }
}

extension SplitMix64 {
    /// Occasionally draws a flight of some hours, far from all places of the person.
    fileprivate mutating func flight(from home: Coordinate) -> (there: Coordinate, stay: Duration)?
    {
        guard happens(250) else { return nil }
        let there = home.offset(
            east: Double(next() % 4_000_000) - 2_000_000,
            north: Double(next() % 2_000_000) - 1_500_000
        )
        return (there, duration(.seconds(1800), .seconds(4 * 3600)))
    }
}

extension CLLocationCoordinate2D {
    /// Converts a coordinate to CoreLocation's.
    init(_ place: Coordinate) {
        self.init(latitude: place.latitude, longitude: place.longitude)
    }
}
