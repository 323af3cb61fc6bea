/// Decides what an app shows, from what is known without waiting.
///
/// `docs/onboarding.md` gives the table and says why each row is as it is.
public enum RouteDecision {
    /// What is known.
    public struct Facts: Sendable, Equatable {
        /// Whether there is a session; one that has expired is one too.
        public var hasSession: Bool
        /// Whether an account was ever signed in here: its data is.
        public var hasAccount: Bool
        /// What is stored of the account's onboarding; without a session, of nobody's.
        public var reading: OnboardingStatusCache.Reading
        /// Whether somebody got through on this device.
        public var operationFinished: Bool
        /// Whether there is a network; `nil` when that is not known yet.
        public var isOnline: Bool?

        /// Bundles the facts.
        public init(
            hasSession: Bool,
            hasAccount: Bool,
            reading: OnboardingStatusCache.Reading,
            operationFinished: Bool = false,
            isOnline: Bool? = nil
        ) {
            self.hasSession = hasSession
            self.hasAccount = hasAccount
            self.reading = reading
            self.operationFinished = operationFinished
            self.isOnline = isOnline
        }
    }

    /// What to do.
    public enum Outcome: Sendable, Hashable {
        /// Show this at once.
        case show(AppRoute)
        /// Ask the server, and show this when it does not answer in time.
        case ask(otherwise: AppRoute)
    }

    /// What to do with what is known.
    public static func decide(_ facts: Facts) -> Outcome {
        facts.hasSession ? withSession(facts) : .show(withoutSession(facts))
    }

    /// What to show where somebody is.
    public static func route(to place: OnboardingPlace) -> AppRoute {
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
            // Somebody was here before: the app is nothing new to them.
            known = .authenticated
        }
        return facts.isOnline == false ? .show(known) : .ask(otherwise: known)
    }

    private static func withoutSession(_ facts: Facts) -> AppRoute {
        switch facts.reading {
        case .record(let record):
            let place = record.place(isSignedIn: false)
            // The database is the account's, so only the account gets into it.
            if place == .finished, facts.hasAccount { return .login }
            return route(to: place)
        case .missing:
            return facts.hasAccount || facts.operationFinished ? .login : .onboarding(.welcome)
        case .unreadable:
            return facts.hasAccount ? .login : .authenticated
        }
    }
}
