// SimulatedBackgroundTasks: how a test or a world drives the background tasks of a simulated phone.

import BackgroundTasks
public import SimulatedPhone
@_exported public import SimulatedTasksBehavior
import Synchronization

extension Phone {
    /// The background tasks of this phone, from the system's side.
    public var backgroundTasks: SimulatedBackgroundTasks {
        SimulatedBackgroundTasks(system: .of(self))
    }
}

/// The background tasks of a phone: what its property list permits, when the system grants what
/// the app asked for, and what became of it.
///
/// What is pending is granted by itself, as the phone's switches, power, network and idleness
/// allow; the person's side of these is the ``Phone``'s.
public struct SimulatedBackgroundTasks: Sendable {
    let system: TaskSystem

    /// How BackgroundTasks behaves where Apple's documentation leaves it open.
    public var behavior: BackgroundTasksBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.change { $0.behavior = newValue } }
    }

    /// The property list's `BGTaskSchedulerPermittedIdentifiers`; none unless set.
    public var permittedIdentifiers: Set<String> {
        get { system.state.withLock { $0.permitted } }
        nonmutating set { system.change { $0.permitted = newValue } }
    }

    /// The property list's `UIBackgroundModes`: fetch and processing.
    public var backgroundModes: Set<BackgroundTaskKind> {
        get { system.state.withLock { $0.modes } }
        nonmutating set { system.change { $0.modes = newValue } }
    }

    /// Whether the device can do it at all; Apple's simulator cannot.
    public var isAvailable: Bool {
        get { system.state.withLock { $0.isAvailable } }
        nonmutating set { system.change { $0.isAvailable = newValue } }
    }

    /// Whether the system grants anything by itself: its budgets leave something for the app.
    public var isGranting: Bool {
        get { system.state.withLock { $0.isGranting } }
        nonmutating set { system.change { $0.isGranting = newValue } }
    }

    /// What is pending, in the order in which it was submitted.
    public var pending: [BackgroundTaskWish] { system.pending }

    /// What ran, oldest first, and what runs.
    public var runs: [BackgroundTaskRun] { system.state.withLock { $0.runs } }

    /// Begins a pending task now, whatever the conditions are, as the debugger can.
    ///
    /// - `runtime`: how long it may run; what its kind may when `nil`.
    /// - Returns: whether there is one.
    @discardableResult
    public func run(_ identifier: String, for runtime: Duration? = nil) -> Bool {
        system.force(identifier, for: runtime)
    }

    /// Tells the app that a running task's time is over, as the debugger can.
    public func expire(_ identifier: String) {
        system.expire { $0.identifier == identifier }
    }
}
