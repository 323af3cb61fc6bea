import SimulatedPhone
import Synchronization

/// Reports a phone's network changes to its monitors.
final class NetworkSystem: PhoneService {
    private weak let owner: Phone?
    private let monitors = Mutex<[NWPathMonitor]>([])

    init(phone: Phone) {
        owner = phone
    }

    static func of(_ phone: Phone) -> NetworkSystem {
        phone.service { NetworkSystem(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
    var phone: Phone? { owner }

    var path: NWPath { NWPath(network: phone?.network ?? .none) }

    func add(_ monitor: NWPathMonitor) {
        monitors.withLock { $0.append(monitor) }
    }

    func remove(_ monitor: NWPathMonitor) {
        monitors.withLock { $0.removeAll { $0 === monitor } }
    }

    func conditionsDidChange() {
        for monitor in monitors.withLock({ $0 }) { monitor.pathChanged() }
    }

    func processDidEnd(generation: Int) {
        monitors.withLock { $0 = [] }
    }
}
