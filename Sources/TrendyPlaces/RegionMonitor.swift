// TrendyPlaces: which regions the system watches, and what becomes of what it tells of them.

public import TrendyModel

/// A circle that the system watches.
public struct MonitoredRegion: Sendable, Hashable {
    /// What the system calls it.
    public var identifier: String
    /// Its middle.
    public var center: Coordinate
    /// Its radius in metres.
    public var radius: Double

    /// A circle.
    public init(identifier: String, center: Coordinate, radius: Double) {
        self.identifier = identifier
        self.center = center
        self.radius = radius
    }

    /// Metres from a place to the circle's edge: 0 inside of it.
    public func distanceToEdge(from place: Coordinate) -> Double {
        max(0, place.distance(to: center) - radius)
    }
}

/// Whose a region is, by its identifier: the system's list is shared by everything in the app.
public enum RegionIdentity: Sendable, Hashable {
    /// A geofence of the person's.
    case geofence(EntityID)
    /// The circle that tells when other regions have come near.
    case sentinel
    /// Somebody else's in the app: never touched.
    case foreign

    private static let prefix = "trendy."

    /// The sentinel's identifier.
    public static let sentinelIdentifier = prefix + "sentinel"

    /// The identifier of a geofence's region.
    ///
    /// - `owner`: the account that has the geofence; `nil` where nobody is signed in yet.
    public static func identifier(of geofence: EntityID, owner: EntityID? = nil) -> String {
        "\(prefix)\(geofence)" + (owner.map { ".\($0)" } ?? "")
    }

    /// The account that has the geofence of a region; `nil` for one of nobody's, and for others.
    public static func owner(of identifier: String) -> EntityID? {
        let ids = ids(in: identifier)
        return ids.count == 2 ? ids[1] : nil
    }

    /// A geofence and perhaps its owner; empty for what is no geofence's region.
    private static func ids(in identifier: String) -> [EntityID] {
        guard identifier.hasPrefix(prefix) else { return [] }
        let parts = identifier.utf8.dropFirst(prefix.utf8.count)
            .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let ids = parts.compactMap { EntityID(Substring($0)) }
        return ids.count == parts.count && ids.count <= 2 ? ids : []
    }

    /// Whose a region of an identifier is.
    public init(_ identifier: String) {
        if identifier == Self.sentinelIdentifier {
            self = .sentinel
        } else if let id = Self.ids(in: identifier).first {
            self = .geofence(id)
        } else {
            self = .foreign
        }
    }
}

/// Which side of a region's edge the person is on.
public enum RegionSide: String, Sendable, Hashable {
    /// Inside.
    case inside
    /// Outside.
    case outside

    /// What is noted where the system tells, when asked, that the device is on this side.
    var noted: String { "is \(rawValue)" }
}

/// Something that the system told, when it told it.
public struct RegionSignal: Sendable, Equatable {
    /// What was told.
    public enum Kind: Sendable, Equatable {
        /// The edge of a region was crossed, to this side.
        case crossing(String, RegionSide)
        /// The person is on this side of a region, as far as the system knows; `nil` when it does
        /// not.
        case state(String, RegionSide?)
        /// Where the device is.
        case fix
        /// The device could not find out where it is.
        case noFix
        /// A region cannot be watched; the system does not always say which.
        case failure(String?, RegionFailure)
        /// What the app may do has changed, or is told for the first time.
        case authorization
    }

    /// What was told.
    public var kind: Kind
    /// When it happened, where the system says so; when it was told otherwise.
    public var instant: Instant
    /// Where the device last was, as far as the system knew when it told this.
    public var fix: Fix?

    /// The region that it is about; `nil` where it is about none, or the system does not say.
    var region: String? {
        switch kind {
        case .crossing(let identifier, _), .state(let identifier, _): identifier
        case .failure(let identifier, _): identifier
        case .fix, .noFix, .authorization: nil
        }
    }

    /// Bundles a signal.
    public init(_ kind: Kind, at instant: Instant, fix: Fix? = nil) {
        self.kind = kind
        self.instant = instant
        self.fix = fix
    }
}

/// Why a region is not watched.
public enum RegionFailure: Sendable, Hashable {
    /// There are too many, or it is too large: `CLError.regionMonitoringFailure`.
    case refused
    /// The app may not: `CLError.regionMonitoringDenied`.
    case denied
    /// It takes longer: `CLError.regionMonitoringSetupDelayed` and `…ResponseDelayed`.
    case delayed
    /// Something else, by the system's number.
    case other(Int)
}

/// What the app may and can do about places now.
public struct LocationConditions: Sendable, Hashable {
    /// What the person allows, as the system says.
    public enum Authorization: String, Sendable, Hashable {
        /// Nobody has asked them, or they allowed it once and that is over.
        case notDetermined
        /// A profile or parental controls forbid it.
        case restricted
        /// They said no, or location services are off.
        case denied
        /// While the app is in use.
        case whenInUse
        /// Always; perhaps until they are asked to confirm it.
        case always
    }

    /// What the person allows.
    public var authorization: Authorization
    /// Whether the precise place is told.
    public var isPrecise: Bool
    /// Whether location services of the device are on.
    public var areServicesEnabled: Bool
    /// Whether this device can watch regions.
    public var isMonitoringAvailable: Bool
    /// The largest radius that a region may have, in metres.
    public var maximumRadius: Double
    /// Whether the app may be started in the background.
    public var isBackgroundRefreshOn: Bool
    /// Whether the device saves power.
    public var isLowPowerModeOn: Bool

    /// Bundles conditions.
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

/// The system that watches regions: CoreLocation on a phone.
///
/// What the system has to say comes as a signal; what is asked here it answers from memory.
public protocol RegionMonitor: Sendable {
    /// What the system tells, from the making of the monitor on; for one listener.
    func signals() -> AsyncStream<RegionSignal>

    /// All regions that the system watches for this app, those of others too.
    func monitoredRegions() -> [MonitoredRegion]

    /// What the app may and can do now.
    func conditions() -> LocationConditions

    /// Watches a region; one of the same identifier is replaced.
    func monitor(_ region: MonitoredRegion)

    /// Watches a region no more.
    func stopMonitoring(_ identifier: String)

    /// Asks on which side of a region the person is.
    func requestState(of identifier: String)

    /// Where the device last was as far as the system knows, however long ago; `nil` where it does
    /// not.
    func lastFix() -> Fix?

    /// Asks where the device is, once.
    func requestFix()

    /// Asks the person to allow more.
    func request(_ step: LocationAuthorization.Request)
}
