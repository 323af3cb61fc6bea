/// The report of a device about itself: the body of `PUT /devices/{id}`.
package struct DeviceReport: Codable, Sendable, Equatable {
    /// The display name of the device.
    package var name: String
    /// The number of pending mutations.
    package var pending: Int
    /// The number of permanently failed mutations.
    package var failed: Int
    /// The age of the oldest pending mutation in seconds.
    package var oldestPendingSeconds: Int?
    /// The program's version.
    package var appVersion: String
    /// The version of its database's schema.
    package var schemaVersion: Int
    /// What failed and what is blocked, by reason; `nil` from an older program.
    package var queue: Queue?
    /// Observers, regions, permissions and versions; `nil` from an older program, or when the
    /// device could not read them since its program started.
    package var conditions: Conditions?

    /// Creates a report.
    package init(
        name: String,
        pending: Int,
        failed: Int,
        oldestPendingSeconds: Int?,
        appVersion: String,
        schemaVersion: Int,
        queue: Queue? = nil,
        conditions: Conditions? = nil
    ) {
        self.name = name
        self.pending = pending
        self.failed = failed
        self.oldestPendingSeconds = oldestPendingSeconds
        self.appVersion = appVersion
        self.schemaVersion = schemaVersion
        self.queue = queue
        self.conditions = conditions
    }

    enum CodingKeys: String, CodingKey {
        case name, pending, failed, queue, conditions
        case oldestPendingSeconds = "oldest_pending_seconds"
        case appVersion = "app_version"
        case schemaVersion = "schema_version"
    }
}

/// The answer of `GET /me/sync`.
package struct AccountSync: Codable, Sendable, Equatable {
    /// A device and its last report.
    package struct Device: Codable, Sendable, Equatable {
        /// The device's id.
        package var id: String
        /// The time of the last report, RFC 3339.
        package var reportedAt: String
        /// The last report.
        package var report: DeviceReport

        /// Creates a device.
        package init(id: String, reportedAt: String, report: DeviceReport) {
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
    package var counts: [String: Int]
    /// The newest cursor.
    package var latestCursor: String
    /// The account's devices.
    package var devices: [Device]

    /// Creates an answer.
    package init(counts: [String: Int], latestCursor: String, devices: [Device]) {
        self.counts = counts
        self.latestCursor = latestCursor
        self.devices = devices
    }

    enum CodingKeys: String, CodingKey {
        case counts, devices
        case latestCursor = "latest_cursor"
    }
}
