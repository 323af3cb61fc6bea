public import TrendyModel

/// The state of region monitoring that survives the process.
public struct RegionMonitorState: Sendable, Equatable {
    /// The last fix that regions were selected by.
    public var fix: Fix?
    /// The sentinel region; `nil` when all geofences fit the region limit.
    public var sentinel: Sentinel?
    /// The time of the last region event.
    public var signalledAt: Instant?
    /// The authorization when the app last checked it.
    public var authorization: String?
    /// Whether the app has requested "always"; iOS shows that prompt only once.
    public var hasRequestedAlways = false
    /// Whether the authorization was reduced since the app last had "always".
    public var isDowngraded = false
    /// The number of regions that the system accepted when it last refused one; `nil` when it never
    /// did.
    public var regionLimit: Int?
    /// The last failure of region monitoring; `nil` when there is none.
    public var failure: Failure?
    /// The time of ``failure``.
    public var failedAt: Instant?

    /// The reason why regions are not monitored, as a code without text.
    public enum Failure: RawRepresentable, Sendable, Equatable {
        /// The system registered `registered` of the `wanted` regions.
        case refused(registered: Int, wanted: Int)

        /// Parses a stored code, such as `refused/8/20`; `nil` when it is unknown.
        public init?(rawValue: String) {
            let parts = rawValue.split(separator: "/")
            guard parts.count == 3, parts[0] == "refused", let registered = Int(parts[1]),
                let wanted = Int(parts[2])
            else { return nil }
            self = .refused(registered: registered, wanted: wanted)
        }

        /// The stored code, such as `refused/8/20`.
        public var rawValue: String {
            switch self {
            case .refused(let registered, let wanted): "refused/\(registered)/\(wanted)"
            }
        }
    }

    /// A circle whose exit wakes the app to select regions again.
    public struct Sentinel: Sendable, Equatable {
        /// The centre.
        public var center: Coordinate
        /// The radius in metres.
        public var radius: Double
        /// When the region was placed.
        public var placedAt: Instant

        /// Creates a sentinel.
        public init(center: Coordinate, radius: Double, placedAt: Instant) {
            self.center = center
            self.radius = radius
            self.placedAt = placedAt
        }
    }

    /// The initial state.
    public init() {}
}
