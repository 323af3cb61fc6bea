import TrendyKit
package import TrendyModel
package import TrendyWire

/// The state machine of one person's onboarding: progress, unsent changes and retries; pure.
///
/// It returns `store` before any other action, so a force-quit between two actions loses nothing.
package struct OnboardingStateMachine: Sendable {
    /// An event of the person, the server or the network.
    package enum Event: Sendable {
        /// The person completed a step, or skipped signing in.
        case completed(OnboardingStep, Instant)
        /// The person answered a permission request.
        case answered(OnboardingStatus.Permission, OnboardingStatus.Answer, Instant)
        /// The person signed in to the account.
        case signedIn(Instant)
        /// The server returned its status.
        case receivedStatus(OnboardingStatus)
        /// The server accepted a change and returned the resulting status.
        case sent(Document, OnboardingStatus)
        /// Sending a change failed, or, with `nil`, the status request failed.
        case failed(Document?, Failure)
        /// The retry delay elapsed.
        case delayElapsed
        /// The network became available, which ends the retry delay.
        case didComeOnline
        /// The person restarted the onboarding; the associated value is the resulting status.
        case startedOver(OnboardingStatus)
    }

    /// The kind of a failed request.
    package enum Failure: Sendable, Hashable {
        /// Retry later; the associated value is the delay that the server asked for, if any.
        case later(Duration?)
        /// The session expired. Sending resumes after the next sign-in.
        case needsSignIn
        /// The server rejected this change permanently. Later changes are still sent.
        case refused
    }

    /// An effect to perform; effects are performed in the order returned.
    package enum Action: Sendable, Hashable {
        /// Store the record immediately.
        case store(OnboardingRecord)
        /// Show a position in the onboarding.
        case show(OnboardingPlace)
        /// Send a change to the server.
        case push(Document)
        /// Start the retry delay, and send ``Event/delayElapsed`` when it has elapsed.
        ///
        /// - `failures`: the number of consecutive failures.
        /// - `atLeast`: the minimum delay that the server asked for.
        case pause(failures: Int, atLeast: Duration?)
    }

    private enum Sending: Hashable {
        case idle
        case inFlight(Document)
        case paused
        case needsSignIn
    }

    /// The owner of the record.
    package let owner: OnboardingOwner
    /// The current record.
    package private(set) var record: OnboardingRecord
    private var sending = Sending.idle
    private var failures = 0
    /// Changes that the server rejected since the launch.
    ///
    /// A later program or server may accept them.
    private var refused: Set<Document> = []

    /// Creates a machine that continues from a stored record.
    package init(owner: OnboardingOwner, record: OnboardingRecord) {
        self.owner = owner
        self.record = record
    }

    /// The current position in the onboarding.
    package var place: OnboardingPlace { record.place(isSignedIn: owner.isSignedIn) }

    /// Whether unsent changes wait for the person to sign in again.
    package var needsSignIn: Bool { sending == .needsSignIn }

    /// Handles an event and returns the actions to perform.
    package mutating func received(_ event: Event) -> [Action] {
        switch event {
        case .completed(.signIn, _) where !owner.isSignedIn:
            record.hasPostponedSignIn = true
            return [.store(record), .show(place)]
        case .completed(let step, let time):
            guard !record.isDone(step) else { return [.show(place)] }
            return apply(step.name.map { OnboardingStatus.change(step: $0, at: time) })
        case .answered(let permission, let answer, let time):
            return self.answered(permission, answer, time)
        case .signedIn(let time):
            // A new session ends the retry delay.
            (sending, failures) = (.idle, 0)
            guard !record.isDone(.signIn) else { return [.store(record)] + push() }
            record.apply(OnboardingStatus.change(step: OnboardingStatus.Step.signIn, at: time))
            return [.store(record)] + push()
        case .receivedStatus(let status):
            record.mergeStatus(status)
            return [.store(record)] + push()
        case .sent(let change, let status):
            (sending, failures) = (.idle, 0)
            if let index = record.unsent.firstIndex(of: change) { record.unsent.remove(at: index) }
            record.mergeStatus(status)
            return [.store(record)] + push()
        case .failed(let change, let failure):
            return failed(change, failure)
        case .delayElapsed:
            if sending == .paused { sending = .idle }
            return push()
        case .didComeOnline:
            failures = 0
            return received(.delayElapsed)
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
        return apply(change)
    }

    /// - `change`: the change to apply; `nil` completes the onboarding.
    private mutating func apply(_ change: Document?) -> [Action] {
        var inFlight: Document?
        if case .inFlight(let change) = sending { inFlight = change }
        record.apply(change ?? OnboardingStatus.completion, sending: inFlight)
        return [.store(record), .show(place)] + push()
    }

    private mutating func failed(_ change: Document?, _ failure: Failure) -> [Action] {
        // The change in flight ends with an event of its own.
        if change == nil, case .inFlight = sending { return [] }
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
        sending = .inFlight(change)
        return [.push(change)]
    }
}
