import Foundation
package import SimulatedPhone
package import Synchronization

/// The application state and background time of one phone's app.
///
/// The app is notified on the main actor, at once where the timeline permits: before the system
/// continues.
package final class ApplicationSystem: PhoneService {
    /// The battery state and level.
    struct Battery: Equatable {
        var state: UIDevice.BatteryState
        var level: Double

        init(_ phone: Phone?) {
            level = phone?.batteryLevel ?? 0
            let isCharging = phone?.isCharging ?? false
            state = !isCharging ? .unplugged : level < 1 ? .charging : .full
        }
    }

    /// A background time assertion of the app.
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
        /// The time since which only assertions keep the app running in the background.
        var beganWaiting = Date.distantPast
        /// The end of the background time; `nil` while it is undecided.
        var deadline: Date?
        /// Whether the expiration was delivered.
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

    /// The application service of a phone.
    package static func of(_ phone: Phone) -> ApplicationSystem {
        phone.service { ApplicationSystem(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
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

    /// Posts a notification to the app with the application as its object, then runs a
    /// continuation.
    func post(_ name: Notification.Name) {
        guard let phone, let application else { return }
        phone.run {
            timeline.onMainActor {
                NotificationCenter.default.post(name: name, object: application)
            }
        }
    }

    /// Posts a notification of the device; it waits while the app is suspended.
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
