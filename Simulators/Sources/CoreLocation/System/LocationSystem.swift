import Foundation
import SimulatedLocationBehavior
package import SimulatedPhone
import Synchronization

/// The location service of one phone: all that outlives the app's process, and the managers and
/// monitors that do not.
///
/// Nothing of the app is called with the lock held, and everything reaches it through the phone's
/// timeline.
package final class LocationSystem: PhoneService {
    private weak let owner: Phone?
    let timeline: any PhoneTimeline
    let state: Mutex<LocationState>
    /// What was asked for and is not done yet, the oldest first: an app's connection to the
    /// service keeps the order.
    private let requests = Mutex<[(generation: Int, body: Request)]>([])

    typealias Request = @Sendable (inout LocationState, Circumstances) -> Void

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
        state = Mutex(LocationState(randomness: phone.randomness))
    }

    /// The location service of a phone.
    package static func of(_ phone: Phone) -> LocationSystem {
        phone.service { LocationSystem(phone: $0) }
    }

    /// The phone; `nil` when nobody holds it any more, and nothing can happen.
    var phone: Phone? { owner }

    func circumstances(of phone: Phone) -> Circumstances {
        Circumstances(
            now: timeline.now,
            process: phone.process,
            generation: phone.generation,
            isPoweredOn: phone.isPoweredOn,
            hasUnlockedSinceBoot: phone.hasUnlockedSinceBoot,
            wasForceQuit: phone.wasForceQuit,
            isBackgroundRefreshOn: phone.isBackgroundRefreshOn
        )
    }

    /// Changes something, lets everything follow from it, and carries out what is to be done.
    func change(_ body: (inout LocationState, Circumstances) -> Void = { _, _ in }) {
        guard let phone else { return }
        let circumstances = circumstances(of: phone)
        let acts = state.withLock { state in
            state.moment = circumstances.now
            body(&state, circumstances)
            state.tick(circumstances)
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

    private func perform(_ act: LocationAct, _ phone: Phone) {
        let generation = phone.generation
        switch act {
        case .tell(let manager, let callback):
            phone.deliver(to: generation) { self.tell(manager, callback, generation) }
        case .tellMonitor(let name, let event):
            phone.deliver(to: generation) {
                self.state.withLock { $0.ports[name] }?.hand(event)
            }
        case .greet(let manager):
            phone.deliver(to: generation) {
                self.tell(manager, .authorization, generation)
                self.state.withLock { $0.managers[manager]?.isGreeted = true }
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

    /// Whether a process cannot see now what is watched, or will be in a moment: it is shown no
    /// regions, or one before it asked for something that is not done yet.
    func isBlind(_ generation: Int) -> Bool {
        guard let phone else { return true }
        let circumstances = circumstances(of: phone)
        return state.withLock { $0.hidesRegions(circumstances) }
            || requests.withLock { $0.contains { $0.generation != generation } }
    }

    /// Asks the system for something: it does it a moment later, whatever becomes of the process,
    /// and after all that it was asked for before.
    func request(_ generation: Int, _ body: @escaping Request) {
        guard let phone, phone.isAlive(generation) else { return }
        requests.withLock { $0.append((generation, body)) }
        timeline.schedule(after: state.withLock(\.behavior.replyDelay)) {
            self.change(self.requests.withLock { $0.removeFirst().body })
        }
    }

    private func tell(_ number: Int?, _ callback: Callback, _ generation: Int) {
        let links = state.withLock { state in
            state.managers.values
                .filter { $0.generation == generation && (number == nil || $0.number == number) }
                .sorted { $0.number < $1.number }
                .map(\.link)
        }
        for link in links { link.call(callback) }
    }

    private func takePending(_ generation: Int) -> (LocationEvent, LocationState.Takers)? {
        let managers = state.withLock(\.managers).values.filter { $0.generation == generation }
        // Outside of the lock: looking at a delegate may be what keeps it alive.
        let ready = Set(
            managers.filter { $0.isGreeted && $0.link.isReady }.map(\.number)
        )
        let now = timeline.now
        return state.withLock { state in
            state.moment = now
            return state.takePending(ready)
        }
    }

    private func deliverPending(_ generation: Int) {
        while phone?.isAlive(generation) == true,
            let (event, takers) = takePending(generation)
        {
            switch takers {
            case .managers(let links):
                for callback in event.callbacks { for link in links { link.call(callback) } }
            case .monitor(let port, let event): port.hand(event)
            }
        }
    }
}

extension Date {
    /// How long until a moment, rounded up, so that it is over then.
    func delay(until date: Date) -> Duration {
        .milliseconds(Int64((max(0, date.timeIntervalSince(self)) * 1000).rounded(.up)))
    }
}
