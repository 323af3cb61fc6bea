#if canImport(UIKit)
import Foundation
import Synchronization
public import TrendySync
public import UIKit
#if canImport(PhoneFoundation)
// What Foundation has on Apple's platforms only.
public import PhoneFoundation
public import class PhoneFoundation.ProcessInfo
#endif

/// Power by `ProcessInfo` and `UIDevice`.
///
/// Make it at launch, on the main actor; it watches the battery from then on.
public final class SystemPowerMonitor: PowerMonitor {
    private struct State {
        var power: PowerState
        /// Who has left goes at the next change.
        ///
        /// Who asked to be told of it would be told while the listener's task is locked, and would
        /// wait here for whoever wakes it.
        var listeners: [AsyncStream<PowerState>.Continuation] = []
    }

    private final class Listeners: Sendable {
        let state: Mutex<State>

        init(_ power: PowerState) {
            state = Mutex(State(power: power))
        }

        func tell(_ change: (inout PowerState) -> Void) {
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

    /// A monitor of the device's power.
    @MainActor
    public init(_ processInfo: ProcessInfo = .processInfo, device: UIDevice = .current) {
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
            listeners.tell { $0.isCharging = device.isCharging }
        }
        // The one notification that does not come on the main thread.
        lowPower = NotificationObservers(
            anywhere: .NSProcessInfoPowerStateDidChange,
            of: processInfo
        ) {
            listeners.tell { $0.isLowPower = processInfo.isLowPowerModeEnabled }
        }
    }

    /// The present state first, then each other one.
    public func states() -> AsyncStream<PowerState> {
        // Only the newest counts for somebody who comes late.
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
