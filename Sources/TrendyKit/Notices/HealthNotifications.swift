import TrendyHealth
import TrendyLocalization
import TrendyModel
import TrendyStore

/// Tells the person of new events of the categories of which they want to be told: that there is
/// something, and no value of health.
struct HealthNotifications {
    let store: DeviceStore
    let center: any UserNotificationCenter

    /// Shows one notice for all of the events of which nobody was told yet.
    func tell(of events: [EntityID], in category: HealthCategory) async {
        guard await center.authorization() == .authorized else { return }
        let thread = "health/\(category.rawValue)"
        var claimed: [String] = []
        do {
            claimed = try await store.claimNotices(thread, of: events.map { "\($0)" })
            guard let last = claimed.last else { return }
            try await center.show(
                UserNotification(
                    identifier: "health/\(last)",
                    title: category.text,
                    body: Strings.Notices.healthBody(),
                    thread: thread
                )
            )
        } catch {
            // Nobody was told: who computes the day anew may. A store that fails keeps its claims.
            try? await store.releaseNotices(thread, of: claimed)
        }
    }
}
