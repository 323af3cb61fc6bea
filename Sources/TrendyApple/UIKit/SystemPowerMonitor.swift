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
        var listeners: [Int: AsyncStream<PowerState>.Continuation] = [:]
        var lastListener = 0
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
                for listener in state.listeners.values { listener.yield(state.power) }
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
        let listeners = listeners
        let number = listeners.state.withLock { state in
            state.lastListener += 1
            state.listeners[state.lastListener] = continuation
            continuation.yield(state.power)
            return state.lastListener
        }
        continuation.onTermination = { _ in
            listeners.state.withLock { $0.listeners[number] = nil }
        }
        return stream
    }
}

extension UIDevice {
    fileprivate var isCharging: Bool { batteryState == .charging || batteryState == .full }
}
#endif
