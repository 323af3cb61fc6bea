import TrendyKit

/// The top-level screen of an app.
public enum AppRoute: Sendable, Hashable {
    /// Waiting for the server's onboarding status; at most ``AppRouter/gracePeriod``.
    case loading
    /// A step of the onboarding.
    case onboarding(OnboardingStep)
    /// The sign-in screen for a returning person.
    case login
    /// The main screen.
    case authenticated
}
