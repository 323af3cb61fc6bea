import SimulatedPhone
import Synchronization

/// Who is told of one phone's network.
final class NetworkSystem: PhoneService {
    private weak let owner: Phone?
    private let monitors = Mutex<[NWPathMonitor]>([])

    init(phone: Phone) {
        owner = phone
    }

    static func of(_ phone: Phone) -> NetworkSystem {
        phone.service { NetworkSystem(phone: $0) }
    }

    /// The phone; `nil` when nobody holds it any more, and nothing can happen.
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
