import TrendyLocalization
import TrendyStore
import TrendySync

/// Tells the person of work that needs them: once when it begins to, and not again before it is
/// over.
struct SyncNotifications {
    let store: DeviceStore
    let center: any UserNotificationCenter

    /// Something that only the person can mend.
    enum Need: String, CaseIterable {
        case failed
        case conflict
        case signIn = "sign-in"

        /// What the person is told.
        var notice: UserNotification {
            let (title, body): (LocalizedText, LocalizedText) =
                switch self {
                case .failed: (Strings.Notices.failedTitle, Strings.Notices.failedBody)
                case .conflict: (Strings.Notices.conflictTitle, Strings.Notices.conflictBody)
                case .signIn: (Strings.Notices.signInTitle, Strings.Notices.signInBody)
                }
            return UserNotification(
                identifier: identifier,
                title: title(),
                body: body(),
                thread: "work"
            )
        }

        /// What it is remembered under.
        var identifier: String { "work/\(rawValue)" }

        /// Whether a state of sync has it.
        func isThere(in status: SyncStatus) -> Bool {
            switch self {
            case .failed: status.queue.failed + status.queue.stale > 0
            case .conflict: status.queue.conflicts > 0
            case .signIn: status.blocker == .needsSignIn
            }
        }
    }

    /// Follows the states of sync until the task is cancelled.
    func run(_ statuses: SyncStatuses) async {
        for await status in statuses {
            for need in Need.allCases {
                // What cannot be noted now, or shown, is after the next change.
                try? await settle(need, isThere: need.isThere(in: status))
            }
        }
    }

    private func settle(_ need: Need, isThere: Bool) async throws {
        guard isThere else {
            if try await store.releaseNotice(need.identifier) {
                await center.withdraw([need.identifier])
            }
            return
        }
        guard await center.authorization() == .authorized,
            try await store.claimNotice(need.identifier)
        else { return }
        do {
            try await center.show(need.notice)
        } catch {
            try await store.releaseNotice(need.identifier)
            throw error
        }
    }
}
