import Observation
import SimulatedSwiftUI
import Testing
import TrendyAppSupport

extension PhoneWorld {
    /// Completes the onboarding without screens: signs up when there is a server, skips every
    /// permission, and records one coffee.
    func completeOnboarding(email: String = "a@example.org") async {
        await until { self.app.router.route != .loading }
        while let step = app.onboarding.step {
            switch step {
            case .signIn where server != nil:
                (app.auth.email, app.auth.password) = (email, "long enough")
                await app.auth.signUp()
            case .firstEventType: await app.onboarding.choose(name: "Coffee")
            case .firstEvent: await app.onboarding.recordFirstEvent()
            default: app.onboarding.proceed()
            }
            await until { self.app.router.route != .loading }
            // Otherwise a failed step would loop forever and block the main actor.
            guard app.onboarding.step != step else {
                let message = app.auth.errorMessage ?? app.onboarding.errorMessage ?? "no error"
                Issue.record("The onboarding stays at \(step): \(message)")
                return
            }
        }
    }
}

/// Waits until an observable condition holds.
@MainActor
func until(_ condition: @MainActor () -> Bool) async {
    while !condition() {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                _ = condition()
            } onChange: {
                continuation.resume()
            }
        }
    }
}

extension ViewHost {
    /// Taps an element as soon as it can be tapped: a button is disabled while its screen is busy.
    func press(_ label: String) async throws {
        try await wait { screen in
            screen.elements.contains {
                $0.label == label && $0.isEnabled && $0.actions.contains("activate")
            }
        }
        try tap(label)
    }

    /// Taps the row with a title, whatever details follow it.
    func tapRow(_ title: String) throws {
        let rows = screen.elements.filter { row in
            row.actions.contains("activate")
                && (row.label == title || row.label.hasPrefix("\(title), "))
        }
        try tap(try #require(rows.first, "No row \(title) on:\n\(screen.outline)").label)
    }
}
