package import TrendyModel
import TrendyPlaces

/// A visit as a map shows it.
package struct MapStay: Sendable, Equatable, Identifiable {
    /// The id of the event.
    package let id: EntityID
    /// The geofence; `nil` when it is not in the database.
    package let placeID: EntityID?
    /// The name of the place.
    package let place: String
    /// Where it was; `nil` when neither the visit nor its place says.
    package let center: Coordinate?
    /// The start.
    package let start: Instant
    /// The end; `nil` while the visit is open.
    package let end: Instant?
    /// The time and the duration as text.
    package let text: String
    /// The time within the shown days.
    package let duration: Duration
    /// Whether the visit is open.
    package var isOpen: Bool { end == nil }
}

/// All stays of a span at one position.
package struct MapSpot: Sendable, Equatable, Identifiable {
    /// The first stay's place or, without one, its event.
    package let id: EntityID
    /// The geofence; `nil` when it is not in the database.
    package let placeID: EntityID?
    /// The name of the place.
    package let name: String
    /// Where it is.
    package let center: Coordinate
    /// The number of stays.
    package fileprivate(set) var stays: Int
    /// The time there within the shown days.
    package fileprivate(set) var duration: Duration
    /// Whether the person is there now.
    package fileprivate(set) var isOpen: Bool
}

/// The stays of some days by position; a value without I/O.
struct StayMap: Sendable {
    /// The stays in the order of time.
    let stays: [MapStay]
    /// The positions, the longest time first.
    let spots: [MapSpot]

    /// Collects the visits that overlap a time span.
    ///
    /// - Parameters:
    ///   - visits: the visits in any order.
    ///   - centers: the centres of the geofences, for visits that have no position of their own.
    ///   - span: the time span; visits outside of it are left out.
    ///   - now: the time until which open visits last.
    ///   - text: the time and the duration of a visit as text.
    init(
        _ visits: [RecordedVisit],
        _ centers: [EntityID: Coordinate],
        in span: Range<Instant>,
        now: Instant,
        text: (RecordedVisit) -> String
    ) {
        var stays: [MapStay] = []
        for visit in visits.sorted(by: { ($0.entry.instant, $0.id) < ($1.entry.instant, $1.id) }) {
            let start = visit.entry.instant
            let end = max(start, visit.exit?.instant ?? max(now, start))
            let isInstant = start == end
            guard start < span.upperBound,
                end > span.lowerBound || isInstant && end >= span.lowerBound
            else { continue }
            let within = min(end, span.upperBound) - max(start, span.lowerBound)
            stays.append(
                MapStay(
                    id: visit.id,
                    placeID: visit.geofenceID,
                    place: visit.place,
                    center: visit.coordinate ?? visit.geofenceID.flatMap { centers[$0] },
                    start: start,
                    end: visit.exit?.instant,
                    text: text(visit),
                    duration: max(.zero, within)
                )
            )
        }
        self.stays = stays
        spots = Self.spots(stays)
    }

    private static func spots(_ stays: [MapStay]) -> [MapSpot] {
        var spots: [MapSpot] = []
        var positions: [EntityID: Int] = [:]
        for stay in stays {
            guard let center = stay.center else { continue }
            let id = stay.placeID ?? stay.id
            if let position = positions[id] {
                spots[position].stays += 1
                spots[position].duration += stay.duration
                spots[position].isOpen = spots[position].isOpen || stay.isOpen
            } else {
                positions[id] = spots.count
                spots.append(
                    MapSpot(
                        id: id,
                        placeID: stay.placeID,
                        name: stay.place,
                        center: center,
                        stays: 1,
                        duration: stay.duration,
                        isOpen: stay.isOpen
                    )
                )
            }
        }
        return spots.sorted { ($1.duration, $0.id) < ($0.duration, $1.id) }
    }
}
