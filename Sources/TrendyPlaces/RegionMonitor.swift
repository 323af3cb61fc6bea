// TrendyPlaces: region monitoring, and visits to geofences from region events.

package import TrendyModel

/// A circular region that the system monitors.
package struct MonitoredRegion: Sendable, Hashable {
    /// Its identifier, unique in the app.
    package var identifier: String
    /// Its centre.
    package var center: Coordinate
    /// Its radius in metres.
    package var radius: Double

    /// A region.
    package init(identifier: String, center: Coordinate, radius: Double) {
        self.identifier = identifier
        self.center = center
        self.radius = radius
    }

    /// Metres from a place to the edge: 0 inside.
    package func distanceToEdge(from place: Coordinate) -> Double {
        max(0, place.distance(to: center) - radius)
    }
}

/// The purpose of a region by its identifier; all parts of an app share the system's list.
package enum RegionIdentity: Sendable, Hashable {
    /// A geofence of the person.
    case geofence(EntityID)
    /// The circle whose exit wakes the app to select regions again.
    case sentinel
    /// A region of another part of the app; Trendy never changes it.
    case foreign

    private static let prefix = "trendy."

    /// The sentinel's identifier.
    package static let sentinelIdentifier = prefix + "sentinel"

    /// The identifier of a geofence's region.
    ///
    /// - `owner`: the account that the geofence belongs to; `nil` before the first sign-in.
    package static func identifier(of geofence: EntityID, owner: EntityID? = nil) -> String {
        "\(prefix)\(geofence)" + (owner.map { ".\($0)" } ?? "")
    }

    /// The account that a geofence's region belongs to; `nil` for a region from before the first
    /// sign-in, and for other regions.
    package static func owner(of identifier: String) -> EntityID? {
        let ids = ids(in: identifier)
        return ids.count == 2 ? ids[1] : nil
    }

    /// The geofence and the owner, if there is one; empty for other regions.
    private static func ids(in identifier: String) -> [EntityID] {
        guard identifier.hasPrefix(prefix) else { return [] }
        let parts = identifier.utf8.dropFirst(prefix.utf8.count)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let ids = parts.compactMap { EntityID(Substring($0)) }
        return ids.count == parts.count && ids.count <= 2 ? ids : []
    }

    /// The purpose of the region with an identifier.
    package init(_ identifier: String) {
        if identifier == Self.sentinelIdentifier {
            self = .sentinel
        } else if let id = Self.ids(in: identifier).first {
            self = .geofence(id)
        } else {
            self = .foreign
        }
    }
}

/// The side of a region's edge.
package enum RegionSide: String, Sendable, Hashable {
    /// Inside.
    case inside
    /// Outside.
    case outside

    /// The kind of the log entry for an answer to a state request.
    var logKind: String { "is \(rawValue)" }
}

/// A report of the system about regions, location or authorization.
package struct RegionSignal: Sendable, Equatable {
    /// The kinds of reports.
    package enum Kind: Sendable, Equatable {
        /// The device crossed the edge of a region, to this side.
        case crossing(String, RegionSide)
        /// The device is on this side of a region; `nil` when the system does not know.
        case state(String, RegionSide?)
        /// The device was located.
        case fix
        /// The device could not be located.
        case noFix
        /// A region cannot be monitored; the system does not always say which.
        case failure(String?, RegionFailure)
        /// The authorization changed, or is reported for the first time.
        case authorization
    }

    /// What was reported.
    package var kind: Kind
    /// When it happened, if the system says so; else when it was reported.
    package var instant: Instant
    /// The system's last fix at the time of the report.
    package var fix: Fix?

    /// The identifier of the region; `nil` when the report is not about one, or does not say which.
    var region: String? {
        switch kind {
        case .crossing(let identifier, _), .state(let identifier, _): identifier
        case .failure(let identifier, _): identifier
        case .fix, .noFix, .authorization: nil
        }
    }

    /// A signal.
    package init(_ kind: Kind, at instant: Instant, fix: Fix? = nil) {
        self.kind = kind
        self.instant = instant
        self.fix = fix
    }
}

/// Why the system does not monitor a region.
package enum RegionFailure: Sendable, Hashable {
    /// There are too many regions, or it is too large: `CLError.regionMonitoringFailure`.
    case refused
    /// The app is not authorized: `CLError.regionMonitoringDenied`.
    case denied
    /// The setup takes longer: `CLError.regionMonitoringSetupDelayed` and `…ResponseDelayed`.
    case delayed
    /// Another error, by its `CLError` code.
    case other(Int)
}

/// The authorization and the abilities for location now.
public struct LocationConditions: Sendable, Hashable {
    /// The authorization, as the system reports it.
    public enum Authorization: String, Sendable, Hashable {
        /// The person was not asked, or "Allow Once" has expired.
        case notDetermined
        /// A profile or parental controls forbid location.
        case restricted
        /// The person denied it, or location services are off.
        case denied
        /// While the app is in use.
        case whenInUse
        /// Always, possibly provisional until the person confirms it.
        case always
    }

    /// The authorization.
    public var authorization: Authorization
    /// Whether precise location is on.
    public var isPrecise: Bool
    /// Whether the device's location services are on.
    public var areServicesEnabled: Bool
    /// Whether this device can monitor regions.
    public var isMonitoringAvailable: Bool
    /// The largest radius of a region, in metres.
    public var maximumRadius: Double
    /// Whether Background App Refresh is on.
    public var isBackgroundRefreshOn: Bool
    /// Whether Low Power Mode is on.
    public var isLowPowerModeOn: Bool

    /// Conditions, by default those that everything works in.
    public init(
        authorization: Authorization = .always,
        isPrecise: Bool = true,
        areServicesEnabled: Bool = true,
        isMonitoringAvailable: Bool = true,
        maximumRadius: Double = 5_000,
        isBackgroundRefreshOn: Bool = true,
        isLowPowerModeOn: Bool = false
    ) {
        self.authorization = authorization
        self.isPrecise = isPrecise
        self.areServicesEnabled = areServicesEnabled
        self.isMonitoringAvailable = isMonitoringAvailable
        self.maximumRadius = maximumRadius
        self.isBackgroundRefreshOn = isBackgroundRefreshOn
        self.isLowPowerModeOn = isLowPowerModeOn
    }
}

/// The system's region monitoring: CoreLocation on a phone.
///
/// Requests return at once; the system answers with signals.
package protocol RegionMonitor: Sendable {
    /// The signals since the monitor was made; for one consumer.
    func signals() -> AsyncStream<RegionSignal>

    /// All regions that the system monitors for the app, foreign ones too.
    func monitoredRegions() -> [MonitoredRegion]

    /// The current conditions.
    func conditions() -> LocationConditions

    /// Starts monitoring a region, replacing one of the same identifier.
    func monitor(_ region: MonitoredRegion)

    /// Stops monitoring a region.
    func stopMonitoring(_ identifier: String)

    /// Requests the state of a region.
    func requestState(of identifier: String)

    /// The system's last fix, however old; `nil` when it has none.
    func lastFix() -> Fix?

    /// Requests one fix.
    func requestFix()

    /// Asks the person for an authorization.
    func request(_ step: LocationAuthorization.Request)
}
