import CoreLocation
public import Foundation
public import SimulatedCoreLocation
public import TrendyModel
import TrendyPlaces

/// What recorded fixes tell of where a phone was, what they leave open, and which visits to places
/// they show on their own.
///
/// A track is not the truth. A fix that may be 200 m off and more tells nothing. One that leaves it
/// open whether a place was left where the phone was does not move it: a place is entered within
/// its radius, and left beyond the radius, 30 m and the accuracy of the fix, of which no more than
/// 100 m count. Where the fixes pause, the phone stays, and leaves in time for the next one.
public struct RecordedTrack: Sendable {
    /// Visits to a place by the fixes alone.
    public struct AtPlace: Sendable {
        /// The place.
        public var place: Geofence
        /// From the first fix inside to the last one, one for each visit.
        public var visits: [ClosedRange<Instant>] = []
        /// How often somebody would have noticed an entry or an exit who takes every fix for true.
        public var naiveTransitions = 0
    }

    /// Between fixes that are further apart in time the phone is not taken to go evenly.
    public static let maximumStep = Duration.seconds(600)
    /// A pause of the fixes that is longer ends a visit.
    public static let maximumPause = Duration.seconds(12 * 3600)
    /// Metres a second at which the phone goes to the next fix after a pause.
    public static let speedAfterPause = 14.0
    /// Fixes that are less accurate, in metres, move nothing.
    public static let maximumUncertainty = 200.0

    /// Where the phone is taken to have been.
    public let walk: Walk
    /// The first moment of the track; `nil` when no fix is accurate enough.
    public let start: Date?
    /// Its last moment.
    public let end: Date?
    /// The places, in the order in which they were given.
    public private(set) var places: [AtPlace]
    /// The fixes.
    public let fixes: Int
    /// Fixes that are too inaccurate to tell anything.
    public private(set) var lowAccuracy = 0
    /// Fixes that leave it open whether a place was left.
    public private(set) var unclear = 0
    /// Pauses that are longer than ``maximumStep``.
    public private(set) var pauses = 0
    /// How long they were in all.
    public private(set) var paused = Duration.zero

    /// Goes through fixes.
    ///
    /// - Parameters:
    ///   - fixes: in the order of time.
    ///   - places: the places that somebody may visit; each is compared with each fix.
    public init(_ fixes: [Fix], around places: [Geofence]) {
        self.fixes = fixes.count
        var isUnclear = [Bool](repeating: false, count: fixes.count)
        self.places = places.map { Self.follow(fixes, at: $0, &isUnclear) }
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

    private static func follow(
        _ fixes: [Fix],
        at place: Geofence,
        _ isUnclear: inout [Bool]
    ) -> AtPlace {
        var found = AtPlace(place: place)
        guard let center = Coordinate(latitude: place.latitude, longitude: place.longitude) else {
            return found
        }
        // A degree of latitude is 111 km everywhere: cheap to tell that a place is far.
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
