import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

/// Watches conditions, which stay under its name when the app is not running.
///
/// One of a name can be open at a time: a second one is a mistake that ends the app, here as on a
/// phone.
@available(iOS 17.0, macOS 14.0, *)
public actor CLMonitor {
    /// What happened to the conditions, from when somebody waits for it.
    public let events: Events

    private let registration: MonitorRegistration

    /// The monitor of that name of the current phone's process, with the conditions that it had.
    public init(_ name: String) async {
        let phone = currentPhone("CLMonitor(_:)")
        registration = MonitorRegistration(name, phone)
        events = Events(port: registration.port)
    }

    /// The conditions that it watches; none before the device was first unlocked.
    public var identifiers: [String] {
        registration.conditions.map(\.key.identifier)
    }

    /// Watches a condition, in place of one with the same identifier.
    public func add(_ condition: any CLCondition, identifier: String) {
        add(condition, identifier: identifier, assuming: .unknown)
    }

    /// Watches a condition of which the app believes to know the state: it is told of it only
    /// when it is another one.
    public func add(
        _ condition: any CLCondition,
        identifier: String,
        assuming state: CLMonitor.Event.State = .unknown
    ) {
        registration.add(condition, identifier, state)
    }

    /// Stops watching a condition and forgets it.
    public func remove(_ identifier: String) {
        registration.remove(identifier)
    }

    /// A condition, and the last event of it that the app has dealt with.
    public func record(for identifier: String) -> CLMonitor.Record? {
        let fence = registration.conditions.first { $0.key.identifier == identifier }
        guard let condition = fence?.condition else { return nil }
        return Record(condition: condition.value, lastEvent: condition.lastEvent)
    }
}

/// A monitor's place in the system, for as long as the monitor lives.
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
                "There is a CLMonitor named \"\(name)\" already: keep it, or let go of it first."
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
        let circumstances = port.system.circumstances(of: phone)
        return port.system.state.withLock { $0.conditions(of: port.name, circumstances) }
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
