import TrendyHealth
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Shows notifications about new health events in the categories that have notifications enabled.
///
/// They contain no health values.
struct HealthNotifications {
    let store: DeviceStore
    let center: any UserNotificationCenter

    /// Shows one notification for all events that have not been announced yet.
    func notify(of events: [EntityID], in category: HealthMetric) async {
        guard await center.authorization() == .authorized else { return }
        let thread = "health/\(category.rawValue)"
        var claimed: [String] = []
        do {
            claimed = try await store.write { transaction in
                try transaction.notifications.claim(thread, of: events.map { "\($0)" })
            }
            guard let last = claimed.last else { return }
            try await center.show(
                UserNotification(
                    identifier: "health/\(last)",
                    title: category.text,
                    body: Strings.Notifications.healthBody(),
                    thread: thread
                )
            )
        } catch {
            // Not shown: release the claims, so that a later recomputation of the day can notify.
            // If releasing fails as well, the claims stay.
            try? await store.write { [claimed] in try $0.notifications.release(thread, of: claimed)
            }
        }
    }
}
