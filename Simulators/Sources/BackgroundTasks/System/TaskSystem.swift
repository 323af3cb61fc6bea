import Foundation
package import SimulatedPhone
package import SimulatedTasksBehavior
package import Synchronization

/// The part of the system that runs background tasks on one phone: what is pending outlives the
/// app's process, handlers and running tasks do not.
///
/// Nothing of the app is called with the lock held, and everything reaches it through the phone's
/// timeline.
package final class TaskSystem: PhoneService {
    private weak let owner: Phone?
    let timeline: any PhoneTimeline
    let randomness: any PhoneRandomness
    package let state = Mutex(TaskState())

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
        randomness = phone.randomness
        let now = timeline.now
        if !phone.isInUse { state.withLock { $0.idleSince = now } }
    }

    /// The tasks of a phone.
    package static func of(_ phone: Phone) -> TaskSystem {
        phone.service { TaskSystem(phone: $0) }
    }

    /// The phone; `nil` when nobody holds it any more, and nothing can happen.
    var phone: Phone? { owner }

    // What the app asks for

    func register(_ identifier: String, _ handler: LaunchHandler, _ generation: Int) -> Bool {
        guard let phone, phone.isAlive(generation) else { return false }
        guard state.withLock({ $0.permitted.contains(identifier) }) else {
            phone.note(.registeredUnpermitted, identifier)
            return false
        }
        guard phone.isLaunching else {
            phone.kill(.registeredLate, identifier)
            return false
        }
        let isFirst = state.withLock { state in
            state.handlers.updateValue(handler, forKey: identifier) == nil
        }
        if !isFirst { phone.kill(.registeredTwice, identifier) }
        return isFirst
    }

    func wish(_ request: BGTaskRequest) -> BackgroundTaskWish {
        let processing = request as? BGProcessingTaskRequest
        return BackgroundTaskWish(
            identifier: request.identifier,
            kind: processing == nil ? .refresh : .processing,
            needsNetwork: processing?.requiresNetworkConnectivity ?? false,
            needsPower: processing?.requiresExternalPower ?? false,
            earliestBegin: request.earliestBeginDate,
            submitted: timeline.now
        )
    }

    /// - Returns: why it is not taken; `nil` when it is.
    func submit(_ wish: BackgroundTaskWish, _ generation: Int) -> BGTaskScheduler.Error.Code? {
        guard let phone, phone.isAlive(generation) else { return nil }
        let lateness = randomness.span(upTo: state.withLock(\.behavior.jitter))
        let isBackgroundRefreshOn = phone.isBackgroundRefreshOn
        let refusal: BGTaskScheduler.Error.Code? = state.withLock { state in
            guard state.isAvailable, isBackgroundRefreshOn else { return .unavailable }
            guard state.permitted.contains(wish.identifier), state.modes.contains(wish.kind) else {
                return .notPermitted
            }
            let others = state.pending.filter { $0.wish.identifier != wish.identifier }
            let behavior = state.behavior
            let isRefresh = wish.kind == .refresh
            let limit = isRefresh ? behavior.refreshLimit : behavior.processingLimit
            guard others.count(where: { $0.wish.kind == wish.kind }) < limit else {
                return .tooManyPendingTaskRequests
            }
            let delay = isRefresh ? behavior.refreshDelay : behavior.processingDelay
            let number = state.nextNumber()
            state.pending =
                others + [TaskState.Pending(number: number, wish: wish, delay: delay + lateness)]
            return nil
        }
        if refusal == nil {
            if state.withLock({ $0.handlers[wish.identifier] == nil }) {
                phone.note(.submittedUnregistered, wish.identifier)
            }
            reconsider()
        }
        return refusal
    }

    func cancel(_ generation: Int, where matches: (String) -> Bool) {
        guard let phone, phone.isAlive(generation) else { return }
        state.withLock { $0.pending.removeAll { matches($0.wish.identifier) } }
    }

    func pending(_ generation: Int) -> [BackgroundTaskWish] {
        guard let phone, phone.isAlive(generation) else { return [] }
        return pending
    }

    func isAlive(_ generation: Int) -> Bool { phone?.isAlive(generation) == true }

    func deliver(to generation: Int, _ action: @escaping @Sendable () -> Void) {
        phone?.deliver(to: generation, action)
    }

    // The control surface's side

    /// What is pending, in the order in which it was submitted.
    package var pending: [BackgroundTaskWish] { state.withLock { $0.pending.map(\.wish) } }

    /// Changes switches, and lets everything follow from it.
    package func change(_ body: (inout TaskState) -> Void) {
        state.withLock { body(&$0) }
        reconsider()
    }
}
