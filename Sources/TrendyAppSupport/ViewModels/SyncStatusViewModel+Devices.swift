import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

extension SyncStatusViewModel {
    /// A device of the account.
    public struct Device: Sendable, Equatable, Identifiable {
        /// The device's id.
        public let id: String
        /// The display name.
        public let name: String
        /// Whether it is this device.
        public let isThisDevice: Bool
        /// The number of pending changes.
        public let pending: Int
        /// The number of failed changes.
        public let failed: Int
        /// ``pending`` and ``failed`` as text, as `3 pending, 1 failed`.
        public let statusText: String
        /// When the device reported this, as `Reported 5 min ago`.
        public let reportedText: String
        /// Whether the last report is older than ``SyncStatusViewModel/silence``.
        public let isSilent: Bool
        /// Whether it is probably not used any more: the last report is older than
        /// ``SyncStatusViewModel/retirement``, and nothing was pending or failed.
        let isRetired: Bool
    }

    /// The age of a report from which a device counts as silent.
    public nonisolated static let silence = Duration.seconds(3 * 86_400)
    /// The age of a report from which a device without pending or failed changes counts as retired.
    nonisolated static let retirement = Duration.seconds(60 * 86_400)

    /// The devices of an answer: this device first, then by name.
    func devices(in answer: AccountSync) -> [Device] {
        let now = dependencies.wallClock.now()
        let devices = answer.devices.map { device in
            let isThisDevice = device.id == engine.store.deviceID.description
            let reportedAt = Instant(rfc3339: device.reportedAt) ?? now
            // The queue of this device is known exactly.
            let queue = isThisDevice ? status : nil
            let pending = queue?.queue.pending ?? device.report.pending
            let failed = queue?.failedMutations ?? device.report.failed
            let isSynced = pending == 0 && failed == 0
            return Device(
                id: device.id,
                name: device.report.name,
                isThisDevice: isThisDevice,
                pending: pending,
                failed: failed,
                statusText: Self.text(pending: pending, failed: failed),
                reportedText: Strings.Sync.deviceReported([
                    "ago": formats.ago(reportedAt, now: now)
                ]),
                isSilent: !isThisDevice && now - reportedAt > Self.silence,
                isRetired: !isThisDevice && isSynced && now - reportedAt > Self.retirement
            )
        }
        return devices.sorted { left, right in
            (left.isThisDevice ? 0 : 1, left.name, left.id)
                < (right.isThisDevice ? 0 : 1, right.name, right.id)
        }
    }

    private static func text(pending: Int, failed: Int) -> String {
        switch (pending, failed) {
        case (0, 0): Strings.Sync.deviceSent()
        case (_, 0): Strings.Sync.badgeWaiting(["count": String(pending)])
        case (0, _): Strings.Sync.deviceFailed(["failed": String(failed)])
        default:
            Strings.Sync.devicePendingAndFailed([
                "pending": String(pending), "failed": String(failed),
            ])
        }
    }
}
