import TrendyKit
public import TrendyWire

/// A step of the onboarding; one screen each.
public enum OnboardingStep: Sendable, Hashable {
    /// An introduction to the app.
    case welcome
    /// Signing up or in; can be skipped.
    case signIn
    /// Choosing the first event type.
    case firstEventType
    /// Recording the first event.
    case firstEvent
    /// Requesting a permission; can be skipped.
    case permission(OnboardingStatus.Permission)
    /// The closing screen.
    case finish

    /// All steps in order.
    public static let all: [OnboardingStep] = [
        .welcome, .signIn, .firstEventType, .firstEvent, .permission(.notifications),
        .permission(.location), .permission(.healthkit), .finish,
    ]

    /// The key of the step's completion time; `nil` for the last step, which is stored as a flag.
    ///
    /// The server does not interpret the keys of the first event; it stores unknown keys unchanged.
    var name: String? {
        switch self {
        case .welcome: OnboardingStatus.Step.welcome
        case .signIn: OnboardingStatus.Step.signIn
        case .firstEventType: "first_event_type"
        case .firstEvent: "first_event"
        case .permission(let permission): permission.rawValue
        case .finish: nil
        }
    }
}

/// A position in the onboarding.
public enum OnboardingPlace: Sendable, Hashable {
    /// At a step.
    case step(OnboardingStep)
    /// Completed.
    case finished
}
