import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulationKit
import TrendyModel

/// Where one person truly is, kept outside of the system: at home, at work, on errands; all their
/// phones go with them.
struct Whereabouts {
    /// The names of the places that they go to.
    static let names = ["Home", "Work", "Gym", "Shop"]

    /// The middle of each place.
    let places: [String: Coordinate]
    /// Where they are over time; at home from the end on.
    let walk: Walk

    /// Somebody's life for some days.
    init?(_ random: inout SplitMix64, from start: Instant, days: Int) {
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
        for day in 0..<days {
            let midnight = start + .seconds(Int64(day) * 86_400)
            var time = midnight + random.duration(.seconds(6 * 3600), .seconds(9 * 3600))
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                let name = random.pick(Array(Self.names.dropFirst()))
                guard let place = places[name], place != here else { continue }
                stand(at: time)
                time = time + .seconds(Int64(here.distance(to: place) / 8) + 1)
                here = place
                stand(at: time)
                time = time + random.duration(.seconds(360), .seconds(5 * 3600))
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

extension CLLocationCoordinate2D {
    fileprivate init(_ place: Coordinate) {
        self.init(latitude: place.latitude, longitude: place.longitude)
    }
}
