import TrendyLocalization
public import TrendyStore

/// The state of the location authorization, its consequences, and the next prompt.
///
/// iOS grants "Always" in two steps, shows each prompt once, grants provisionally or for one time,
/// and revokes without notice: so the app checks this whenever it becomes active.
public struct LocationAuthorization: Sendable, Hashable {
    /// A prompt of iOS.
    public enum Request: Sendable, Hashable {
        /// Location while the app is in use: the first step.
        case whenInUse
        /// Location always: the second step, which iOS shows once.
        case always
    }

    /// The states of the authorization.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// The person was not asked yet.
        case notAsked
        /// "Allow Once" has expired.
        case initialCheck
        /// While the app is in use; the app can still ask for "Always".
        case whileUsing
        /// While the app is in use; only the settings can change that.
        case onlyWhileUsing
        /// Always.
        case always
        /// Always with approximate location: regions are not monitored.
        case imprecise
        /// The person denied it.
        case denied
        /// The device's location services are off.
        case servicesOff
        /// A profile or parental controls forbid it.
        case restricted
    }

    /// The state.
    public let state: State

    /// The state by the current conditions, and by what was asked and allowed before.
    public init(_ conditions: LocationConditions, _ known: RegionMonitorState) {
        let before = known.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        state =
            switch conditions.authorization {
            case _ where !conditions.areServicesEnabled: .servicesOff
            case .restricted: .restricted
            case .denied: .denied
            case .notDetermined: before == .whenInUse ? .initialCheck : .notAsked
            case .whenInUse: known.hasRequestedAlways ? .onlyWhileUsing : .whileUsing
            case .always: conditions.isPrecise ? .always : .imprecise
            }
    }

    /// Whether regions are monitored while the app is not in use.
    public var isSufficient: Bool { state == .always }

    /// The prompt that the app can show now; `nil` when only the settings help, or nothing is
    /// missing.
    public var nextRequest: Request? {
        switch state {
        case .notAsked, .initialCheck: .whenInUse
        case .whileUsing: .always
        case .onlyWhileUsing, .always, .imprecise, .denied, .servicesOff, .restricted: nil
        }
    }

    /// Whether the authorization was reduced, by the person or by iOS.
    public static func isDowngrade(
        from before: LocationConditions.Authorization?,
        to now: LocationConditions.Authorization
    ) -> Bool {
        before == .always && now != .always || before == .whenInUse && now == .denied
    }

    /// The state, as a text for people.
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

    /// The remedy, as a text for people; `nil` when nothing is missing.
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

    /// What the app can do about it; `nil` when only the person can, or nothing is missing.
    public var action: PlaceAction? {
        switch state {
        case .notAsked, .initialCheck, .whileUsing: nextRequest.map { .requestPermission($0) }
        case .onlyWhileUsing, .denied: .openSettings
        case .imprecise: .turnOnPreciseLocation
        case .always, .servicesOff, .restricted: nil
        }
    }
}
