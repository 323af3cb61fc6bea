import TrendyModel
import TrendyStore

// The state of each geofence, derived from its settings, the authorization and what the system
// monitors.
extension GeofenceHealth {
    /// What the system monitors and the app has selected.
    struct Registration: Sendable {
        /// All regions that the system lists, foreign ones too.
        var listed: [MonitoredRegion] = []
        /// The selected regions.
        var wanted: [MonitoredRegion] = []
        /// The identifiers of regions that the system may still be registering.
        var pending: Set<String> = []
    }

    /// The state of each geofence of an index by id.
    ///
    /// - `conditions`: `nil` where no system monitors regions.
    /// - `regionLimit`: the number of regions that the system accepted when it last refused one.
    static func states(
        of index: GeofenceIndex,
        _ registration: Registration,
        _ conditions: LocationConditions?,
        _ authorization: LocationAuthorization?,
        regionLimit: Int?
    ) -> [EntityID: GeofenceState] {
        let wanted = regionsByGeofence(registration.wanted)
        let listed = Set(registration.listed.map(\.identifier))
        let foreign = registration.listed.count { RegionIdentity($0.identifier) == .foreign }
        let fitsLimit = index.configured <= RegionSelection.systemLimit - foreign
        func state(_ id: EntityID, _ geofence: Geofence) -> GeofenceState {
            guard geofence.isActive else { return .off }
            if index.defects[id]?.defect == .invalidLocation { return .invalid }
            guard let conditions, conditions.isMonitoringAvailable else { return .unsupported }
            guard authorization?.isSufficient == true else { return .unauthorized }
            guard let region = wanted[id] else {
                if registration.wanted.isEmpty { return .unknown }
                return fitsLimit && regionLimit != nil ? .refused : .rotatedOut
            }
            if listed.contains(region) { return .monitored }
            return registration.pending.contains(region) ? .unknown : .refused
        }
        var states: [EntityID: GeofenceState] = [:]
        for (id, geofence) in index.geofences { states[id] = state(id, geofence) }
        for (id, defect) in index.defects where defect.defect == .unreadable {
            states[id] = .invalid
        }
        return states
    }

    private static func regionsByGeofence(_ regions: [MonitoredRegion]) -> [EntityID: String] {
        var identifiers: [EntityID: String] = [:]
        for region in regions {
            guard case .geofence(let id) = RegionIdentity(region.identifier) else { continue }
            identifiers[id] = region.identifier
        }
        return identifiers
    }
}
