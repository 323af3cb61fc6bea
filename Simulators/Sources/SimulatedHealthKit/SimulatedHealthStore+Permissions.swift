public import HealthKit
public import SimulatedHealthBehavior

extension SimulatedHealthStore {
    /// The person's answer to the next authorization sheets.
    public var authorizationDecision: AuthorizationDecision {
        get { database.decision }
        nonmutating set { database.decision = newValue }
    }

    /// Whether the app has the background delivery entitlement.
    public var hasEntitlement: Bool {
        get { database.hasEntitlement }
        nonmutating set { database.hasEntitlement = newValue }
    }

    /// Whether the device has health data.
    public var isHealthDataAvailable: Bool {
        get { database.isAvailable }
        nonmutating set { database.isAvailable = newValue }
    }

    /// The error of route queries; `nil` when they work.
    public var routeError: HKError.Code? {
        get { database.routeError }
        nonmutating set { database.routeError = newValue }
    }

    /// Whether the system currently allows background wakes; it may refuse for a long time.
    public var systemAllowsWakes: Bool {
        get { database.systemAllowsWakes }
        nonmutating set { database.systemAllowsWakes = newValue }
    }

    /// Sets the app's read authorization for a type in Settings.
    public func setReadAuthorization(_ authorization: ReadAuthorization, for type: HKObjectType) {
        database.setRead(authorization, for: type.identifier)
    }

    /// Sets the app's authorization to save a type in Settings.
    public func setShareAuthorization(_ status: HKAuthorizationStatus, for type: HKSampleType) {
        database.setShare(status, for: type.identifier)
    }

    /// Revokes the authorization to read and save a type in Settings.
    public func revoke(_ type: HKObjectType) {
        database.setRead(.denied, for: type.identifier)
        database.setShare(.sharingDenied, for: type.identifier)
    }

    /// Sets the source priority of a type in the Health app; other sources follow.
    public func setSourceOrder(_ sources: [SimulatedSource], for type: HKQuantityType) {
        database.setSourceOrder(sources.map(\.bundleIdentifier), for: type.identifier)
    }
}
