import Synchronization
public import TrendyHealth
import TrendyModel
import TrendyStore

// Health capture.
extension TrendyEngine {
    /// The minimum time between two rescans of older days on app activation.
    private static let rescanInterval = Duration.seconds(86_400)

    /// Rescans older days, at most once a day.
    ///
    /// The system grants no processing task when the person has swiped the app away or has disabled
    /// background refresh, so opening the app has to do it. The time of the last rescan is not
    /// persisted: a new process rescans immediately.
    func rescan() async {
        guard let capture, !budget.isOver, claimRescan() else { return }
        await capture.captureAll(.periodic, events.onCaptureFailure)
        await capture.inferSourceOrders(events.onCaptureFailure)
        // An interrupted rescan runs again at the next activation.
        if budget.isOver || Task.isCancelled { rescanClaim.withLock { $0 = nil } }
    }

    /// Claims the rescan when one is due.
    ///
    /// A caller that receives `true` must perform it.
    private func claimRescan() -> Bool {
        let now = dependencies.wallClock.now()
        return rescanClaim.withLock { last in
            // A clock that was set back must not postpone the rescan.
            if let last, last <= now, now - last < Self.rescanInterval { return false }
            last = now
            return true
        }
    }

    /// Starts capture after the person was asked for health access, whatever the answer.
    ///
    /// Renews the observation of types that were refused before, enables background delivery, and
    /// captures all available data. Returns after the capture; errors are recorded in the
    /// ``HealthReport``.
    public func didRequestHealthAccess() async {
        guard let capture, let health = services.health else { return }
        health.observer.renewObservation()
        await updateBackgroundDelivery(for: health)
        await capture.captureAll(.launch, events.onCaptureFailure)
    }

    /// Which observers run, and when the system last called them; `nil` on a device without health
    /// data.
    ///
    /// Throws the errors of the database.
    package func healthDelivery() async throws -> HealthDeliveryState? {
        guard let capture, let health = services.health else { return nil }
        return HealthDeliveryState(
            observed: health.observer.observedCategories,
            calls: try await capture.observerCalls(),
            orders: try await store.read { try $0.health.sourceOrders() }
        )
    }

    /// Applies changed settings of a health category.
    ///
    /// Enables or disables background delivery, and captures what the category missed while it was
    /// off. Returns after the capture; errors are recorded in the ``HealthReport``.
    public func healthSettingsChanged(_ category: HealthMetric) async {
        guard let capture, let health = services.health else { return }
        await updateBackgroundDelivery(for: health)
        do {
            try await capture.capture([category], trigger: .launch)
        } catch {
            events.onCaptureFailure(category, error)
        }
    }

    /// Enables background delivery for the enabled categories and disables it for the others.
    ///
    /// Stores the reason of each refusal for the health report.
    func updateBackgroundDelivery(for health: DeviceServices.Health) async {
        do {
            var wanted = try await wanted(of: health)
            var refusals = await health.observer.enableBackgroundDelivery(wanted)
            while case let now = try await self.wanted(of: health), now != wanted {
                // The person changed the settings meanwhile.
                wanted = now
                refusals = await health.observer.enableBackgroundDelivery(wanted)
            }
            let reasons = refusals.filter { wanted.contains($0.key) }.mapValues(\.reason)
            try await store.write { [categories = health.categories] in
                let stored = Set(try $0.health.states().keys)
                for category in categories
                where reasons[category] != nil || stored.contains(category.rawValue) {
                    try $0.health.update(
                        category: category.rawValue,
                        refusal: reasons[category]
                    )
                }
            }
        } catch {
            // The next launch retries.
            events.onCaptureFailure(nil, error)
        }
    }

    /// The categories that are captured.
    private func wanted(of health: DeviceServices.Health) async throws -> [HealthMetric] {
        let states = try await store.read { try $0.health.states() }
        return health.categories.filter { category in
            category.isEnabled(
                states[category.rawValue]?.settings,
                capturesEverything: health.options.capturesEverything
            )
        }
    }
}
