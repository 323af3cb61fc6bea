import Foundation
package import SimulatedApplicationBehavior
package import SimulatedPhone
package import Synchronization

/// What the system knows of one phone's app, and grants it.
///
/// The app is told on the main actor, at once where the timeline can: before the system goes on.
package final class ApplicationSystem: PhoneService {
    /// What the battery does, and how full it is.
    struct Battery: Equatable {
        var state: UIDevice.BatteryState
        var level: Double

        init(_ phone: Phone?) {
            level = phone?.batteryLevel ?? 0
            let isCharging = phone?.isCharging ?? false
            state = !isCharging ? .unplugged : level < 1 ? .charging : .full
        }
    }

    /// Time in the background that the app has.
    struct Grant: Sendable {
        let number: Int
        let name: String
        let handler: (@MainActor @Sendable () -> Void)?
    }

    package struct State: Sendable {
        package var behavior = ApplicationBehavior()
        var application: UIApplication?
        var device: UIDevice?
        var applicationState = UIApplication.State.background
        var isDataAvailable = true
        var isBatteryMonitored = false
        var battery: Battery
        var refreshStatus: UIBackgroundRefreshStatus

        var lastNumber = 0
        var grants: [Grant] = []
        /// When the app began to be in the background without anything else that keeps it running.
        var beganWaiting = Date.distantPast
        /// When its time is over; `nil` while that is not decided.
        var deadline: Date?
        /// Whether it was told so.
        var isExpired = false
    }

    private weak let owner: Phone?
    let timeline: any PhoneTimeline
    package let state: Mutex<State>

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
        state = Mutex(
            State(
                applicationState: phone.process != .foreground
                    ? .background : phone.isLaunching ? .inactive : .active,
                isDataAvailable: phone.hasUnlockedSinceBoot && !phone.isLocked,
                battery: Battery(phone),
                refreshStatus: Self.refreshStatus(of: phone),
                beganWaiting: timeline.now
            )
        )
    }

    /// The app of a phone, as its system sees it.
    package static func of(_ phone: Phone) -> ApplicationSystem {
        phone.service { ApplicationSystem(phone: $0) }
    }

    /// The phone; `nil` when nobody holds it any more, and nothing can happen.
    var phone: Phone? { owner }

    var application: UIApplication? {
        get { state.withLock { $0.application } }
        set { state.withLock { $0.application = newValue } }
    }

    var device: UIDevice? {
        get { state.withLock { $0.device } }
        set { state.withLock { $0.device = newValue } }
    }

    var isBatteryMonitored: Bool {
        get { state.withLock { $0.isBatteryMonitored } }
        set { state.withLock { $0.isBatteryMonitored = newValue } }
    }

    var applicationState: UIApplication.State { state.withLock { $0.applicationState } }
    var isDataAvailable: Bool { state.withLock { $0.isDataAvailable } }
    var refreshStatus: UIBackgroundRefreshStatus { state.withLock { $0.refreshStatus } }
    var battery: Battery { Battery(phone) }

    static func refreshStatus(of phone: Phone) -> UIBackgroundRefreshStatus {
        phone.isBackgroundRefreshOn ? .available : .denied
    }

    /// Tells the app, if it listens, with itself as the object; then does what comes after.
    func post(_ name: Notification.Name) {
        guard let phone, let application else { return }
        phone.run {
            timeline.onMainActor {
                NotificationCenter.default.post(name: name, object: application)
            }
        }
    }

    /// Tells the app of its device; while it is suspended that waits.
    func postOfDevice(_ name: Notification.Name) {
        guard let phone, let device else { return }
        let timeline = timeline
        phone.deliver(to: phone.generation) {
            timeline.onMainActor {
                NotificationCenter.default.post(name: name, object: device)
            }
        }
    }
}
