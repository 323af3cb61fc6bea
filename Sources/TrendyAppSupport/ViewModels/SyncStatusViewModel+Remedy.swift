import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync

extension SyncStatus {
    /// Why sync does not progress, and what the person can do; `nil` while nothing is wrong.
    ///
    /// - `isOnline`: whether the device has a network connection; `nil` when unknown.
    func explanation(isOnline: Bool?) -> (reason: String, remedy: String?)? {
        if let blocker { return (reason(blocker, isOnline), remedy(blocker, isOnline)) }
        if isOnline == false { return (Strings.Sync.noNetwork(), Strings.Sync.remedyNetwork()) }
        if let failedText { return (failedText, Strings.Sync.remedyFailed()) }
        if let conflictsText { return (conflictsText, Strings.Sync.remedyConflicts()) }
        if let quarantinedText { return (quarantinedText, Strings.Sync.remedyUpdate()) }
        if queue.drift != nil { return (Strings.Sync.differs(), Strings.Sync.remedyWait()) }
        return nil
    }

    private func reason(_ blocker: Blocker, _ isOnline: Bool?) -> String {
        guard blocker == .offline else { return blocker.text }
        if isOnline == false { return Strings.Sync.noNetwork() }
        return queue.lastError.map { FailureReasonPresenter.text(for: $0) } ?? blocker.text
    }

    private func remedy(_ blocker: Blocker, _ isOnline: Bool?) -> String? {
        switch blocker {
        case .notSignedIn: return Strings.Sync.remedyFirstSignIn()
        case .needsSignIn: return Strings.Sync.remedySignIn()
        case .needsUpgrade: return Strings.Sync.remedyUpdate()
        case .notTrendy: return Strings.Sync.remedyAddress()
        case .busy, .timedOut, .failure: return Strings.Sync.remedyWait()
        case .offline:
            if isOnline == false { return Strings.Sync.remedyNetwork() }
            if case .unreachable(_, .notSecure)? = queue.lastError {
                return Strings.Sync.remedySecure()
            }
            return Strings.Sync.remedyServer()
        }
    }
}
