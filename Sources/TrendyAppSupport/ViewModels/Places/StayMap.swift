import TrendyKit
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
    /// The number of stays; those that overlap count once.
    package let stays: Int
    /// The time there within the shown days.
    package let duration: Duration
    /// Whether the person is there now.
    package let isOpen: Bool
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
        spots = Self.spots(stays, in: span, now: now)
    }

    /// The positions of stays; time that two devices recorded at one place counts once.
    private static func spots(
        _ stays: [MapStay],
        in span: Range<Instant>,
        now: Instant
    ) -> [MapSpot] {
        let placed = stays.filter { $0.center != nil }
        let groups = Dictionary(grouping: placed) { $0.placeID ?? $0.id }
        let times = PlaceTimes(
            placed.map { stay in
                PlaceTimes.Stay(
                    place: stay.placeID ?? stay.id,
                    name: stay.place,
                    start: stay.start,
                    end: max(stay.start, stay.end ?? now)
                )
            },
            in: span
        )
        return times.places.compactMap { place in
            guard let id = place.id, let stays = groups[id], let center = stays.first?.center else {
                return nil
            }
            return MapSpot(
                id: id,
                placeID: stays.first?.placeID,
                name: place.name,
                center: center,
                stays: place.visits,
                duration: place.duration,
                isOpen: stays.contains(where: \.isOpen)
            )
        }
    }
}
