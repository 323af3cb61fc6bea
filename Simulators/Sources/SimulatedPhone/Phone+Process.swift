import Foundation
import Synchronization

// Calls from frameworks into the process; all of them go through the timeline.
extension Phone {
    /// Calls into a process after a delay.
    ///
    /// Has no effect when that process has ended by then; waits while it is suspended.
    package func deliver(
        to generation: Int,
        after delay: Duration = .zero,
        _ action: @escaping @Sendable () -> Void
    ) {
        timeline.schedule(after: delay) { self.call(generation, action) }
    }

    private func call(_ generation: Int, _ action: @escaping @Sendable () -> Void) {
        let isRunning = state.withLock { state in
            guard state.generation == generation else { return false }
            if state.process == .suspended {
                state.deferredCalls.append { self.call(generation, action) }
            }
            return state.process.isRunning
        }
        if isRunning { run(action) }
    }

    /// Whether a process is still the current one; it may be suspended.
    package func isAlive(_ generation: Int) -> Bool {
        state.withLock { $0.generation == generation && $0.process != .notRunning }
    }

    /// Gives the process background time, if it exists.
    ///
    /// - `span`: ``backgroundRuntime`` when `nil`.
    package func allowBackgroundTime(for span: Duration? = nil) {
        let runtime = span ?? backgroundRuntime
        let end = timeline.now.addingTimeInterval(runtime.seconds)
        let generation = state.withLock { state in
            state.backgroundUntil = max(state.backgroundUntil, end)
            return state.generation
        }
        if process == .suspended { enter(.background) }
        timeline.schedule(after: runtime) { self.suspendWhenOver(generation) }
    }

    /// Suspends the process if its time is over and no service keeps it running.
    package func suspendWhenUnused(releasedBy service: (any PhoneService)? = nil) {
        callServices { if $0 !== service { $0.processWasReleased() } }
        suspendWhenOver(generation)
    }

    /// Whether another service than this one keeps the process running.
    package func isKeptRunning(besides service: any PhoneService) -> Bool {
        state.withLock(\.services).contains { $0 !== service && $0.keepsProcessRunning }
    }

    private func suspendWhenOver(_ generation: Int) {
        let now = timeline.now
        guard !state.withLock(\.services).contains(where: \.keepsProcessRunning) else { return }
        let isOver = state.withLock { state in
            state.generation == generation && state.process == .background
                && state.backgroundUntil <= now
        }
        if isOver { suspend() }
    }

    /// Asks the owner to launch the app, unless it runs by then.
    package func requestLaunch(_ reason: LaunchReason) {
        timeline.schedule(after: .zero) {
            let hook = self.state.withLock { state in
                state.isPoweredOn && state.process == .notRunning ? state.onLaunchRequest : nil
            }
            hook?(reason)
        }
    }

    func enter(_ process: AppProcess) {
        let (deferredCalls, isReporting): ([@Sendable () -> Void], Bool) = state.withLock { state in
            guard state.process != .notRunning, state.process != process else { return ([], true) }
            state.process = process
            // A handler can cause the next change: changes are reported in order.
            state.unreported.append(process)
            defer { state.isReporting = true }
            guard process.isRunning else { return ([], state.isReporting) }
            defer { state.deferredCalls = [] }
            return (state.deferredCalls, state.isReporting)
        }
        if !isReporting {
            while let change = nextUnreported() {
                callServices { $0.processDidChange(to: change) }
                onProcessChange?(change)
            }
        }
        for action in deferredCalls { timeline.schedule(after: .zero, action) }
    }

    private func nextUnreported() -> AppProcess? {
        state.withLock { state in
            state.isReporting = !state.unreported.isEmpty
            return state.isReporting ? state.unreported.removeFirst() : nil
        }
    }

    func end() {
        let generation: Int? = state.withLock { state in
            guard state.process != .notRunning else { return nil }
            state.process = .notRunning
            state.deferredCalls = []
            state.unreported = []
            state.backgroundUntil = .distantPast
            state.isLaunching = false
            return state.generation
        }
        guard let generation else { return }
        callServices { $0.processDidEnd(generation: generation) }
        onProcessChange?(.notRunning)
    }

    /// The phone's only service of a type, created on first use.
    package func service<Service: PhoneService>(_ make: (Phone) -> Service) -> Service {
        if let service: Service = existingService() { return service }
        let made = make(self)
        return state.withLock { state in
            for case let service as Service in state.services { return service }
            state.services.append(made)
            return made
        }
    }

    private func existingService<Service: PhoneService>() -> Service? {
        state.withLock { state in
            for case let service as Service in state.services { return service }
            return nil
        }
    }

    func callServices(_ call: (any PhoneService) -> Void) {
        for service in state.withLock(\.services) { call(service) }
    }
}
