import Foundation
import SimulatedLocationBehavior
package import SimulatedPhone
import Synchronization

/// The location service of one phone.
///
/// Its state outlives the app's process; managers and monitors do not.
///
/// The app's code is never called with the lock held; all calls go through the phone's timeline.
package final class LocationSystem: PhoneService {
    private weak let owner: Phone?
    let timeline: any PhoneTimeline
    let state: Mutex<LocationState>
    /// Requests that have not been processed yet, oldest first; a process's connection to the
    /// service keeps their order.
    private let requests = Mutex<[(generation: Int, body: Request)]>([])

    typealias Request = @Sendable (inout LocationState, DeviceConditions) -> Void

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
        state = Mutex(LocationState(randomness: phone.randomness))
    }

    /// The location service of a phone.
    package static func of(_ phone: Phone) -> LocationSystem {
        phone.service { LocationSystem(phone: $0) }
    }

    /// The phone; `nil` after its release, when nothing can happen any more.
    var phone: Phone? { owner }

    func device(of phone: Phone) -> DeviceConditions {
        DeviceConditions(
            now: timeline.now,
            process: phone.process,
            generation: phone.generation,
            isPoweredOn: phone.isPoweredOn,
            hasUnlockedSinceBoot: phone.hasUnlockedSinceBoot,
            wasForceQuit: phone.wasForceQuit,
            isBackgroundRefreshOn: phone.isBackgroundRefreshOn
        )
    }

    /// Changes the state, evaluates the consequences, and performs the resulting actions.
    func change(_ body: (inout LocationState, DeviceConditions) -> Void = { _, _ in }) {
        guard let phone else { return }
        let device = device(of: phone)
        let acts = state.withLock { state in
            state.moment = device.now
            body(&state, device)
            state.tick(device)
            defer { state.outbox = [] }
            return state.outbox
        }
        for act in acts { perform(act, phone) }
        planTimer()
    }

    private func planTimer() {
        let now = timeline.now
        let due: Date? = state.withLock { state in
            guard let due = state.due(after: now), due < state.timer ?? .distantFuture else {
                return nil
            }
            state.timer = due
            return due
        }
        guard let due else { return }
        timeline.schedule(after: now.delay(until: due)) {
            let isCurrent = self.state.withLock { state in
                guard state.timer == due else { return false }
                state.timer = nil
                return true
            }
            if isCurrent { self.change() }
        }
    }

    private func perform(_ act: LocationAction, _ phone: Phone) {
        let generation = phone.generation
        switch act {
        case .call(let manager, let callback):
            phone.deliver(to: generation) { self.call(manager, callback, generation) }
        case .callMonitor(let name, let event):
            phone.deliver(to: generation) {
                self.state.withLock { $0.ports[name] }?.hand(event)
            }
        case .reportAuthorization(let manager):
            phone.deliver(to: generation) {
                self.call(manager, .authorization, generation)
                self.state.withLock { $0.managers[manager]?.receivedAuthorization = true }
                self.deliverPending(generation)
            }
        case .flush: phone.deliver(to: generation) { self.deliverPending(generation) }
        case .launch: phone.requestLaunch(.location)
        case .resume: phone.allowBackgroundTime(for: phone.locationRuntime)
        case .expire(let number):
            timeline.schedule(after: state.withLock(\.behavior.claimDeadline)) {
                self.change { state, _ in state.expire(number) }
            }
        case .askPerson:
            timeline.schedule(after: state.withLock(\.behavior.promptDelay)) {
                self.change { $0.answerAsDecided($1) }
            }
        case .release: phone.suspendWhenUnused()
        }
    }

    /// Whether a process cannot see the current registrations: regions are hidden, or a request of
    /// an earlier process is not processed yet.
    func isBlind(_ generation: Int) -> Bool {
        guard let phone else { return true }
        let device = device(of: phone)
        return state.withLock { $0.hidesRegions(device) }
            || requests.withLock { $0.contains { $0.generation != generation } }
    }

    /// Enqueues a request.
    ///
    /// The system processes it after a short delay and in order, even if the process ends
    /// meanwhile.
    func request(_ generation: Int, _ body: @escaping Request) {
        guard let phone, phone.isAlive(generation) else { return }
        requests.withLock { $0.append((generation, body)) }
        timeline.schedule(after: state.withLock(\.behavior.replyDelay)) {
            self.change(self.requests.withLock { $0.removeFirst().body })
        }
    }

    private func call(_ number: Int?, _ callback: Callback, _ generation: Int) {
        let links = state.withLock { state in
            state.managers.values
                .filter { $0.generation == generation && (number == nil || $0.number == number) }
                .sorted { $0.number < $1.number }
                .map(\.link)
        }
        for link in links { link.call(callback) }
    }

    private func takePending(_ generation: Int) -> (LocationEvent, LocationState.Recipients)? {
        let managers = state.withLock(\.managers).values.filter { $0.generation == generation }
        // Outside of the lock: reading a weak delegate can extend its lifetime.
        let ready = Set(
            managers.filter { $0.receivedAuthorization && $0.link.isReady }.map(\.number)
        )
        let now = timeline.now
        return state.withLock { state in
            state.moment = now
            return state.takePending(ready)
        }
    }

    private func deliverPending(_ generation: Int) {
        while phone?.isAlive(generation) == true,
            let (event, recipients) = takePending(generation)
        {
            switch recipients {
            case .managers(let links):
                for callback in event.callbacks { for link in links { link.call(callback) } }
            case .monitor(let port, let event): port.hand(event)
            }
        }
    }
}

extension Date {
    /// The duration until a date, rounded up so that the date has passed by then.
    func delay(until date: Date) -> Duration {
        .milliseconds(Int64((max(0, date.timeIntervalSince(self)) * 1000).rounded(.up)))
    }
}
