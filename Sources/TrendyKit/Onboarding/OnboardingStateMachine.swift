public import TrendyModel
public import TrendyWire

/// What happens to somebody's onboarding, and what is to be done about it: no clock, no disk, no
/// network.
///
/// Storing comes before everything else it asks for, so a force-quit between any two actions loses
/// nothing.
public struct OnboardingStateMachine: Sendable {
    /// What happened.
    public enum Event: Sendable {
        /// A step was done, or signing in put off.
        case did(OnboardingStep, Instant)
        /// A permission was answered.
        case answered(OnboardingStatus.Permission, OnboardingStatus.Answer, Instant)
        /// The account was signed in to.
        case signedIn(Instant)
        /// The server told what it has.
        case heard(OnboardingStatus)
        /// The server has a change now, and told what that came to.
        case sent(Document, OnboardingStatus)
        /// A change could not be sent, or, without one, the server could not be asked.
        case failed(Document?, Failure)
        /// The pause is over.
        case waited
        /// The network is back: whatever paused need not wait any longer.
        case didComeOnline
        /// The person begins again, and this is what that came to.
        case startedOver(OnboardingStatus)
    }

    /// Why a change could not be sent.
    public enum Failure: Sendable, Hashable {
        /// It is tried again after a pause, which the server may have given.
        case later(Duration?)
        /// The session has ended: it waits for a new one.
        case needsSignIn
        /// The server refuses this change, and would again; those behind it go on.
        case refused
    }

    /// What is to be done, in this order.
    public enum Action: Sendable, Hashable {
        /// Store the record, at once.
        case store(OnboardingRecord)
        /// Show this.
        case show(OnboardingPlace)
        /// Send a change.
        case push(Document)
        /// Wait, then say so.
        ///
        /// - `failures`: how often in a row it was tried.
        /// - `atLeast`: how long the server asked for.
        case pause(failures: Int, atLeast: Duration?)
    }

    private enum Sending: Hashable {
        case idle
        case onItsWay(Document)
        case paused
        case needsSignIn
    }

    /// Whose it is.
    public let owner: OnboardingOwner
    /// What is known.
    public private(set) var record: OnboardingRecord
    private var sending = Sending.idle
    private var failures = 0
    /// What was refused since the launch: a later program or server may take it.
    private var refused: Set<Document> = []

    /// A machine that goes on where a record stops.
    public init(owner: OnboardingOwner, record: OnboardingRecord) {
        self.owner = owner
        self.record = record
    }

    /// Where the person is.
    public var place: OnboardingPlace { record.place(isSignedIn: owner.isSignedIn) }

    /// Whether changes wait for the person to sign in again.
    public var needsSignIn: Bool { sending == .needsSignIn }

    /// Says what is to be done about what happened.
    public mutating func received(_ event: Event) -> [Action] {
        switch event {
        case .did(.signIn, _) where !owner.isSignedIn:
            record.hasPutOffSignIn = true
            return [.store(record), .show(place)]
        case .did(let step, let time):
            guard !record.isDone(step) else { return [.show(place)] }
            return make(step.name.map { OnboardingStatus.change(step: $0, at: time) })
        case .answered(let permission, let answer, let time):
            return self.answered(permission, answer, time)
        case .signedIn(let time):
            // A session that is new ends every pause.
            (sending, failures) = (.idle, 0)
            guard !record.isDone(.signIn) else { return [.store(record)] + push() }
            record.make(OnboardingStatus.change(step: OnboardingStatus.Step.signIn, at: time))
            return [.store(record)] + push()
        case .heard(let status):
            record.hear(status)
            return [.store(record)] + push()
        case .sent(let change, let status):
            (sending, failures) = (.idle, 0)
            if let index = record.unsent.firstIndex(of: change) { record.unsent.remove(at: index) }
            record.hear(status)
            return [.store(record)] + push()
        case .failed(let change, let failure):
            return failed(change, failure)
        case .waited:
            if sending == .paused { sending = .idle }
            return push()
        case .didComeOnline:
            failures = 0
            return received(.waited)
        case .startedOver(let status):
            record = OnboardingRecord()
            record.status = status
            record.isConfirmed = owner.isSignedIn
            return [.store(record), .show(place)]
        }
    }

    private mutating func answered(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer,
        _ time: Instant
    ) -> [Action] {
        guard !record.isDone(.permission(permission)) || record.status[permission] != answer else {
            return [.show(place)]
        }
        var change = OnboardingStatus.change(permission, answer, at: time)
        let others = OnboardingStatus.Permission.allCases.filter { $0 != permission }
        if others.allSatisfy({ record.isDone(.permission($0)) }) {
            let all = OnboardingStatus.change(step: OnboardingStatus.Step.permissions, at: time)
            change = change.applying(all)
        }
        return make(change)
    }

    /// - `change`: what to take in; the end of it all when `nil`.
    private mutating func make(_ change: Document?) -> [Action] {
        var onItsWay: Document?
        if case .onItsWay(let change) = sending { onItsWay = change }
        record.make(change ?? OnboardingStatus.completion, sending: onItsWay)
        return [.store(record), .show(place)] + push()
    }

    private mutating func failed(_ change: Document?, _ failure: Failure) -> [Action] {
        // What is on its way has its own end.
        if change == nil, case .onItsWay = sending { return [] }
        switch failure {
        case .later(let wait):
            sending = .paused
            failures += 1
            return [.pause(failures: failures, atLeast: wait)]
        case .needsSignIn:
            sending = .needsSignIn
            return []
        case .refused:
            sending = .idle
            if let change { refused.insert(change) }
            return push()
        }
    }

    private mutating func push() -> [Action] {
        guard owner.isSignedIn, sending == .idle,
            let change = record.unsent.first(where: { !refused.contains($0) })
        else { return [] }
        sending = .onItsWay(change)
        return [.push(change)]
    }
}
