import TrendyHealth
import TrendyModel
import TrendyStore
import TrendyWords

/// Tells the person of new events of the categories of which they want to be told: that there is
/// something, and no value of health.
struct HealthNotices {
    let store: DeviceStore
    let center: any NoticeCenter

    /// Shows one notice for all of the events of which nobody was told yet.
    func tell(of events: [EntityID], in category: HealthCategory) async {
        guard await center.authorization() == .authorized else { return }
        var claimed: [String] = []
        do {
            for event in events {
                let identifier = "health/\(event)"
                if try await store.claimNotice(identifier) { claimed.append(identifier) }
            }
            guard let last = claimed.last else { return }
            try await center.show(
                Notice(
                    identifier: last,
                    title: category.words,
                    body: Words.Notices.healthBody(),
                    thread: "health/\(category.rawValue)"
                )
            )
        } catch {
            // Nobody was told: who computes the day anew may. A store that fails keeps its claims.
            for identifier in claimed { _ = try? await store.releaseNotice(identifier) }
        }
    }
}
