import Foundation

/// The way back to a manager of the process.
final class ManagerLink: @unchecked Sendable {
    // Unchecked: the manager is only reached on the phone's timeline, one call after the other.

    private weak let manager: CLLocationManager?

    init(_ manager: CLLocationManager) {
        self.manager = manager
    }

    /// Whether somebody listens.
    var isReady: Bool { manager?.delegate != nil }

    func call(_ callback: Callback) {
        guard let manager, let delegate = manager.delegate else { return }
        callback.call(delegate, of: manager)
    }
}

/// What the system knows of a manager.
struct ManagerState: Sendable {
    let number: Int
    let generation: Int
    let link: ManagerLink

    var desiredAccuracy: CLLocationAccuracy = kCLLocationAccuracyBest
    var distanceFilter: CLLocationDistance = kCLDistanceFilterNone
    var allowsBackground = false
    var pausesAutomatically = true
    var showsIndicator = false
    var activityType = CLActivityType.other

    /// Whether it was told of the authorization, which comes first.
    var isGreeted = false
    var wantsSignificant = false
    var wantsVisits = false
    var updates: Updates?
    /// The number of the request for a single fix that is open.
    var request: Int?

    var updatesInBackground: Bool { updates != nil && allowsBackground }

    /// Fixes that come one after the other.
    struct Updates: Sendable {
        var due: Date?
        /// Whether the next moment is that of the present walk and process.
        var isPlanned = false
        var hasFix = false
        var last: CLLocation?
        var stillSince: Date?
        var isPaused = false
        /// Whether the missing signal was told.
        var toldOfSilence = false
    }
}
