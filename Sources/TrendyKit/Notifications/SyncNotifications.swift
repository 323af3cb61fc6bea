import TrendyLocalization
import TrendyStore
import TrendySync

/// Shows a notification when sync needs the person; one per cause, until the cause is resolved.
struct SyncNotifications {
    let store: DeviceStore
    let center: any UserNotificationCenter

    /// A cause that only the person can resolve.
    enum Cause: String, CaseIterable {
        case failed
        case conflict
        case signIn = "sign-in"

        /// The notification to show.
        var notification: UserNotification {
            typealias Texts = Strings.Notifications
            let (title, body): (LocalizedText, LocalizedText) =
                switch self {
                case .failed: (Texts.failedTitle, Texts.failedBody)
                case .conflict: (Texts.conflictTitle, Texts.conflictBody)
                case .signIn: (Texts.signInTitle, Texts.signInBody)
                }
            return UserNotification(
                identifier: identifier,
                title: title(),
                body: body(),
                thread: "work"
            )
        }

        /// The notification's identifier, under which the store keeps the claim.
        var identifier: String { "work/\(rawValue)" }

        /// Whether a sync status has this cause.
        func isPresent(in status: SyncStatus) -> Bool {
            switch self {
            case .failed: status.queue.failed + status.queue.stale > 0
            case .conflict: status.queue.conflicts > 0
            case .signIn: status.blocker == .needsSignIn
            }
        }
    }

    /// Observes sync statuses until the task is cancelled.
    func run(_ statuses: SyncStatuses) async {
        for await status in statuses {
            for cause in Cause.allCases {
                // An error while claiming or showing is retried with the next status.
                try? await update(cause, isPresent: cause.isPresent(in: status))
            }
        }
    }

    private func update(_ cause: Cause, isPresent: Bool) async throws {
        guard isPresent else {
            if try await store.write({ try $0.notifications.release(cause.identifier) }) {
                await center.withdraw([cause.identifier])
            }
            return
        }
        guard await center.authorization() == .authorized,
            try await store.write({ try $0.notifications.claim(cause.identifier) })
        else { return }
        do {
            try await center.show(cause.notification)
        } catch {
            try await store.write { try $0.notifications.release(cause.identifier) }
            throw error
        }
    }
}
