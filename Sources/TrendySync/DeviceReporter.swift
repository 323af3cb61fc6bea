import TrendyModel
import TrendyStore
package import TrendyWire

/// The name and the program of a device, for the account's list of devices.
package struct DeviceDescription: Sendable, Equatable {
    /// The display name of the device.
    package var name: String
    /// The program's version.
    package var appVersion: String
    /// The operating system and its version; `nil` when it is unknown.
    package var system: String?

    /// Creates a description; all texts are shortened to what the server accepts.
    package init(name: String, appVersion: String, system: String? = nil) {
        self.name = String(name.prefix(Self.maximumLength))
        self.appVersion = String(appVersion.prefix(Self.maximumLength))
        self.system = system.map { String($0.prefix(Self.maximumLength)) }
    }

    /// The maximum number of characters; the server accepts 400 bytes.
    private static let maximumLength = 80
}

/// Fetches the account's devices and their last reports; implemented by transports.
package protocol AccountSyncProviding: Sendable {
    /// The server's view of the account's sync.
    ///
    /// - Throws: ``SyncFailure``.
    func accountSync() async throws -> AccountSync
}

/// Reports the state of this device to the server, when it changed or the last report is old.
struct DeviceReporter: Sendable {
    /// The time after which an unchanged report is sent again.
    static let interval = Duration.seconds(6 * 3600)

    private let description: DeviceDescription
    private var last: (report: DeviceReport, at: Instant)?

    init(_ description: DeviceDescription) {
        self.description = description
    }

    /// The report to send now; `nil` when the server has it.
    ///
    /// A number, a reason, an observer, a region or a permission that changed is sent at once; an
    /// age that grew is not.
    func report(
        of status: QueueStatus,
        _ reasons: QueueReasons,
        _ conditions: DeviceReport.Conditions?,
        at now: Instant
    ) -> DeviceReport? {
        // Conditions that cannot be read now are the last known ones. Before the first they are
        // absent: empty ones would report a device that can capture nothing.
        let conditions = conditions ?? last?.report.conditions
        let report = DeviceReport(
            name: description.name,
            pending: status.pending,
            failed: status.failed + status.stale,
            oldestPendingSeconds: status.oldestPending.map {
                Int(max(.zero, now - $0).components.seconds)
            },
            appVersion: description.appVersion,
            schemaVersion: DeviceStore.schemaVersion,
            queue: DeviceReport.Queue(
                blocked: status.blocked,
                failedReasons: Self.list(reasons.failed),
                blockedReasons: Self.list(reasons.blocked)
            ),
            conditions: conditions.map(completed)
        )
        guard let last, now >= last.at, now - last.at < Self.interval,
            Self.comparable(last.report) == Self.comparable(report)
        else { return report }
        return nil
    }

    /// Remembers a report that the server has accepted.
    mutating func sent(_ report: DeviceReport, at now: Instant) {
        last = (report, now)
    }

    /// The conditions with the system of the description, within the server's limit.
    private func completed(_ conditions: DeviceReport.Conditions) -> DeviceReport.Conditions {
        var conditions = conditions
        conditions.system = description.system
        let limit = DeviceReport.Limit.observers
        conditions.observers = conditions.observers.map { Array($0.prefix(limit)) }
        return conditions
    }

    /// The report without ages, which change all the time.
    private static func comparable(_ report: DeviceReport) -> DeviceReport {
        var report = report
        report.oldestPendingSeconds = nil
        report.conditions = report.conditions?.withoutAges
        return report
    }

    /// The most frequent reasons first; those beyond the limit are one reason.
    private static func list(_ counts: [String: Int]) -> [DeviceReport.Reason] {
        var reasons = counts.map { DeviceReport.Reason(code: $0.key, count: $0.value) }
        reasons.sort { ($1.count, $0.code) < ($0.count, $1.code) }
        let limit = DeviceReport.Limit.reasons
        guard reasons.count > limit else { return reasons }
        let rest = reasons[(limit - 1)...].reduce(0) { $0 + $1.count }
        return reasons.prefix(limit - 1)
            + [DeviceReport.Reason(code: QueueReasons.unknown, count: rest)]
    }
}
