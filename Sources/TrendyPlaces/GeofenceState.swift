/// Whether the system monitors a geofence, and why not.
public enum GeofenceState: Sendable, Hashable, CaseIterable {
    /// The system monitors its region.
    case monitored
    /// The regions of nearer geofences use all slots; it is monitored again when the device is
    /// near.
    case rotatedOut
    /// The system refuses its region, although it fits the limit of regions.
    case refused
    /// The authorization does not allow region monitoring.
    case unauthorized
    /// The person has disabled it.
    case off
    /// Its fields cannot be decoded, or its centre is not a coordinate.
    case invalid
    /// This device cannot monitor regions.
    case unsupported
    /// It is selected and not registered yet, or regions were not selected yet.
    case unknown
}
