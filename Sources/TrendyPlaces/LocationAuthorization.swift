public import TrendyStore
import TrendyWords

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
    public enum Standing: String, Sendable, Hashable, CaseIterable {
        /// Nobody was asked yet.
        case notAsked
        /// It was allowed for one time, and that is over.
        case onceOver
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
    public let standing: Standing

    /// Judges what the app may now, by what was asked and allowed before.
    public init(_ conditions: LocationConditions, _ watch: PlaceWatch) {
        let before = watch.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        standing =
            switch conditions.authorization {
            case _ where !conditions.areServicesEnabled: .servicesOff
            case .restricted: .restricted
            case .denied: .denied
            case .notDetermined: before == .whenInUse ? .onceOver : .notAsked
            case .whenInUse: watch.hasAskedAlways ? .onlyWhileUsing : .whileUsing
            case .always: conditions.isPrecise ? .always : .imprecise
            }
    }

    /// Whether regions are watched while the app is not in use.
    public var isSufficient: Bool { standing == .always }

    /// What the app can ask for now; `nil` when only the person's settings help, or nothing needs
    /// to.
    public var nextRequest: Request? {
        switch standing {
        case .notAsked, .onceOver: .whenInUse
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
    public var words: String {
        switch standing {
        case .notAsked: Words.Location.notAsked()
        case .onceOver: Words.Location.onceOver()
        case .whileUsing, .onlyWhileUsing: Words.Location.whileUsing()
        case .always: Words.Location.always()
        case .imprecise: Words.Location.imprecise()
        case .denied: Words.Location.denied()
        case .servicesOff: Words.Location.servicesOff()
        case .restricted: Words.Location.restricted()
        }
    }

    /// What the person can do about it; `nil` when nothing needs to be done.
    public var remedy: String? {
        switch standing {
        case .always: nil
        case .notAsked, .onceOver: Words.Location.allowWhenAsked()
        case .whileUsing: Words.Location.changeToAlways()
        case .onlyWhileUsing, .denied: Words.Location.openSettings()
        case .imprecise: Words.Location.switchPreciseOn()
        case .servicesOff: Words.Location.switchServicesOn()
        case .restricted: Words.Location.askManager()
        }
    }
}
