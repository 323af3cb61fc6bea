import TrendyLocalization
package import TrendyModel

/// A notification of an arrival, a departure or a long stay.
package struct VisitNotification: Sendable, Equatable {
    /// Unique for each end of a visit, and for a long stay: the same one is never shown twice.
    package var identifier: String
    /// The geofence.
    package var geofenceID: EntityID
    /// The title.
    package var title: String
    /// The body; may be empty.
    package var body: String
    /// The delay until it is shown, unless it is withdrawn before; `nil` shows it at once.
    package var delay: Duration?

    /// The key of the claim that keeps it from being shown twice.
    let claim: String

    /// An arrival.
    init(arrivalAt geofence: Geofence, _ id: EntityID, visit: EntityID) {
        identifier = "visit/\(visit)/entry"
        claim = "place/\(id)/entry"
        geofenceID = id
        title = Strings.RegionMonitoring.arrived(["place": geofence.name])
        body = ""
    }

    /// A departure.
    ///
    /// - `stay`: the duration of the visit; `nil` when the entry was missed.
    init(departureFrom geofence: Geofence, _ id: EntityID, visit: EntityID, after stay: Duration?) {
        identifier = Self.identifier(departureFrom: visit)
        claim = Self.claim(departureFrom: id)
        geofenceID = id
        title = Strings.RegionMonitoring.left(["place": geofence.name])
        body = stay.map { Strings.RegionMonitoring.after(["span": Self.text($0)]) } ?? ""
    }

    /// A long stay.
    ///
    /// - `stay`: the duration that the person asked to be notified after.
    /// - `delay`: the time until then.
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

    /// The identifier and the claim of the notification of a long stay; by geofence, since another
    /// device's visit may replace the visit.
    static func claim(stayAt geofence: EntityID) -> String { "place/\(geofence)/dwell" }

    /// The identifier of the notification of a departure.
    static func identifier(departureFrom visit: EntityID) -> String { "visit/\(visit)/exit" }

    /// The claim of the notification of a departure.
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

/// Shows and withdraws notifications; an error affects nothing else.
package protocol VisitNotifying: Sendable {
    /// Shows a notification at once or when it is due, whether the app runs then or not.
    func show(_ notification: VisitNotification) async throws

    /// Removes a notification that is shown or scheduled.
    func withdraw(_ identifier: String) async
}
