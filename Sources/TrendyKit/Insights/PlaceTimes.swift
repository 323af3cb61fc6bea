package import TrendyModel

/// The time at each place within a span of time.
///
/// Two devices may have recorded the same visit: time that overlaps at one place counts once.
package struct PlaceTimes: Sendable, Equatable {
    /// A visit.
    package struct Stay: Sendable, Equatable {
        /// The place; `nil` for one that is not known, whose name stands for it.
        package let place: EntityID?
        /// The place's name at that time.
        package let name: String
        /// The begin.
        package let start: Instant
        /// The end, or the last moment that it is known to last.
        package let end: Instant

        /// Creates a visit.
        package init(place: EntityID?, name: String, start: Instant, end: Instant) {
            (self.place, self.name, self.start, self.end) = (place, name, start, end)
        }
    }

    /// A place with the time at it.
    package struct Place: Sendable, Equatable {
        /// The place; `nil` for one that is not known.
        package let id: EntityID?
        /// Its newest name.
        package let name: String
        /// The number of visits.
        package let visits: Int
        /// The time at it.
        package let duration: Duration
    }

    /// The places, the longest time first.
    package let places: [Place]

    private enum Key: Hashable {
        case id(EntityID)
        case name(String)
    }

    /// Adds up visits.
    ///
    /// - Parameters:
    ///   - stays: the visits, in any order.
    ///   - span: the span of time; only the part of a visit within it counts.
    package init(_ stays: [Stay], in span: Range<Instant>) {
        let within = stays.filter { $0.start < span.upperBound && $0.end >= span.lowerBound }
        let groups = Dictionary(grouping: within) { stay -> Key in
            stay.place.map { .id($0) } ?? .name(stay.name)
        }
        places = groups.values.compactMap { Self.place($0, span) }.sorted { left, right in
            (right.duration, right.visits, left.name, left.id?.description ?? "")
                < (left.duration, left.visits, right.name, right.id?.description ?? "")
        }
    }

    private static func place(_ stays: [Stay], _ span: Range<Instant>) -> Place? {
        let stays = stays.sorted { ($0.start, $0.end, $0.name) < ($1.start, $1.end, $1.name) }
        guard let newest = stays.last else { return nil }
        var (visits, duration) = (0, Duration.zero)
        var end: Instant?
        for stay in stays {
            if end.map({ stay.start > $0 }) ?? true { visits += 1 }
            let from = max(stay.start, end ?? span.lowerBound, span.lowerBound)
            let to = min(stay.end, span.upperBound)
            if to > from { duration += to - from }
            end = max(end ?? stay.end, stay.end)
        }
        return Place(id: newest.place, name: newest.name, visits: visits, duration: duration)
    }
}
