import TrendyLocalization
import TrendyModel
import TrendyStore
package import TrendySync

extension SyncStatus {
    /// The status in localized sentences.
    package var text: String {
        var parts: [String] = []
        if let progress { parts.append(progress.text) }
        if let blocker { parts.append(blocker.text) }
        if let waitingText { parts.append(waitingText) }
        if let failedText { parts.append(failedText) }
        if queue.blocked > 0 {
            parts.append(Strings.Sync.blocked(queue.blocked))
        }
        if let quarantinedText { parts.append(quarantinedText) }
        if queue.drift != nil { parts.append(Strings.Sync.differs()) }
        if let conflictsText { parts.append(conflictsText) }
        if blocker != nil {
            parts.append(Strings.Sync.allSaved())
        } else if queue.cursor == nil {
            parts.append(Strings.Sync.neverSynced())
        } else if queue.pending + failedMutations + queue.quarantined == 0, queue.drift == nil,
            progress == nil
        {
            parts.insert(Strings.Sync.allSynced(), at: 0)
        }
        return parts.joined(separator: " ")
    }

    /// The number of pending mutations and the time of the next attempt; `nil` when none is
    /// pending.
    package var waitingText: String? {
        guard queue.pending > 0 else { return nil }
        let areEvents = queue.pendingEvents == queue.pending
        guard let nextTry else {
            let phrase = areEvents ? Strings.Sync.eventsWaiting : Strings.Sync.changesWaiting
            return phrase(queue.pending)
        }
        let phrase = areEvents ? Strings.Sync.eventsWaitingUntil : Strings.Sync.changesWaitingUntil
        return phrase(queue.pending, ["wait": Self.text(for: nextTry)])
    }

    /// The number of failed mutations; `nil` when there is none.
    package var failedText: String? {
        failedMutations == 0 ? nil : Strings.Sync.failedChanges(failedMutations)
    }

    /// The number of quarantined changes; `nil` when there is none.
    package var quarantinedText: String? {
        queue.quarantined == 0 ? nil : Strings.Sync.quarantined(queue.quarantined)
    }

    /// The number of open conflicts; `nil` when there is none.
    package var conflictsText: String? {
        queue.conflicts == 0 ? nil : Strings.Sync.conflicts(queue.conflicts)
    }

    /// A duration: in seconds below two minutes, else in minutes.
    private static func text(for span: Duration) -> String {
        let seconds = (span.wholeMilliseconds + 999) / 1000
        return seconds < 120
            ? Strings.Time.seconds(["seconds": String(seconds)])
            : Strings.Time.minutes(["minutes": String((seconds + 59) / 60)])
    }
}

extension SyncProgress {
    /// The progress as a localized sentence.
    package var text: String {
        switch self {
        case .bootstrapping(let received, let total):
            total > 0
                ? Strings.Sync.readingSome(["done": String(received), "total": String(total)])
                : Strings.Sync.reading()
        case .pushing(let done, let total):
            Strings.Sync.sending(["done": String(done), "total": String(total)])
        case .pulling(let received):
            received == 0
                ? Strings.Sync.checkingForChanges()
                : Strings.Sync.received(["count": String(received)])
        }
    }
}

extension SyncStatus.Blocker {
    /// The blocker as a localized sentence.
    package var text: String {
        switch self {
        case .notSignedIn: Strings.Sync.notSignedIn()
        case .needsSignIn: Strings.Sync.needsSignIn()
        case .needsUpgrade: Strings.Sync.needsUpgrade()
        case .offline: Strings.Sync.offline()
        case .notTrendy: Strings.Sync.notTrendy()
        case .busy: Strings.Sync.busy()
        case .timedOut: Strings.Sync.timedOut()
        case .failure(let reason):
            Strings.Sync.trouble(["reason": FailureReasonPresenter.text(for: reason)])
        }
    }
}

extension SyncStatus.Blocker {
    /// The blocker that a failure becomes.
    init(_ failure: SyncFailure) {
        self.init(code: failure.code, reason: failure.reason)
    }
}
