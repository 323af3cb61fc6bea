package import SimulatedLocationBehavior

/// The person's location permission and the open prompt.
package struct Permission: Sendable {
    enum Grant: Sendable {
        case notDetermined
        case denied
        /// Until the app is no longer in use.
        case once
        case whenInUse
        /// Reported to the app as "always"; the person has not confirmed it yet.
        case provisional
        case always
    }

    enum Prompt: Sendable, Equatable {
        case first(wantsAlways: Bool)
        /// From "while using" to "always".
        case upgrade
        /// Whether to keep a provisional authorization.
        case confirmation
    }

    var grant = Grant.notDetermined
    var didAskForAlways = false
    var openPrompt: Prompt?
    var isTemporarilyPrecise = false

    package var isRestricted = false
    package var areServicesEnabled = true
    package var isPrecise = true
    package var descriptions = Set(LocationUsageDescription.allCases)
    package var purposeKeys: Set<String> = []
    package var firstDecision = LocationPromptDecision.allowWhileUsing
    package var upgradeDecision = LocationUpgradeDecision.change
    package var accuracyDecision = LocationUpgradeDecision.change

    var status: CLAuthorizationStatus {
        if isRestricted { return .restricted }
        guard areServicesEnabled else { return .denied }
        return switch grant {
        case .notDetermined: .notDetermined
        case .denied: .denied
        case .once, .whenInUse: .authorizedWhenInUse
        case .provisional, .always: .authorizedAlways
        }
    }

    var accuracy: CLAccuracyAuthorization {
        isPrecise || isTemporarilyPrecise ? .fullAccuracy : .reducedAccuracy
    }

    /// Whether the app currently has location access.
    func isGranted(inUse: Bool) -> Bool {
        switch status {
        case .authorizedAlways: true
        case .authorizedWhenInUse: inUse
        default: false
        }
    }

    mutating func choose(_ setting: LocationSetting) {
        openPrompt = nil
        switch setting {
        case .never: grant = .denied
        case .askNextTime:
            grant = .notDetermined
            didAskForAlways = false
        case .whileUsing: grant = .whenInUse
        case .always: grant = .always
        }
    }

    /// Applies the answer to the first prompt.
    mutating func answer(_ decision: LocationPromptDecision) {
        guard case .first(let wantsAlways) = openPrompt, decision != .ignore else { return }
        openPrompt = nil
        switch decision {
        case .allowWhileUsing: grant = wantsAlways ? .provisional : .whenInUse
        case .allowOnce: grant = .once
        case .deny: grant = .denied
        case .ignore: break
        }
    }

    /// Applies the answer to the second prompt.
    mutating func answer(_ decision: LocationUpgradeDecision) {
        guard openPrompt == .upgrade || openPrompt == .confirmation, decision != .ignore else {
            return
        }
        openPrompt = nil
        didAskForAlways = true
        grant = decision == .change ? .always : .whenInUse
    }

    /// Ends temporary grants when the app is no longer in use.
    mutating func endTemporaryGrants() {
        isTemporarilyPrecise = false
        if grant == .once {
            grant = .notDetermined
            didAskForAlways = false
        }
    }
}
