import TrendyModel
import TrendyStore

// The authorization that the app last had.
extension PlaceTransaction {
    /// Stores the current authorization.
    ///
    /// - Returns: the state of region monitoring before.
    mutating func recordAuthorization(
        _ trigger: GeofenceMonitor.Trigger
    ) throws -> RegionMonitorState {
        let known = try database.places.regionMonitorState()
        var stored = known
        let authorization = context.conditions.authorization
        let before = known.authorization.flatMap(LocationConditions.Authorization.init(rawValue:))
        if authorization == .always {
            stored.isDowngraded = false
        } else if LocationAuthorization.isDowngrade(from: before, to: authorization) {
            stored.isDowngraded = true
        }
        if authorization != .notDetermined {
            stored.authorization = authorization.rawValue
        } else {
            // iOS shows both prompts again.
            stored.hasRequestedAlways = false
            // "Allow Once" that has expired is kept apart from never having been asked.
            if before != .whenInUse { stored.authorization = authorization.rawValue }
        }
        // The system may accept now what it refused before.
        if [.launch, .activation, .authorization].contains(trigger) { stored.regionLimit = nil }
        if stored != known { try store(stored) }
        return known
    }

    /// Stores that the app is about to ask for an authorization.
    mutating func recordRequest(_ step: LocationAuthorization.Request) throws {
        var stored = try database.places.regionMonitorState()
        let known = stored
        switch (step, context.conditions.authorization) {
        case (.always, .whenInUse): stored.hasRequestedAlways = true
        case (.whenInUse, .notDetermined):
            // "Allow Once" has expired: any answer is a new one, even the same.
            stored.authorization = LocationConditions.Authorization.notDetermined.rawValue
        default: return
        }
        if stored != known { try store(stored) }
    }
}
