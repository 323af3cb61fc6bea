import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// Monitors conditions, which are stored under the monitor's name when the app is not running.
///
/// Only one monitor with a name may be open at a time; a second one ends the app, as on a phone.
@available(iOS 17.0, macOS 14.0, *)
public actor CLMonitor {
    /// The events of the conditions, from the first iterator on.
    public let events: Events

    private let registration: MonitorRegistration

    /// Opens the current process's monitor with a name, with its stored conditions.
    public init(_ name: String) async {
        let phone = currentPhone("CLMonitor(_:)")
        registration = MonitorRegistration(name, phone)
        events = Events(port: registration.port)
    }

    /// The identifiers of the monitored conditions; empty before the first unlock.
    public var identifiers: [String] {
        registration.conditions.map(\.key.identifier)
    }

    /// Adds a condition.
    ///
    /// It replaces one with the same identifier.
    public func add(_ condition: any CLCondition, identifier: String) {
        add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Adds a condition with an assumed state.
    ///
    /// An event follows only if the actual state differs.
    public func add(
        _ condition: any CLCondition,
        identifier: String,
        assuming state: CLMonitor.Event.State
    ) {
        registration.add(condition, identifier, state)
    }

    /// Removes a condition.
    public func remove(_ identifier: String) {
        registration.remove(identifier)
    }

    /// The condition with the last event that the app has processed.
    public func record(for identifier: String) -> CLMonitor.Record? {
        let fence = registration.conditions.first { $0.key.identifier == identifier }
        guard let condition = fence?.condition else { return nil }
        return Record(condition: condition.value, lastEvent: condition.lastEvent)
    }
}

/// A monitor's registration with the system, for the lifetime of the monitor.
final class MonitorRegistration: Sendable {
    let port: MonitorPort

    init(_ name: String, _ phone: Phone) {
        precondition(
            phone.process != .notRunning,
            "CLMonitor(_:) belongs to a process: launch the app on the phone first."
        )
        let port = MonitorPort(name: name, system: .of(phone), generation: phone.generation)
        self.port = port
        port.system.change { state, _ in
            precondition(
                state.ports[name] == nil,
                "A CLMonitor named \"\(name)\" is already open: keep it, or release it first."
            )
            state.ports[name] = port
        }
    }

    deinit {
        let port = port
        port.system.change { state, _ in
            if state.ports[port.name] === port { state.ports[port.name] = nil }
        }
    }

    private var isAlive: Bool { port.system.phone?.isAlive(port.generation) == true }

    var conditions: [Fence] {
        guard let phone = port.system.phone, isAlive else { return [] }
        let device = port.system.device(of: phone)
        return port.system.state.withLock { $0.conditions(of: port.name, device) }
    }

    func add(
        _ condition: any CLCondition,
        _ identifier: String,
        _ assumed: CLMonitor.Event.State
    ) {
        guard isAlive else { return }
        let key = Fence.Key(monitor: port.name, identifier: identifier)
        port.system.change { $0.addCondition(condition, key, assuming: assumed, $1) }
    }

    func remove(_ identifier: String) {
        guard isAlive else { return }
        let key = Fence.Key(monitor: port.name, identifier: identifier)
        port.system.change { state, _ in state.fences[key] = nil }
    }
}
