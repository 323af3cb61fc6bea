// PhoneFoundation: the parts of Foundation that exist on Apple's platforms only, over a simulated
// phone. Import them by name (`import class PhoneFoundation.ProcessInfo`), which takes precedence
// over Foundation's own.

public import Foundation
import SimulatedPhone
import Synchronization

/// The app's process, with the device's power state.
public final class ProcessInfo: NSObject, @unchecked Sendable {
    // Unchecked: it has no state.

    private let system: PowerSystem

    init(_ system: PowerSystem) {
        self.system = system
    }

    /// The current process; it is the object of its notifications.
    public static var processInfo: ProcessInfo {
        PowerSystem.of(Phone.ofCaller("ProcessInfo.processInfo")).processInfo()
    }

    /// Whether Low Power Mode is on.
    public var isLowPowerModeEnabled: Bool { system.phone?.isLowPowerModeOn ?? false }
}

extension Notification.Name {
    /// Posted when Low Power Mode is turned on or off.
    public static let NSProcessInfoPowerStateDidChange =
        Notification.Name("NSProcessInfoPowerStateDidChangeNotification")
}

/// Posts a phone's changes of Low Power Mode.
final class PowerSystem: PhoneService {
    private struct State {
        var processInfo: ProcessInfo?
        var isLowPowerModeOn: Bool
    }

    private weak let owner: Phone?
    private let state: Mutex<State>

    init(phone: Phone) {
        owner = phone
        state = Mutex(State(isLowPowerModeOn: phone.isLowPowerModeOn))
    }

    static func of(_ phone: Phone) -> PowerSystem {
        phone.service { PowerSystem(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
    var phone: Phone? { owner }

    func processInfo() -> ProcessInfo {
        state.withLock { state in
            if let processInfo = state.processInfo { return processInfo }
            let made = ProcessInfo(self)
            state.processInfo = made
            return made
        }
    }

    func conditionsDidChange() {
        guard let phone else { return }
        let isOn = phone.isLowPowerModeOn
        let processInfo: ProcessInfo? = state.withLock { state in
            guard state.isLowPowerModeOn != isOn else { return nil }
            state.isLowPowerModeOn = isOn
            return state.processInfo
        }
        guard let processInfo else { return }
        phone.deliver(to: phone.generation) {
            NotificationCenter.default.post(
                name: .NSProcessInfoPowerStateDidChange,
                object: processInfo
            )
        }
    }

    func processDidEnd(generation: Int) {
        state.withLock { $0.processInfo = nil }
    }
}
