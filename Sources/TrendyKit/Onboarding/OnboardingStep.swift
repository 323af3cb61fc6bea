public import TrendyWire

/// A screen of the onboarding.
public enum OnboardingStep: Sendable, Hashable {
    /// What the app is for.
    case welcome
    /// Making an account or signing in; it can be put off.
    case signIn
    /// Choosing what to record first.
    case firstEventType
    /// Recording it once.
    case firstEvent
    /// Asking for a permission; it can be skipped.
    case permission(OnboardingStatus.Permission)
    /// Saying that all is ready.
    case finish

    /// All steps in their order.
    public static let all: [OnboardingStep] = [
        .welcome, .signIn, .firstEventType, .firstEvent, .permission(.notifications),
        .permission(.location), .permission(.healthkit), .finish,
    ]

    /// The name that its time is kept under; `nil` for the end, which is kept as a flag.
    ///
    /// The two of the first event are of this program only: the server keeps them as it keeps all
    /// that it does not know.
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

/// Where somebody is: at a step, or through.
public enum OnboardingPlace: Sendable, Hashable {
    /// At a step.
    case step(OnboardingStep)
    /// Through with it.
    case finished
}
