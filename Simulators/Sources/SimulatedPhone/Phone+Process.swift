import Foundation
import Synchronization

// How frameworks reach the process; all of it goes through the timeline.
extension Phone {
    /// Calls into a process after a delay.
    ///
    /// Nothing happens when that process is gone by then; while it is suspended the call waits.
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
                state.held.append { self.call(generation, action) }
            }
            return state.process.isRunning
        }
        if isRunning { run(action) }
    }

    /// Whether a process is still the one that runs, or is suspended.
    package func isAlive(_ generation: Int) -> Bool {
        state.withLock { $0.generation == generation && $0.process != .notRunning }
    }

    /// Lets the process run in the background for a while, if it exists.
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

    /// Suspends the process if its time is over and no service keeps it running any more.
    package func suspendWhenUnused(releasedBy service: (any PhoneService)? = nil) {
        tellServices { if $0 !== service { $0.processWasReleased() } }
        suspendWhenOver(generation)
    }

    /// Whether the process goes on for the sake of another service than this one.
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
        let (held, isTelling): ([@Sendable () -> Void], Bool) = state.withLock { state in
            guard state.process != .notRunning, state.process != process else { return ([], true) }
            state.process = process
            // Who is told of a change may make the next one: all are told of them in their order.
            state.untold.append(process)
            defer { state.isTelling = true }
            guard process.isRunning else { return ([], state.isTelling) }
            defer { state.held = [] }
            return (state.held, state.isTelling)
        }
        if !isTelling {
            while let change = nextUntold() {
                tellServices { $0.processDidChange(to: change) }
                onProcessChange?(change)
            }
        }
        for action in held { timeline.schedule(after: .zero, action) }
    }

    private func nextUntold() -> AppProcess? {
        state.withLock { state in
            state.isTelling = !state.untold.isEmpty
            return state.isTelling ? state.untold.removeFirst() : nil
        }
    }

    func end() {
        let generation: Int? = state.withLock { state in
            guard state.process != .notRunning else { return nil }
            state.process = .notRunning
            state.held = []
            state.untold = []
            state.backgroundUntil = .distantPast
            state.isLaunching = false
            return state.generation
        }
        guard let generation else { return }
        tellServices { $0.processDidEnd(generation: generation) }
        onProcessChange?(.notRunning)
    }

    /// The phone's one service of a type, made when it is first asked for.
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

    func tellServices(_ tell: (any PhoneService) -> Void) {
        for service in state.withLock(\.services) { tell(service) }
    }
}
