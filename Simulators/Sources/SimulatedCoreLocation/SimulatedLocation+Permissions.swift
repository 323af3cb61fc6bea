public import CoreLocation
public import SimulatedLocationBehavior

extension SimulatedLocation {
    /// The person's answer to the first prompt.
    public var promptDecision: LocationPromptDecision {
        get { system.permission.firstDecision }
        nonmutating set { system.changePermission { $0.firstDecision = newValue } }
    }

    /// The person's answer to a request for, or confirmation of, "always".
    public var alwaysDecision: LocationUpgradeDecision {
        get { system.permission.upgradeDecision }
        nonmutating set { system.changePermission { $0.upgradeDecision = newValue } }
    }

    /// The person's answer to a request for full accuracy.
    public var fullAccuracyDecision: LocationUpgradeDecision {
        get { system.permission.accuracyDecision }
        nonmutating set { system.changePermission { $0.accuracyDecision = newValue } }
    }

    /// Whether a prompt is shown.
    public var isPromptOpen: Bool { system.isPromptOpen }

    /// Whether the shown prompt is the first one, not the one for "always".
    public var isFirstPromptOpen: Bool { system.isFirstPromptOpen }

    /// Answers the open first prompt.
    public func answerPrompt(_ decision: LocationPromptDecision) {
        system.answerPrompt(decision)
    }

    /// Answers the open prompt for "always".
    public func answerPrompt(_ decision: LocationUpgradeDecision) {
        system.answerPrompt(decision)
    }

    /// Changes the app's permission in Settings.
    public func choose(_ setting: LocationSetting) {
        system.choose(setting)
    }

    /// The authorization status that the app sees.
    public var authorizationStatus: CLAuthorizationStatus { system.status }

    /// The app's Precise Location switch in Settings.
    public var isPrecise: Bool {
        get { system.permission.isPrecise }
        nonmutating set { system.changePermission { $0.isPrecise = newValue } }
    }

    /// The device's Location Services switch.
    public var areServicesEnabled: Bool {
        get { system.permission.areServicesEnabled }
        nonmutating set { system.changePermission { $0.areServicesEnabled = newValue } }
    }

    /// Whether parental controls or a profile restrict location access.
    public var isRestricted: Bool {
        get { system.permission.isRestricted }
        nonmutating set { system.changePermission { $0.isRestricted = newValue } }
    }
}
