import Foundation
import SimulatedLocationBehavior
import SimulatedPhone
import Synchronization

extension LocationSystem {
    func add(_ manager: ManagerState) {
        state.withLock { $0.managers[manager.number] = manager }
    }

    func removeManager(_ number: Int) {
        change { state, _ in
            let manager = state.managers.removeValue(forKey: number)
            if manager?.updatesInBackground == true { state.outbox.append(.release) }
        }
    }

    /// Marks a manager as ready: it receives the authorization and then the pending events.
    func delegateWasSet(_ number: Int, _ generation: Int) {
        guard phone?.isAlive(generation) == true else { return }
        change { state, _ in
            state.reportedStatus = .init(
                status: state.permission.status,
                accuracy: state.permission.accuracy
            )
            state.outbox.append(.reportAuthorization(number))
        }
    }

    /// Reads system state; corresponds to a blocking call on a phone.
    func blocking<Value: Sendable>(
        _ read: @Sendable (LocationState, DeviceConditions) -> Value
    ) -> Value? {
        guard let phone else { return nil }
        let device = device(of: phone)
        return state.withLock { state in
            state.counters.blockingCalls += 1
            return read(state, device)
        }
    }

    func requestFullAccuracy(
        _ key: String,
        _ generation: Int,
        _ completion: CompletionBox
    ) {
        let delay = state.withLock { $0.behavior.promptDelay }
        guard let phone, phone.isAlive(generation) else { return }
        timeline.schedule(after: delay) {
            var answer = FullAccuracyAnswer.none
            self.change { answer = $0.requestFullAccuracy(key, $1) }
            switch answer {
            case .none: break
            case .granted: self.phone?.deliver(to: generation) { completion.call?(nil) }
            case .refused(let code):
                self.phone?.deliver(to: generation) { completion.call?(CLError(code)) }
            }
        }
    }

    func requestFix(_ manager: Int, _ generation: Int) {
        guard let phone, phone.isAlive(generation) else { return }
        var request: Int?
        change { request = $0.request(manager, $1) }
        guard let request else { return }
        let (first, last) = state.withLock {
            ($0.behavior.firstFixDelay, $0.behavior.requestTimeout)
        }
        for (delay, isLast) in [(first, false), (last, true)] {
            timeline.schedule(after: delay) {
                self.change { $0.answerRequest(request, manager, isLast: isLast, $1) }
            }
        }
    }
}

/// Transports a completion handler to the phone's timeline.
struct CompletionBox: @unchecked Sendable {
    // Unchecked: called once, on the phone's timeline.
    let call: (((any Error)?) -> Void)?
}

/// The outcome of a request for full accuracy.
enum FullAccuracyAnswer {
    /// The prompt is still open.
    case none
    case granted
    case refused(CLError.Code)
}
