import TrendyModel
import TrendyStore
package import TrendyWire

/// The name and the program of a device, for the account's list of devices.
package struct DeviceDescription: Sendable, Equatable {
    /// The display name of the device.
    package var name: String
    /// The program's version.
    package var appVersion: String

    /// Creates a description; both texts are shortened to what the server accepts.
    package init(name: String, appVersion: String) {
        self.name = String(name.prefix(Self.maximumLength))
        self.appVersion = String(appVersion.prefix(Self.maximumLength))
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

/// Reports the state of this device's queue to the server, when it changed or the last report is
/// old.
struct DeviceReporter: Sendable {
    /// The time after which an unchanged report is sent again.
    static let interval = Duration.seconds(6 * 3600)

    private let description: DeviceDescription
    private var last: (report: DeviceReport, at: Instant)?

    init(_ description: DeviceDescription) {
        self.description = description
    }

    /// The report to send now; `nil` when the server has it.
    func report(of status: QueueStatus, at now: Instant) -> DeviceReport? {
        let report = DeviceReport(
            name: description.name,
            pending: status.pending,
            failed: status.failed + status.stale,
            oldestPendingSeconds: status.oldestPending.map {
                Int(max(.zero, now - $0).components.seconds)
            },
            appVersion: description.appVersion,
            schemaVersion: DeviceStore.schemaVersion
        )
        guard let last, now >= last.at, now - last.at < Self.interval,
            last.report.pending == report.pending, last.report.failed == report.failed
        else { return report }
        return nil
    }

    /// Remembers a report that the server has accepted.
    mutating func sent(_ report: DeviceReport, at now: Instant) {
        last = (report, now)
    }
}
