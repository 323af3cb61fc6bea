public import HealthKit
public import SimulatedHealthBehavior

extension SimulatedHealthStore {
    /// How the person answers the next sheets.
    public var authorizationDecision: AuthorizationDecision {
        get { database.decision }
        nonmutating set { database.decision = newValue }
    }

    /// Whether the app may use background delivery at all.
    public var hasEntitlement: Bool {
        get { database.hasEntitlement }
        nonmutating set { database.hasEntitlement = newValue }
    }

    /// Whether the device has health data.
    public var isHealthDataAvailable: Bool {
        get { database.isAvailable }
        nonmutating set { database.isAvailable = newValue }
    }

    /// The error that reading the locations of a route ends with; `nil` when it works.
    public var routeTrouble: HKError.Code? {
        get { database.routeTrouble }
        nonmutating set { database.routeTrouble = newValue }
    }

    /// Whether the system lets apps run in the background now; it may refuse for a long time.
    public var systemAllowsWakes: Bool {
        get { database.systemAllowsWakes }
        nonmutating set { database.systemAllowsWakes = newValue }
    }

    /// Decides in the settings what the app may read of a type.
    public func setReadAuthorization(_ authorization: ReadAuthorization, for type: HKObjectType) {
        database.setRead(authorization, for: type.identifier)
    }

    /// Decides in the settings whether the app may save a type.
    public func setShareAuthorization(_ status: HKAuthorizationStatus, for type: HKSampleType) {
        database.setShare(status, for: type.identifier)
    }

    /// Takes back in the settings what the app was allowed to read and save.
    public func revoke(_ type: HKObjectType) {
        database.setRead(.denied, for: type.identifier)
        database.setShare(.sharingDenied, for: type.identifier)
    }

    /// Sets in the Health app whose samples of a type are believed first; other sources follow.
    public func setSourceOrder(_ sources: [SimulatedSource], for type: HKQuantityType) {
        database.setSourceOrder(sources.map(\.bundleIdentifier), for: type.identifier)
    }
}
