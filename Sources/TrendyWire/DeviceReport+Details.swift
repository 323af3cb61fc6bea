extension DeviceReport {
    /// The limits of a report; a server refuses a report beyond them.
    package enum Limit {
        /// The maximum size of the body, in bytes.
        package static let bytes = 64 * 1024
        /// The maximum size of a name or a version, in bytes.
        package static let textBytes = 400
        /// The maximum size of a code, in bytes.
        package static let codeBytes = 64
        /// The maximum number of reasons in a list.
        package static let reasons = 32
        /// The maximum number of observers.
        package static let observers = 256
        /// Counts, ages and versions: integers that all JSON readers read exactly (RFC 8259,
        /// section 6).
        package static let counts = 0...9_007_199_254_740_991
    }

    /// A reason and the number of mutations that it concerns.
    package struct Reason: Codable, Sendable, Hashable {
        /// The reason: a code of a problem, or `stale` or `unknown`.
        package var code: String
        /// The number of mutations.
        package var count: Int

        /// Creates a reason.
        package init(code: String, count: Int) {
            (self.code, self.count) = (code, count)
        }
    }

    /// Why mutations are not accepted, without their content.
    package struct Queue: Codable, Sendable, Equatable {
        /// The number of pending mutations that failed ones block.
        package var blocked: Int
        /// The failed and stale mutations by reason, the most frequent first.
        package var failedReasons: [Reason]
        /// The blocked mutations by the reason of the failed one, the most frequent first.
        package var blockedReasons: [Reason]

        /// Creates a list of reasons.
        package init(blocked: Int, failedReasons: [Reason], blockedReasons: [Reason]) {
            self.blocked = blocked
            self.failedReasons = failedReasons
            self.blockedReasons = blockedReasons
        }

        enum CodingKeys: String, CodingKey {
            case blocked
            case failedReasons = "failed_reasons"
            case blockedReasons = "blocked_reasons"
        }
    }

    /// What the device can capture now, without names and coordinates of places.
    package struct Conditions: Codable, Sendable, Equatable {
        /// The observers of the captured health categories; `nil` on a device without health data.
        package var observers: [Observer]?
        /// The monitored regions; `nil` on a device that cannot monitor any.
        package var regions: Regions?
        /// The permissions that the person gave.
        package var permissions: Permissions
        /// The operating system and its version; `nil` when it is unknown.
        package var system: String?
        /// The version of the wire contract that the program speaks.
        package var contract: Int

        /// Creates conditions.
        package init(
            observers: [Observer]? = nil,
            regions: Regions? = nil,
            permissions: Permissions = Permissions(),
            system: String? = nil,
            contract: Int = WireVersion.current
        ) {
            self.observers = observers
            self.regions = regions
            self.permissions = permissions
            self.system = system
            self.contract = contract
        }

        /// The conditions without ages, which change all the time.
        package var withoutAges: Conditions {
            var conditions = self
            conditions.observers = observers?.map { observer in
                var observer = observer
                observer.lastCallSeconds = observer.lastCallSeconds.map { _ in 0 }
                return observer
            }
            conditions.regions?.lastEventSeconds = regions?.lastEventSeconds.map { _ in 0 }
            return conditions
        }
    }

    /// The observer of a health category.
    package struct Observer: Codable, Sendable, Equatable {
        /// The name of the category.
        package var kind: String
        /// Whether its observer runs.
        package var isRunning: Bool
        /// The age of the system's last call at the time of the report, in seconds; `nil` when none
        /// is known.
        package var lastCallSeconds: Int?
        /// Whether the system wakes the app for new data.
        package var isDelivered: Bool

        /// Creates an observer.
        package init(
            kind: String,
            isRunning: Bool,
            lastCallSeconds: Int? = nil,
            isDelivered: Bool
        ) {
            self.kind = kind
            self.isRunning = isRunning
            self.lastCallSeconds = lastCallSeconds
            self.isDelivered = isDelivered
        }

        enum CodingKeys: String, CodingKey {
            case kind
            case isRunning = "is_running"
            case lastCallSeconds = "last_call_seconds"
            case isDelivered = "is_delivered"
        }
    }

    /// The numbers of places and of their regions.
    package struct Regions: Codable, Sendable, Equatable {
        /// The places to monitor.
        package var places: Int
        /// The regions that are selected now.
        package var selected: Int
        /// The regions that the system monitors.
        package var monitored: Int
        /// The regions that the system refuses to monitor.
        package var refused: Int
        /// The age of the last event of a region at the time of the report, in seconds; `nil` when
        /// none is known.
        package var lastEventSeconds: Int?

        /// Creates numbers.
        package init(
            places: Int,
            selected: Int,
            monitored: Int,
            refused: Int,
            lastEventSeconds: Int? = nil
        ) {
            self.places = places
            self.selected = selected
            self.monitored = monitored
            self.refused = refused
            self.lastEventSeconds = lastEventSeconds
        }

        enum CodingKeys: String, CodingKey {
            case places, selected, monitored, refused
            case lastEventSeconds = "last_event_seconds"
        }
    }

    /// Permissions as codes; each is `nil` on a device that does not have it.
    package struct Permissions: Codable, Sendable, Equatable {
        /// Location, such as `always` or `denied`.
        package var location: String?
        /// Health data: `asked` or `not_asked`, because HealthKit does not tell the answer.
        package var health: String?
        /// Notifications: `authorized`, `denied` or `not_asked`.
        package var notifications: String?

        /// Creates permissions.
        package init(
            location: String? = nil,
            health: String? = nil,
            notifications: String? = nil
        ) {
            self.location = location
            self.health = health
            self.notifications = notifications
        }
    }
}
