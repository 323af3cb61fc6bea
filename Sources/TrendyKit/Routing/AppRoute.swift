/// What an app shows first of all.
public enum AppRoute: Sendable, Hashable {
    /// It is being asked what there is to show; never for long.
    case loading
    /// A step of the onboarding.
    case onboarding(OnboardingStep)
    /// Signing in, for somebody who was here before.
    case login
    /// The app itself.
    case authenticated
}
