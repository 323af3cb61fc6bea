import TrendyLocalization
public import TrendyModel

/// What the person is told of a visit, where they asked for it.
public struct VisitNotification: Sendable, Equatable {
    /// One for each end of each visit, and one for a stay: the same one is never shown twice.
    public var identifier: String
    /// The geofence.
    public var geofenceID: EntityID
    /// The first line.
    public var title: String
    /// The second line; empty where there is nothing more to say.
    public var body: String
    /// When it is to be shown, unless it is withdrawn before; at once when `nil`.
    public var delay: Duration?

    /// What it is remembered under that the person was told of the last visit to the geofence.
    let claim: String

    /// The person came.
    init(arrivalAt geofence: Geofence, _ id: EntityID, visit: EntityID) {
        identifier = "visit/\(visit)/entry"
        claim = "place/\(id)/entry"
        geofenceID = id
        title = Strings.RegionMonitoring.arrived(["place": geofence.name])
        body = ""
    }

    /// The person left.
    ///
    /// - `stay`: how long they were there; `nil` where nobody noticed that they came.
    init(departureFrom geofence: Geofence, _ id: EntityID, visit: EntityID, after stay: Duration?) {
        identifier = Self.identifier(departureFrom: visit)
        claim = Self.claim(departureFrom: id)
        geofenceID = id
        title = Strings.RegionMonitoring.left(["place": geofence.name])
        body = stay.map { Strings.RegionMonitoring.after(["span": Self.text($0)]) } ?? ""
    }

    /// The person has stayed for as long as they said.
    ///
    /// - `delay`: how long until then.
    init(
        stayAt geofence: Geofence,
        _ id: EntityID,
        for stay: Duration,
        in delay: Duration
    ) {
        claim = Self.claim(stayAt: id)
        identifier = claim
        geofenceID = id
        title = Strings.RegionMonitoring.stayed(["place": geofence.name])
        body = Strings.RegionMonitoring.after(["span": Self.text(stay)])
        self.delay = delay > .zero ? delay : nil
    }

    /// The identifier of the notice that the last visit has lasted, also where another device's visit
    /// has taken its place; it is remembered under it that the person is told.
    static func claim(stayAt geofence: EntityID) -> String { "place/\(geofence)/dwell" }

    /// The identifier of the notice that a visit is over.
    static func identifier(departureFrom visit: EntityID) -> String { "visit/\(visit)/exit" }

    /// What it is remembered under that the person was told that they left.
    static func claim(departureFrom geofence: EntityID) -> String { "place/\(geofence)/exit" }

    private static func text(_ stay: Duration) -> String {
        let minutes = max(1, stay.components.seconds / 60)
        let (hours, rest) = (minutes / 60, minutes % 60)
        switch (hours, rest) {
        case (0, _): return Strings.Time.minutes(["minutes": String(minutes)])
        case (_, 0): return Strings.Time.hours(["hours": String(hours)])
        default:
            return Strings.Time.hoursAndMinutes(["hours": String(hours), "minutes": String(rest)])
        }
    }
}

/// Shows notices; one that cannot be shown costs nothing else.
public protocol VisitNotifying: Sendable {
    /// Shows a notice, at once or when it is due, whether the app runs then or not.
    func show(_ notice: VisitNotification) async throws

    /// Takes a notice back that may still be shown, or is not yet: what it tells is not so.
    func withdraw(_ identifier: String) async
}
