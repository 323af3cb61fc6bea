import Foundation

/// A weak reference to a manager of the process.
final class ManagerLink: @unchecked Sendable {
    // Unchecked: used only on the phone's timeline, one call after the other.

    private weak let manager: CLLocationManager?

    init(_ manager: CLLocationManager) {
        self.manager = manager
    }

    /// Whether the manager has a delegate.
    var isReady: Bool { manager?.delegate != nil }

    func call(_ callback: Callback) {
        guard let manager, let delegate = manager.delegate else { return }
        callback.call(delegate, of: manager)
    }
}

/// The system's state of a manager.
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

    /// Whether it has received the authorization, which comes first.
    var receivedAuthorization = false
    var wantsSignificant = false
    var wantsVisits = false
    var updates: Updates?
    /// The number of the pending single-fix request.
    var request: Int?

    var updatesInBackground: Bool { updates != nil && allowsBackground }

    /// The state of continuous updates.
    struct Updates: Sendable {
        var due: Date?
        /// Whether the next fix is planned for the current walk and process.
        var isPlanned = false
        var hasFix = false
        var last: CLLocation?
        var stillSince: Date?
        var isPaused = false
        /// Whether the loss of signal was reported.
        var reportedSignalLoss = false
    }
}
