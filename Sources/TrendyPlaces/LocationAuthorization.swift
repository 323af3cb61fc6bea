import TrendyLocalization
public import TrendyStore

/// What the person allows, what that is good for, and what to ask them next.
///
/// iOS grants "always" in two steps, shows each prompt once, grants for a while or for one time,
/// and takes back without a word: so this is looked at whenever the app becomes active.
public struct LocationAuthorization: Sendable, Hashable {
    /// What the app can ask the person for.
    public enum Request: Sendable, Hashable {
        /// The place while the app is in use: the first step.
        case whenInUse
        /// The place always: the second step, asked once.
        case always
    }

    /// Where it stands.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// Nobody was asked yet.
        case notAsked
        /// It was allowed for one time, and that is over.
        case initialCheck
        /// While the app is in use; "always" can still be asked for.
        case whileUsing
        /// While the app is in use, and only the settings can change that.
        case onlyWhileUsing
        /// Always.
        case always
        /// Always, but not the precise place: regions are not watched.
        case imprecise
        /// The person said no.
        case denied
        /// Location services of the device are off.
        case servicesOff
        /// A profile or parental controls forbid it.
        case restricted
    }

    /// Where it stands.
    public let state: State

    /// Judges what the app may now, by what was asked and allowed before.
    public init(_ conditions: LocationConditions, _ watch: RegionMonitorState) {
        let before = watch.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        state =
            switch conditions.authorization {
            case _ where !conditions.areServicesEnabled: .servicesOff
            case .restricted: .restricted
            case .denied: .denied
            case .notDetermined: before == .whenInUse ? .initialCheck : .notAsked
            case .whenInUse: watch.hasRequestedAlways ? .onlyWhileUsing : .whileUsing
            case .always: conditions.isPrecise ? .always : .imprecise
            }
    }

    /// Whether regions are watched while the app is not in use.
    public var isSufficient: Bool { state == .always }

    /// What the app can ask for now; `nil` when only the person's settings help, or nothing needs
    /// to.
    public var nextRequest: Request? {
        switch state {
        case .notAsked, .initialCheck: .whenInUse
        case .whileUsing: .always
        case .onlyWhileUsing, .always, .imprecise, .denied, .servicesOff, .restricted: nil
        }
    }

    /// Whether less is allowed than before: the person took something back, perhaps unknowingly.
    public static func isDowngrade(
        from before: LocationConditions.Authorization?,
        to now: LocationConditions.Authorization
    ) -> Bool {
        before == .always && now != .always || before == .whenInUse && now == .denied
    }

    /// Where it stands, in words for people.
    public var text: String {
        switch state {
        case .notAsked: Strings.Location.notAsked()
        case .initialCheck: Strings.Location.initialCheck()
        case .whileUsing, .onlyWhileUsing: Strings.Location.whileUsing()
        case .always: Strings.Location.always()
        case .imprecise: Strings.Location.imprecise()
        case .denied: Strings.Location.denied()
        case .servicesOff: Strings.Location.servicesOff()
        case .restricted: Strings.Location.restricted()
        }
    }

    /// What the person can do about it; `nil` when nothing needs to be done.
    public var remedy: String? {
        switch state {
        case .always: nil
        case .notAsked, .initialCheck: Strings.Location.allowWhenAsked()
        case .whileUsing: Strings.Location.changeToAlways()
        case .onlyWhileUsing, .denied: Strings.Location.openSettings()
        case .imprecise: Strings.Location.switchPreciseOn()
        case .servicesOff: Strings.Location.switchServicesOn()
        case .restricted: Strings.Location.askManager()
        }
    }
}
