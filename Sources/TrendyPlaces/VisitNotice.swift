public import TrendyModel
import TrendyWords

/// What the person is told of a visit, where they asked for it.
public struct VisitNotice: Sendable, Equatable {
    /// One for each end of each visit: the same one is never shown twice.
    public var identifier: String
    /// The geofence.
    public var geofenceID: EntityID
    /// The first line.
    public var title: String
    /// The second line; empty where there is nothing more to say.
    public var body: String

    /// The person came.
    init(arrivalAt geofence: Geofence, _ id: EntityID, visit: EntityID) {
        identifier = "visit/\(visit)/entry"
        geofenceID = id
        title = Words.Watch.arrived(["place": geofence.name])
        body = ""
    }

    /// The person left.
    init(departureFrom geofence: Geofence, _ id: EntityID, visit: EntityID, after stay: Duration) {
        identifier = "visit/\(visit)/exit"
        geofenceID = id
        title = Words.Watch.left(["place": geofence.name])
        body = Words.Watch.after(["span": Self.words(stay)])
    }

    private static func words(_ stay: Duration) -> String {
        let minutes = max(1, stay.components.seconds / 60)
        let (hours, rest) = (minutes / 60, minutes % 60)
        switch (hours, rest) {
        case (0, _): return Words.Time.minutes(["minutes": String(minutes)])
        case (_, 0): return Words.Time.hours(["hours": String(hours)])
        default:
            return Words.Time.hoursAndMinutes(["hours": String(hours), "minutes": String(rest)])
        }
    }
}

/// Shows notices; one that cannot be shown costs nothing else.
public protocol VisitNotifying: Sendable {
    /// Shows a notice.
    func show(_ notice: VisitNotice) async throws
}
