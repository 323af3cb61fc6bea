public import Foundation
import SimulatedPhone

/// The device that the app runs on.
///
/// An instance belongs to the process that obtained it; it is the object of its notifications.
@MainActor
open class UIDevice: NSObject {
    /// The battery state.
    public enum BatteryState: Int, Sendable {
        /// Unknown: battery monitoring is off.
        case unknown = 0
        /// Not charging.
        case unplugged = 1
        /// Charging.
        case charging = 2
        /// Connected to power and full.
        case full = 3
    }

    private let system: ApplicationSystem

    init(system: ApplicationSystem) {
        self.system = system
        super.init()
    }

    /// The device of the current process.
    open class var current: UIDevice {
        let phone = Phone.ofCaller("UIDevice.current")
        let system = ApplicationSystem.of(phone)
        if let device = system.device { return device }
        let made = UIDevice(system: system)
        system.device = made
        return made
    }

    /// The name of the device: since iOS 16 a general one, unless the app has an entitlement.
    open var name: String { "iPhone" }

    /// Whether battery monitoring is on.
    open var isBatteryMonitoringEnabled: Bool {
        get { system.isBatteryMonitored }
        set { system.isBatteryMonitored = newValue }
    }

    /// The battery level, from 0 to 1; -1 while battery monitoring is off.
    open var batteryLevel: Float {
        isBatteryMonitoringEnabled ? Float(system.phone?.batteryLevel ?? 0) : -1
    }

    /// The battery state.
    open var batteryState: BatteryState {
        guard isBatteryMonitoringEnabled else { return .unknown }
        return system.battery.state
    }
}

extension UIDevice {
    /// Posted when the battery state changed.
    public nonisolated static let batteryStateDidChangeNotification =
        Notification.Name("UIDeviceBatteryStateDidChangeNotification")
    /// Posted when the battery level changed.
    public nonisolated static let batteryLevelDidChangeNotification =
        Notification.Name("UIDeviceBatteryLevelDidChangeNotification")
}
