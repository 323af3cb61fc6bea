import TrendyModel
import TrendyStore
import TrendyWords

extension SyncStatus {
    /// What a person should read.
    public var words: String {
        var parts: [String] = []
        if let progress { parts.append(progress.words) }
        if let obstacle { parts.append(obstacle.words) }
        if let waitingWords { parts.append(waitingWords) }
        if let undecidedWords { parts.append(undecidedWords) }
        if queue.blocked > 0 {
            parts.append(Words.Sync.blocked(queue.blocked))
        }
        if let quarantinedWords { parts.append(quarantinedWords) }
        if queue.drift != nil { parts.append(Words.Sync.differs()) }
        if let conflictsWords { parts.append(conflictsWords) }
        if obstacle != nil {
            parts.append(Words.Sync.allSaved())
        } else if queue.cursor == nil {
            parts.append(Words.Sync.neverSynced())
        } else if queue.pending + undecided + queue.quarantined == 0, queue.drift == nil,
            progress == nil
        {
            parts.insert(Words.Sync.allSynced(), at: 0)
        }
        return parts.joined(separator: " ")
    }

    /// What waits and until when; `nil` when nothing does.
    public var waitingWords: String? {
        guard queue.pending > 0 else { return nil }
        let areEvents = queue.pendingEvents == queue.pending
        guard let nextTry else {
            let phrase = areEvents ? Words.Sync.eventsWaiting : Words.Sync.changesWaiting
            return phrase(queue.pending)
        }
        let phrase = areEvents ? Words.Sync.eventsWaitingUntil : Words.Sync.changesWaitingUntil
        return phrase(queue.pending, ["wait": Self.words(for: nextTry)])
    }

    /// What was not accepted; `nil` when everything was.
    public var undecidedWords: String? {
        undecided == 0 ? nil : Words.Sync.undecided(undecided)
    }

    /// What this app is too old for; `nil` when there is nothing.
    public var quarantinedWords: String? {
        queue.quarantined == 0 ? nil : Words.Sync.quarantined(queue.quarantined)
    }

    /// What lost conflicts; `nil` when nothing did.
    public var conflictsWords: String? {
        queue.conflicts == 0 ? nil : Words.Sync.conflicts(queue.conflicts)
    }

    /// How many changes a person must decide about.
    public var undecided: Int { queue.failed + queue.stale }

    /// A span as people say it: seconds below two minutes, then minutes.
    private static func words(for span: Duration) -> String {
        let seconds = (span.wholeMilliseconds + 999) / 1000
        return seconds < 120
            ? Words.Time.seconds(["seconds": String(seconds)])
            : Words.Time.minutes(["minutes": String((seconds + 59) / 60)])
    }
}

extension SyncProgress {
    /// How far a run has come, for a person.
    public var words: String {
        switch self {
        case .bootstrapping(let received, let total):
            total > 0
                ? Words.Sync.readingSome(["done": String(received), "total": String(total)])
                : Words.Sync.reading()
        case .pushing(let done, let total):
            Words.Sync.sending(["done": String(done), "total": String(total)])
        case .pulling(let received):
            received == 0
                ? Words.Sync.lookingForNews() : Words.Sync.received(["count": String(received)])
        }
    }
}

extension SyncStatus.Obstacle {
    /// What keeps sync from getting on, for a person.
    public var words: String {
        switch self {
        case .notSignedIn: Words.Sync.notSignedIn()
        case .needsSignIn: Words.Sync.needsSignIn()
        case .needsUpgrade: Words.Sync.needsUpgrade()
        case .offline: Words.Sync.offline()
        case .notTrendy: Words.Sync.notTrendy()
        case .busy: Words.Sync.busy()
        case .outOfTime: Words.Sync.outOfTime()
        case .trouble(let error): Words.Sync.trouble(["reason": error])
        }
    }
}
