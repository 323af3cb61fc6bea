// PhoneFoundation: what Foundation has on Apple's platforms only, over a phone that a test drives.
// Import its parts by name (`import class PhoneFoundation.ProcessInfo`), which wins over
// Foundation's own.

public import Foundation
import SimulatedPhone
import Synchronization

/// What the app's process knows of the device: whether it saves power.
public final class ProcessInfo: NSObject, @unchecked Sendable {
    // Unchecked: it has no state of its own.

    private let system: PowerSystem

    init(_ system: PowerSystem) {
        self.system = system
    }

    /// That of the current phone's process; it is the object of its notifications.
    public static var processInfo: ProcessInfo {
        PowerSystem.of(Phone.ofCaller("ProcessInfo.processInfo")).processInfo()
    }

    /// Whether the device saves power.
    public var isLowPowerModeEnabled: Bool { system.phone?.isLowPowerModeOn ?? false }
}

extension Notification.Name {
    /// The device begins, or ends, to save power.
    public static let NSProcessInfoPowerStateDidChange =
        Notification.Name("NSProcessInfoPowerStateDidChangeNotification")
}

/// Who is told that one phone saves power.
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

    /// The phone; `nil` when nobody holds it any more, and nothing can happen.
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
