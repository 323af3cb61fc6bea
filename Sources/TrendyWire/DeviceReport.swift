/// The report of a device about itself: the body of `PUT /devices/{id}`.
public struct DeviceReport: Codable, Sendable, Equatable {
    /// The display name of the device.
    public var name: String
    /// The number of pending mutations.
    public var pending: Int
    /// The number of permanently failed mutations.
    public var failed: Int
    /// The age of the oldest pending mutation in seconds.
    public var oldestPendingSeconds: Int?
    /// The program's version.
    public var appVersion: String
    /// The version of its database's schema.
    public var schemaVersion: Int

    /// Creates a report.
    public init(
        name: String,
        pending: Int,
        failed: Int,
        oldestPendingSeconds: Int?,
        appVersion: String,
        schemaVersion: Int
    ) {
        self.name = name
        self.pending = pending
        self.failed = failed
        self.oldestPendingSeconds = oldestPendingSeconds
        self.appVersion = appVersion
        self.schemaVersion = schemaVersion
    }

    enum CodingKeys: String, CodingKey {
        case name, pending, failed
        case oldestPendingSeconds = "oldest_pending_seconds"
        case appVersion = "app_version"
        case schemaVersion = "schema_version"
    }
}

/// The answer of `GET /me/sync`.
public struct AccountSync: Codable, Sendable, Equatable {
    /// A device and its last report.
    public struct Device: Codable, Sendable, Equatable {
        /// The device's id.
        public var id: String
        /// The time of the last report, RFC 3339.
        public var reportedAt: String
        /// The last report.
        public var report: DeviceReport

        /// Creates a device.
        public init(id: String, reportedAt: String, report: DeviceReport) {
            self.id = id
            self.reportedAt = reportedAt
            self.report = report
        }

        enum CodingKeys: String, CodingKey {
            case id, report
            case reportedAt = "reported_at"
        }
    }

    /// The number of live entities by name of kind.
    public var counts: [String: Int]
    /// The newest cursor.
    public var latestCursor: String
    /// The account's devices.
    public var devices: [Device]

    /// Creates an answer.
    public init(counts: [String: Int], latestCursor: String, devices: [Device]) {
        self.counts = counts
        self.latestCursor = latestCursor
        self.devices = devices
    }

    enum CodingKeys: String, CodingKey {
        case counts, devices
        case latestCursor = "latest_cursor"
    }
}
