import BackgroundTasks
public import SimulatedPhone
@_exported public import SimulatedTasksBehavior
import Synchronization

extension Phone {
    /// The control surface of this phone's background tasks.
    public var backgroundTasks: SimulatedBackgroundTasks {
        SimulatedBackgroundTasks(system: .of(self))
    }
}

/// Controls a phone's background tasks: permitted identifiers, when the system grants requests, and
/// their outcome.
///
/// The simulated system grants pending requests as the phone's settings, power, network and idle
/// time allow. The ``Phone`` controls these.
public struct SimulatedBackgroundTasks: Sendable {
    let system: TaskSystem

    /// Settings of BackgroundTasks where Apple's documentation is open.
    public var behavior: BackgroundTasksBehavior {
        get { system.state.withLock { $0.behavior } }
        nonmutating set { system.change { $0.behavior = newValue } }
    }

    /// The property list's `BGTaskSchedulerPermittedIdentifiers`; empty by default.
    public var permittedIdentifiers: Set<String> {
        get { system.state.withLock { $0.permitted } }
        nonmutating set { system.change { $0.permitted = newValue } }
    }

    /// The property list's `UIBackgroundModes`: fetch and processing.
    public var backgroundModes: Set<BackgroundTaskKind> {
        get { system.state.withLock { $0.modes } }
        nonmutating set { system.change { $0.modes = newValue } }
    }

    /// Whether the device supports background tasks; Apple's simulator does not.
    public var isAvailable: Bool {
        get { system.state.withLock { $0.isAvailable } }
        nonmutating set { system.change { $0.isAvailable = newValue } }
    }

    /// Whether the simulated system grants pending tasks within its budgets.
    public var isGranting: Bool {
        get { system.state.withLock { $0.isGranting } }
        nonmutating set { system.change { $0.isGranting = newValue } }
    }

    /// The pending requests, in the order of submission.
    public var pending: [SubmittedTaskRequest] { system.pending }

    /// The ended and running tasks, oldest first.
    public var runs: [BackgroundTaskRun] { system.state.withLock { $0.runs } }

    /// Begins a pending task now, regardless of conditions, as the debugger can.
    ///
    /// - `runtime`: the time limit; the default of the task's kind when `nil`.
    /// - Returns: whether a request was pending.
    @discardableResult
    public func run(_ identifier: String, for runtime: Duration? = nil) -> Bool {
        system.force(identifier, for: runtime)
    }

    /// Expires a running task, as the debugger can.
    public func expire(_ identifier: String) {
        system.expire { $0.identifier == identifier }
    }
}
