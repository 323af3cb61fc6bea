import TrendyLocalization
import TrendyModel
import TrendyStore

extension SyncStatus {
    /// What a person should read.
    public var text: String {
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

    /// What waits and until when; `nil` when nothing does.
    public var waitingText: String? {
        guard queue.pending > 0 else { return nil }
        let areEvents = queue.pendingEvents == queue.pending
        guard let nextTry else {
            let phrase = areEvents ? Strings.Sync.eventsWaiting : Strings.Sync.changesWaiting
            return phrase(queue.pending)
        }
        let phrase = areEvents ? Strings.Sync.eventsWaitingUntil : Strings.Sync.changesWaitingUntil
        return phrase(queue.pending, ["wait": Self.text(for: nextTry)])
    }

    /// What was not accepted; `nil` when everything was.
    public var failedText: String? {
        failedMutations == 0 ? nil : Strings.Sync.failedChanges(failedMutations)
    }

    /// What this app is too old for; `nil` when there is nothing.
    public var quarantinedText: String? {
        queue.quarantined == 0 ? nil : Strings.Sync.quarantined(queue.quarantined)
    }

    /// What lost conflicts; `nil` when nothing did.
    public var conflictsText: String? {
        queue.conflicts == 0 ? nil : Strings.Sync.conflicts(queue.conflicts)
    }

    /// How many changes a person must decide about.
    public var failedMutations: Int { queue.failed + queue.stale }

    /// A span as people say it: seconds below two minutes, then minutes.
    private static func text(for span: Duration) -> String {
        let seconds = (span.wholeMilliseconds + 999) / 1000
        return seconds < 120
            ? Strings.Time.seconds(["seconds": String(seconds)])
            : Strings.Time.minutes(["minutes": String((seconds + 59) / 60)])
    }
}

extension SyncProgress {
    /// How far a run has come, for a person.
    public var text: String {
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
    /// What keeps sync from getting on, for a person.
    public var text: String {
        switch self {
        case .notSignedIn: Strings.Sync.notSignedIn()
        case .needsSignIn: Strings.Sync.needsSignIn()
        case .needsUpgrade: Strings.Sync.needsUpgrade()
        case .offline: Strings.Sync.offline()
        case .notTrendy: Strings.Sync.notTrendy()
        case .busy: Strings.Sync.busy()
        case .timedOut: Strings.Sync.timedOut()
        case .trouble(let error): Strings.Sync.trouble(["reason": error])
        }
    }
}
