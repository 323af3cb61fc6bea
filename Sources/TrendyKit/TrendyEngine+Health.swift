import Synchronization
public import TrendyHealth
import TrendyModel
import TrendyStore

// What an engine does for the capture of health data.
extension TrendyEngine {
    /// How long after older days were gone over the next opening of the app does so again.
    private static let rescanInterval = Duration.seconds(86_400)

    /// Goes over older days again, once a day: the system grants no long task where the person
    /// swipes the app away or has switched background refresh off.
    ///
    /// When that was is not kept: the next process does so at once.
    func rescan() async {
        guard let capture, !budget.isOver, claimRescan() else { return }
        await capture.captureAll(.periodic, events.onCaptureFailure)
        // What was cut off is for the next opening.
        if budget.isOver || Task.isCancelled { rescanClaim.withLock { $0 = nil } }
    }

    /// Whether older days are due; whoever is told so goes over them.
    private func claimRescan() -> Bool {
        let now = dependencies.wallClock.now()
        return rescanClaim.withLock { last in
            // A clock that was put back must not put it off.
            if let last, last <= now, now - last < Self.rescanInterval { return false }
            last = now
            return true
        }
    }

    /// The person was asked whether health data may be read, whatever they answered: what was
    /// refused before is listened to, the app is woken for it in the background, and all there is
    /// is captured.
    ///
    /// Returns once it is captured; what goes wrong is in the ``HealthReport``.
    public func healthAccessWasAsked() async {
        guard let capture, let health = services.health else { return }
        health.observer.renewObservation()
        await wakeInBackground(for: health)
        await capture.captureAll(.launch, events.onCaptureFailure)
    }

    /// The person has switched a category on or off, or set something else of it: the app is woken
    /// for what is captured, and what the category missed while it was off is gone over.
    ///
    /// Returns once it is captured; what goes wrong is in the ``HealthReport``.
    public func healthSettingsChanged(_ category: HealthCategory) async {
        guard let capture, let health = services.health else { return }
        await wakeInBackground(for: health)
        do {
            try await capture.capture([category], trigger: .launch)
        } catch {
            events.onCaptureFailure(category, error)
        }
    }

    /// Asks to be woken in the background for what is captured, and for nothing else; keeps for the
    /// report why that was refused.
    func wakeInBackground(for health: DeviceServices.Health) async {
        do {
            var wanted = try await wanted(of: health)
            var refusals = await health.observer.deliverInBackground(wanted)
            while case let now = try await self.wanted(of: health), now != wanted {
                // The person has changed it meanwhile.
                wanted = now
                refusals = await health.observer.deliverInBackground(wanted)
            }
            for category in health.categories {
                try await store.noteHealth(
                    category: category.rawValue,
                    refusal: wanted.contains(category) ? refusals[category]?.message : nil
                )
            }
        } catch {
            // The next launch asks again.
            events.onCaptureFailure(nil, error)
        }
    }

    /// The categories that the person wants captured.
    private func wanted(of health: DeviceServices.Health) async throws -> [HealthCategory] {
        var wanted: [HealthCategory] = []
        for category in health.categories {
            let state = try await store.healthState(category: category.rawValue)
            if state.settings.isEnabled { wanted.append(category) }
        }
        return wanted
    }
}
