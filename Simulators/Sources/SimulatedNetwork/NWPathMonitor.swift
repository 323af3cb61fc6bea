public import Dispatch
import SimulatedPhone
import Synchronization

/// Monitors the network path: reports the current path and each change.
///
/// A monitor belongs to the process that created it. Handlers are called on the phone's timeline,
/// whatever queue is passed; while the process is suspended they wait, and then receive the newest
/// path.
public final class NWPathMonitor: Sendable {
    private struct State {
        var handler: (@Sendable (NWPath) -> Void)?
        var queue: DispatchQueue?
        var isStarted = false
        var isCancelled = false
        var last: NWPath?
        /// Whether a call is scheduled.
        var isAnnounced = false
    }

    private let system: NetworkSystem
    private let generation: Int
    private let state = Mutex(State())

    /// A monitor of the current phone's network.
    public init() {
        let phone = Phone.ofCaller("NWPathMonitor()")
        system = .of(phone)
        generation = phone.generation
    }

    /// Called with the path.
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { state.withLock { $0.handler } }
        set { state.withLock { $0.handler = newValue } }
    }

    /// The current path.
    public var currentPath: NWPath { system.path }

    /// The queue passed to `start(queue:)`.
    public var queue: DispatchQueue? { state.withLock { $0.queue } }

    /// Starts monitoring, once.
    public func start(queue: DispatchQueue) {
        let isFirst = state.withLock { state in
            guard !state.isStarted, !state.isCancelled else { return false }
            (state.isStarted, state.queue) = (true, queue)
            return true
        }
        guard isFirst else { return }
        system.add(self)
        pathChanged()
    }

    /// Stops monitoring for good.
    public func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.handler = nil
        }
        system.remove(self)
    }

    func pathChanged() {
        let announces = state.withLock { state in
            guard !state.isCancelled, !state.isAnnounced else { return false }
            state.isAnnounced = true
            return true
        }
        if announces { system.phone?.deliver(to: generation) { self.announce() } }
    }

    private func announce() {
        let path = system.path
        let handler: (@Sendable (NWPath) -> Void)? = state.withLock { state in
            state.isAnnounced = false
            guard !state.isCancelled, state.last != path else { return nil }
            state.last = path
            return state.handler
        }
        handler?(path)
    }
}
