import CoreLocation
package import Foundation
package import SimulatedCoreLocation
package import TrendyModel
import TrendyPlaces

/// The path of a phone by recorded fixes, the ambiguities of the fixes, and the visits that follow
/// from them alone.
///
/// A track is not the truth. A fix less accurate than 200 m is ignored. One that may lie on either
/// side of a place's edge during a visit does not move the phone: a place is entered within
/// its radius, and left beyond the radius, 30 m and the accuracy of the fix, of which at most
/// 100 m count. In a pause of the fixes the phone stays, and leaves in time for the next one.
package struct RecordedTrack: Sendable {
    /// The visits to a place by the fixes alone.
    package struct AtPlace: Sendable {
        /// The place.
        package var place: Geofence
        /// The range from the first fix inside to the last one, for each visit.
        package var visits: [ClosedRange<Instant>] = []
        /// How many entries and exits there are when every fix is taken for exact.
        package var naiveTransitions = 0
    }

    /// Between fixes that are further apart in time the phone does not move evenly.
    package static let maximumStep = Duration.seconds(600)
    /// A longer pause of the fixes ends a visit.
    package static let maximumPause = Duration.seconds(12 * 3600)
    /// The speed, in m/s, at which the phone moves to the next fix after a pause.
    package static let speedAfterPause = 14.0
    /// The accuracy, in metres, up to which a fix is used.
    package static let maximumUncertainty = 200.0

    /// The path of the phone.
    package let walk: Walk
    /// The first moment of the track; `nil` when no fix is accurate enough.
    package let start: Date?
    /// Its last moment.
    package let end: Date?
    /// The places, in the given order.
    package private(set) var places: [AtPlace]
    /// The number of fixes.
    package let fixes: Int
    /// The number of fixes that are too inaccurate.
    package private(set) var lowAccuracy = 0
    /// The number of ambiguous fixes: a place may have been left.
    package private(set) var unclear = 0
    /// The number of pauses that are longer than ``maximumStep``.
    package private(set) var pauses = 0
    /// Their total duration.
    package private(set) var paused = Duration.zero

    /// Analyses fixes.
    ///
    /// - Parameters:
    ///   - fixes: in the order of time.
    ///   - places: the places to find visits to; each is compared with each fix.
    package init(_ fixes: [Fix], around places: [Geofence]) {
        self.fixes = fixes.count
        var isUnclear = [Bool](repeating: false, count: fixes.count)
        self.places = places.map { Self.visits(in: fixes, at: $0, &isUnclear) }
        var points: [(date: Date, coordinate: CLLocationCoordinate2D)] = []
        var last: Fix?
        for (index, fix) in fixes.enumerated() {
            guard fix.accuracy <= Self.maximumUncertainty else {
                lowAccuracy += 1
                continue
            }
            guard !isUnclear[index] else {
                unclear += 1
                continue
            }
            if let last, fix.instant - last.instant > Self.maximumStep {
                pauses += 1
                paused += fix.instant - last.instant
                let way = last.coordinate.distance(to: fix.coordinate) / Self.speedAfterPause
                let leaving = Date(fix.instant).addingTimeInterval(-way)
                points.append((max(Date(last.instant), leaving), Self.location(last)))
            }
            points.append((Date(fix.instant), Self.location(fix)))
            last = fix
        }
        walk = Walk(points)
        start = points.first?.date
        end = points.last?.date
    }

    private static func location(_ fix: Fix) -> CLLocationCoordinate2D {
        CLLocationCoordinate2D(
            latitude: fix.coordinate.latitude,
            longitude: fix.coordinate.longitude
        )
    }

    private static func visits(
        in fixes: [Fix],
        at place: Geofence,
        _ isUnclear: inout [Bool]
    ) -> AtPlace {
        var found = AtPlace(place: place)
        guard let center = Coordinate(latitude: place.latitude, longitude: place.longitude) else {
            return found
        }
        // A degree of latitude is 111 km everywhere: a cheap test for far places.
        let far = (max(place.radiusMeters, RegionSelection.minimumRadius) + 200) / 110_000
        var wasWithin: Bool?
        var visit: ClosedRange<Instant>?
        for (index, fix) in fixes.enumerated() {
            let isFar = abs(fix.coordinate.latitude - center.latitude) > far
            let isWithin = !isFar && fix.coordinate.distance(to: center) <= place.radiusMeters
            if let wasWithin, wasWithin != isWithin { found.naiveTransitions += 1 }
            wasWithin = isWithin
            switch isFar
                ? fix.accuracy <= maximumUncertainty ? .outside : nil
                : GeofenceMonitor.side(of: fix, place)
            {
            case .inside:
                if let open = visit, fix.instant - open.upperBound <= maximumPause {
                    visit = open.lowerBound...max(open.upperBound, fix.instant)
                } else {
                    if let visit { found.visits.append(visit) }
                    visit = fix.instant...fix.instant
                }
            case .outside:
                if let visit { found.visits.append(visit) }
                visit = nil
            case nil:
                if visit != nil { isUnclear[index] = true }
            }
        }
        if let visit { found.visits.append(visit) }
        return found
    }
}
