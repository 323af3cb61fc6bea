import Foundation
import SimulatedPhone
import Synchronization

// The app's background time.
extension ApplicationSystem {
    var backgroundTimeRemaining: TimeInterval {
        guard let phone, phone.process != .foreground else { return .greatestFiniteMagnitude }
        if phone.isKeptRunning(besides: self) { return .greatestFiniteMagnitude }
        let deadline = state.withLock { $0.grants.isEmpty ? nil : $0.deadline }
        let own = deadline.map { $0.timeIntervalSince(timeline.now) } ?? 0
        return max(0, own, phone.backgroundTimeRemaining.seconds)
    }

    func begin(
        _ name: String,
        _ handler: (@MainActor @Sendable () -> Void)?,
        _ generation: Int
    ) -> UIBackgroundTaskIdentifier {
        guard let phone, phone.isAlive(generation) else { return .invalid }
        let now = timeline.now
        let number: Int? = state.withLock { state in
            guard !state.isExpired, phone.process == .foreground || hasTime(state, now) else {
                return nil
            }
            state.lastNumber += 1
            state.grants.append(Grant(number: state.lastNumber, name: name, handler: handler))
            return state.lastNumber
        }
        arm()
        return number.map { UIBackgroundTaskIdentifier(rawValue: $0) } ?? .invalid
    }

    /// Whether enough background time is left for an expiration warning.
    private func hasTime(_ state: State, _ now: Date) -> Bool {
        let runtime = state.behavior.backgroundTaskRuntime - state.behavior.expirationWarning
        return state.beganWaiting.addingTimeInterval(runtime.seconds) > now
    }

    func end(_ identifier: UIBackgroundTaskIdentifier, _ generation: Int) {
        guard let phone, phone.isAlive(generation) else { return }
        let (wasGranted, isLast) = state.withLock { state in
            let count = state.grants.count
            state.grants.removeAll { $0.number == identifier.rawValue }
            return (state.grants.count < count, state.grants.isEmpty)
        }
        guard wasGranted else {
            return phone.note(.endedUnknownBackgroundTime, "\(identifier.rawValue)")
        }
        guard isLast else { return }
        // An app that ends its assertion directly in the handler comes first.
        timeline.schedule(after: .zero) { self.phone?.suspendWhenUnused(releasedBy: self) }
    }

    /// Schedules the end of the background time, once only assertions keep the app running.
    func arm() {
        guard let phone, phone.process == .background, !phone.isKeptRunning(besides: self) else {
            return
        }
        let now = timeline.now
        let remaining = phone.backgroundTimeRemaining
        let (deadline, warning): (Date?, Duration) = state.withLock { state in
            let behavior = state.behavior
            guard !state.grants.isEmpty, state.deadline == nil else {
                return (nil, behavior.expirationWarning)
            }
            let deadline = max(
                state.beganWaiting.addingTimeInterval(behavior.backgroundTaskRuntime.seconds),
                now.addingTimeInterval(remaining.seconds)
            )
            state.deadline = deadline
            return (deadline, behavior.expirationWarning)
        }
        guard let deadline else { return }
        let generation = phone.generation
        let left = Duration.milliseconds(Int64(deadline.timeIntervalSince(now) * 1000))
        timeline.schedule(after: left - warning) { self.warn(deadline, generation) }
        timeline.schedule(after: left) { self.endUnended(deadline, generation) }
    }

    /// Whether a background period still ends at a deadline; a service that has kept the app
    /// running since postpones it.
    private func isCurrent(_ deadline: Date, _ generation: Int) -> Bool {
        guard let phone, phone.generation == generation, phone.process == .background else {
            return false
        }
        let isKept = phone.isKeptRunning(besides: self)
        return state.withLock { state in
            guard state.deadline == deadline else { return false }
            if isKept, !state.isExpired { state.deadline = nil }
            return !isKept || state.isExpired
        }
    }

    private func warn(_ deadline: Date, _ generation: Int) {
        guard isCurrent(deadline, generation), let phone else { return }
        let handlers = state.withLock { state in
            state.isExpired = true
            return state.grants.compactMap(\.handler)
        }
        let timeline = timeline
        phone.run { for handler in handlers { timeline.onMainActor(handler) } }
    }

    private func endUnended(_ deadline: Date, _ generation: Int) {
        guard isCurrent(deadline, generation), let phone else { return }
        let names = state.withLock { $0.grants.map(\.name) }
        if !names.isEmpty {
            phone.kill(.backgroundTimeNotEnded, names.joined(separator: ", "))
        }
    }

    /// Resets the background time when a background period begins or ends.
    func resetTime() {
        let now = timeline.now
        state.withLock { state in
            state.beganWaiting = now
            state.deadline = nil
            state.isExpired = false
        }
        arm()
    }

    package func processWasReleased() {
        let now = timeline.now
        state.withLock { if $0.deadline == nil { $0.beganWaiting = now } }
        arm()
    }

    /// The names of the app's active assertions.
    package var grantNames: [String] { state.withLock { $0.grants.map(\.name) } }

    package var keepsProcessRunning: Bool {
        state.withLock { !$0.grants.isEmpty }
    }
}
