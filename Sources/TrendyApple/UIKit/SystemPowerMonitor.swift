#if canImport(UIKit)
import Foundation
import Synchronization
package import TrendySync
package import UIKit
#if canImport(PhoneFoundation)
// Parts of Foundation that exist only on Apple platforms.
package import PhoneFoundation
package import class PhoneFoundation.ProcessInfo
#endif

/// Monitors power with `ProcessInfo` and `UIDevice`.
///
/// Create it at launch, on the main actor; it enables battery monitoring.
package final class SystemPowerMonitor: PowerMonitor {
    private struct State {
        var power: PowerState
        /// The listeners; a terminated one is removed at the next change.
        ///
        /// An `onTermination` handler would run while the listener's task is locked and would
        /// deadlock with a `yield` that wakes the task.
        var listeners: [AsyncStream<PowerState>.Continuation] = []
    }

    private final class Listeners: Sendable {
        let state: Mutex<State>

        init(_ power: PowerState) {
            state = Mutex(State(power: power))
        }

        func update(_ change: (inout PowerState) -> Void) {
            state.withLock { state in
                let old = state.power
                change(&state.power)
                guard state.power != old else { return }
                let power = state.power
                state.listeners.removeAll { listener in
                    if case .terminated = listener.yield(power) { true } else { false }
                }
            }
        }
    }

    private let listeners: Listeners
    private let battery: NotificationObservers
    private let lowPower: NotificationObservers

    /// Creates a monitor of the device's power.
    @MainActor
    package init(_ processInfo: ProcessInfo = .processInfo, device: UIDevice = .current) {
        device.isBatteryMonitoringEnabled = true
        var power = PowerState()
        power.isLowPower = processInfo.isLowPowerModeEnabled
        power.isCharging = device.isCharging
        let listeners = Listeners(power)
        self.listeners = listeners
        battery = NotificationObservers(
            [UIDevice.batteryStateDidChangeNotification],
            of: device
        ) { [weak device] _ in
            guard let device else { return }
            listeners.update { $0.isCharging = device.isCharging }
        }
        // This notification is posted on an arbitrary thread, unlike the others.
        lowPower = NotificationObservers(
            anywhere: .NSProcessInfoPowerStateDidChange,
            of: processInfo
        ) {
            listeners.update { $0.isLowPower = processInfo.isLowPowerModeEnabled }
        }
    }

    /// The current state, then each change.
    package func states() -> AsyncStream<PowerState> {
        // A slow listener needs only the newest state.
        let (stream, continuation) = AsyncStream.makeStream(
            of: PowerState.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        listeners.state.withLock { state in
            state.listeners.append(continuation)
            continuation.yield(state.power)
        }
        return stream
    }
}

extension UIDevice {
    fileprivate var isCharging: Bool { batteryState == .charging || batteryState == .full }
}
#endif
