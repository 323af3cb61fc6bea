public import Foundation
import SimulatedPhone

/// The device that the app runs on.
///
/// It belongs to the process that took it; it is the object of its notifications.
@MainActor
open class UIDevice: NSObject {
    /// What the battery does.
    public enum BatteryState: Int, Sendable {
        /// Nobody knows: battery monitoring is off.
        case unknown = 0
        /// It is used up.
        case unplugged = 1
        /// It is charged.
        case charging = 2
        /// It is on a charger, and full.
        case full = 3
    }

    private let system: ApplicationSystem

    init(system: ApplicationSystem) {
        self.system = system
        super.init()
    }

    /// The device of the current phone's process.
    open class var current: UIDevice {
        let phone = Phone.ofCaller("UIDevice.current")
        let system = ApplicationSystem.of(phone)
        if let device = system.device { return device }
        let made = UIDevice(system: system)
        system.device = made
        return made
    }

    /// Whether the battery can be asked, and tells of its changes.
    open var isBatteryMonitoringEnabled: Bool {
        get { system.isBatteryMonitored }
        set { system.isBatteryMonitored = newValue }
    }

    /// How full the battery is, from 0 to 1; -1 while it is not monitored.
    open var batteryLevel: Float {
        isBatteryMonitoringEnabled ? Float(system.phone?.batteryLevel ?? 0) : -1
    }

    /// What the battery does.
    open var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return system.battery.state
    }
}

extension UIDevice {
    /// A charger was connected or taken away, or the battery is full.
    public nonisolated static let batteryStateDidChangeNotification =
        Notification.Name("UIDeviceBatteryStateDidChangeNotification")
    /// The battery is fuller or emptier.
    public nonisolated static let batteryLevelDidChangeNotification =
        Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
}
