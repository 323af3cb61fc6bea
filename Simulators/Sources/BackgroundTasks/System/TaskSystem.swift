import Foundation
package import SimulatedPhone
package import SimulatedTasksBehavior
package import Synchronization

/// The background task service of one phone.
///
/// Pending requests outlive the app's process; handlers and running tasks do not.
///
/// The app's code is never called with the lock held; all calls go through the phone's timeline.
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

    /// The background task service of a phone.
    package static func of(_ phone: Phone) -> TaskSystem {
        phone.service { TaskSystem(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
    var phone: Phone? { owner }

    // MARK: requests of the app

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

    func taskRequest(_ request: BGTaskRequest) -> SubmittedTaskRequest {
        let processing = request as? BGProcessingTaskRequest
        return SubmittedTaskRequest(
            identifier: request.identifier,
            kind: processing == nil ? .refresh : .processing,
            needsNetwork: processing?.requiresNetworkConnectivity ?? false,
            needsPower: processing?.requiresExternalPower ?? false,
            earliestBegin: request.earliestBeginDate,
            submitted: timeline.now
        )
    }

    /// - Returns: the reason for a refusal; `nil` when the request was accepted.
    func submit(
        _ taskRequest: SubmittedTaskRequest,
        _ generation: Int
    ) -> BGTaskScheduler.Error.Code? {
        guard let phone, phone.isAlive(generation) else { return nil }
        let lateness = randomness.span(upTo: state.withLock(\.behavior.jitter))
        let isBackgroundRefreshOn = phone.isBackgroundRefreshOn
        let refusal: BGTaskScheduler.Error.Code? = state.withLock { state in
            guard state.isAvailable, isBackgroundRefreshOn else { return .unavailable }
            guard state.permitted.contains(taskRequest.identifier),
                state.modes.contains(taskRequest.kind)
            else {
                return .notPermitted
            }
            let others = state.pending.filter {
                $0.taskRequest.identifier != taskRequest.identifier
            }
            let behavior = state.behavior
            let isRefresh = taskRequest.kind == .refresh
            let limit = isRefresh ? behavior.refreshLimit : behavior.processingLimit
            guard others.count(where: { $0.taskRequest.kind == taskRequest.kind }) < limit else {
                return .tooManyPendingTaskRequests
            }
            let delay = isRefresh ? behavior.refreshDelay : behavior.processingDelay
            let number = state.nextNumber()
            state.pending =
                others + [
                    TaskState.Pending(
                        number: number,
                        taskRequest: taskRequest,
                        delay: delay + lateness
                    )
                ]
            return nil
        }
        if refusal == nil {
            if state.withLock({ $0.handlers[taskRequest.identifier] == nil }) {
                phone.note(.submittedUnregistered, taskRequest.identifier)
            }
            reconsider()
        }
        return refusal
    }

    func cancel(_ generation: Int, where matches: (String) -> Bool) {
        guard let phone, phone.isAlive(generation) else { return }
        state.withLock { $0.pending.removeAll { matches($0.taskRequest.identifier) } }
    }

    func pending(_ generation: Int) -> [SubmittedTaskRequest] {
        guard let phone, phone.isAlive(generation) else { return [] }
        return pending
    }

    func isAlive(_ generation: Int) -> Bool { phone?.isAlive(generation) == true }

    func deliver(to generation: Int, _ action: @escaping @Sendable () -> Void) {
        phone?.deliver(to: generation, action)
    }

    // MARK: control surface

    /// The pending requests, in the order of submission.
    package var pending: [SubmittedTaskRequest] { state.withLock { $0.pending.map(\.taskRequest) } }

    /// Changes settings and re-evaluates pending requests.
    package func change(_ body: (inout TaskState) -> Void) {
        state.withLock { body(&$0) }
        reconsider()
    }
}
