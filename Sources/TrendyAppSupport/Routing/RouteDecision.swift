import TrendyKit

/// Decides the first route from data available synchronously; pure.
///
/// `docs/explanation/onboarding.md` contains the decision table with the reason for each row.
package enum RouteDecision {
    /// The inputs of the decision.
    package struct Facts: Sendable, Equatable {
        /// Whether a session exists, expired or not.
        package var hasSession: Bool
        /// Whether an account was ever signed in here; its data is on the device.
        package var hasAccount: Bool
        /// The stored onboarding record of the account; while signed out, the record of the
        /// anonymous owner.
        package var reading: OnboardingStatusCache.Reading
        /// Whether anyone completed the onboarding on this device.
        package var wasCompletedOnDevice: Bool
        /// Whether the network is available; `nil` when unknown.
        package var isOnline: Bool?

        /// Creates the inputs.
        package init(
            hasSession: Bool,
            hasAccount: Bool,
            reading: OnboardingStatusCache.Reading,
            wasCompletedOnDevice: Bool = false,
            isOnline: Bool? = nil
        ) {
            self.hasSession = hasSession
            self.hasAccount = hasAccount
            self.reading = reading
            self.wasCompletedOnDevice = wasCompletedOnDevice
            self.isOnline = isOnline
        }
    }

    /// The result of the decision.
    package enum Outcome: Sendable, Hashable {
        /// Show this route immediately.
        case show(AppRoute)
        /// Ask the server; show this route when it does not answer in time.
        case fetchStatus(fallback: AppRoute)
    }

    /// Decides the first route.
    package static func decide(_ facts: Facts) -> Outcome {
        facts.hasSession ? withSession(facts) : .show(withoutSession(facts))
    }

    /// The route for a position in the onboarding.
    package static func route(to place: OnboardingPlace) -> AppRoute {
        switch place {
        case .finished: .authenticated
        case .step(let step): .onboarding(step)
        }
    }

    private static func withSession(_ facts: Facts) -> Outcome {
        let place = facts.reading.record?.place(isSignedIn: true)
        let known: AppRoute
        switch (facts.reading, place) {
        case (_, .finished):
            return .show(.authenticated)
        case (.record(let record), .step(let step)):
            known = .onboarding(step)
            if record.isConfirmed { return .show(known) }
        case (.missing, _), (.record, nil):
            known = .onboarding(.welcome)
        case (.unreadable, _):
            // The record belongs to a returning person, so skip the introduction.
            known = .authenticated
        }
        return facts.isOnline == false ? .show(known) : .fetchStatus(fallback: known)
    }

    private static func withoutSession(_ facts: Facts) -> AppRoute {
        switch facts.reading {
        case .record(let record):
            let place = record.place(isSignedIn: false)
            // The database belongs to the account, so only a sign-in gives access.
            if place == .finished, facts.hasAccount { return .login }
            return route(to: place)
        case .missing:
            return facts.hasAccount || facts.wasCompletedOnDevice ? .login : .onboarding(.welcome)
        case .unreadable:
            return facts.hasAccount ? .login : .authenticated
        }
    }
}
