public import CoreLocation
public import SimulatedLocationBehavior

extension SimulatedLocation {
    /// How the person answers the first prompt.
    public var promptDecision: LocationPromptDecision {
        get { system.permission.firstDecision }
        nonmutating set { system.changePermission { $0.firstDecision = newValue } }
    }

    /// How the person answers when "always" is asked for, or is to be confirmed.
    public var alwaysDecision: LocationUpgradeDecision {
        get { system.permission.upgradeDecision }
        nonmutating set { system.changePermission { $0.upgradeDecision = newValue } }
    }

    /// How the person answers when full accuracy is asked for.
    public var fullAccuracyDecision: LocationUpgradeDecision {
        get { system.permission.accuracyDecision }
        nonmutating set { system.changePermission { $0.accuracyDecision = newValue } }
    }

    /// Whether a prompt is on the screen.
    public var isPromptOpen: Bool { system.isPromptOpen }

    /// Answers the first prompt, which was ignored so far.
    public func answerPrompt(_ decision: LocationPromptDecision) {
        system.answerPrompt(decision)
    }

    /// Answers the prompt for "always", which was ignored so far.
    public func answerPrompt(_ decision: LocationUpgradeDecision) {
        system.answerPrompt(decision)
    }

    /// Chooses in the settings what the app may.
    public func choose(_ setting: LocationSetting) {
        system.choose(setting)
    }

    /// What the app is told that it may.
    public var authorizationStatus: CLAuthorizationStatus { system.status }

    /// The app's switch for the precise location, in the settings.
    public var isPrecise: Bool {
        get { system.permission.isPrecise }
        nonmutating set { system.changePermission { $0.isPrecise = newValue } }
    }

    /// The device's switch for location services.
    public var areServicesEnabled: Bool {
        get { system.permission.areServicesEnabled }
        nonmutating set { system.changePermission { $0.areServicesEnabled = newValue } }
    }

    /// Whether parental controls or a profile forbid it.
    public var isRestricted: Bool {
        get { system.permission.isRestricted }
        nonmutating set { system.changePermission { $0.isRestricted = newValue } }
    }
}
