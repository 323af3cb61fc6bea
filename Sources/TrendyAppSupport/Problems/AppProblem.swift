import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync

/// A bad state of the app that the person can understand and end.
///
/// Its texts contain no path, address, code or recorded data.
public struct AppProblem: Sendable, Equatable, Identifiable {
    /// The kind of a problem, most urgent first.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// The device was not unlocked since it was restarted.
        case locked
        /// A newer version wrote this device's data.
        case databaseNewer
        /// The database is damaged, or another program's file is in its place.
        case databaseDamaged
        /// The disk is full.
        case deviceFull
        /// The database or the profile cannot be read now.
        case databaseUnavailable
        /// The stored sign-in was damaged and has been moved aside.
        case profileDamaged
        /// The app is too old for the server.
        case appTooOld
        /// The session has ended, for example because the account was deleted.
        case sessionEnded
        /// The clock of the device is wrong by more than ``AppProblem/maximumClockError``.
        case clockWrong
        /// Something else answers at the server's address.
        case notTrendy
        /// There are at least ``AppProblem/manyChanges`` pending changes.
        case manyPending
    }

    /// What the person can do about a problem with one tap.
    public enum Action: Sendable, Hashable {
        /// Open this device's data again.
        case tryAgain
        /// Sign in again, or enter another server address.
        case signIn
        /// Keep the damaged database aside, and read everything from the server again.
        case setAside
        /// Open the system's settings.
        case openSettings
        /// Open the App Store.
        case updateApp
    }

    /// The kind.
    public let kind: Kind
    /// The problem in a few words.
    public let title: String
    /// What happened, and what is safe.
    public let text: String
    /// What the person can do.
    public let remedy: String
    /// The action to offer; `nil` when there is only waiting.
    public let action: Action?
    /// The name of ``action``.
    public let actionTitle: String?
    /// Whether this device's data cannot be shown; otherwise the app works.
    public let isBlocking: Bool

    /// The kind.
    public var id: Kind { kind }

    /// The number of pending changes from which the app says that sending takes long.
    public static let manyChanges = 10_000
    /// The difference from the server's clock from which the app calls the device's clock wrong.
    ///
    /// A difference of less than a day may be a wrong time zone, and is corrected without the
    /// person.
    public static let maximumClockError = Duration.seconds(86_400)

    /// Creates a problem with the texts of its kind.
    ///
    /// - `count`: the number of pending changes, for ``Kind/manyPending``.
    init(_ kind: Kind, count: Int = 0) {
        self.kind = kind
        let texts = Self.texts(of: kind)
        title = texts.title()
        text = texts.text(["number": String(count)])
        remedy = texts.remedy()
        action = Self.action(for: kind)
        actionTitle = action.map { Self.title(of: $0) }
        isBlocking =
            switch kind {
            case .locked, .databaseNewer, .databaseDamaged, .databaseUnavailable: true
            default: false
            }
    }

    private init(blocking problem: AppProblem) {
        (kind, title, text) = (problem.kind, problem.title, problem.text)
        (remedy, action) = (problem.remedy, problem.action)
        (actionTitle, isBlocking) = (problem.actionTitle, true)
    }

    /// The problem that an error of opening this device's data is.
    ///
    /// - `isLocked`: whether protected files cannot be read now.
    static func opening(_ error: any Error, isLocked: Bool) -> AppProblem {
        if isLocked { return AppProblem(.locked) }
        let error = error as? StoreError
        switch (error?.code, error?.reason) {
        case (.diskFull, _): return AppProblem(blocking: AppProblem(.deviceFull))
        case (.newerSchema, _): return AppProblem(.databaseNewer)
        case (_, .databaseNotOpened(.damaged, _, _)), (_, .databaseNotOpened(.foreign, _, _)):
            return AppProblem(.databaseDamaged)
        default: return AppProblem(.databaseUnavailable)
        }
    }

    /// The most urgent problem of a sync.
    ///
    /// - Parameters:
    ///   - status: the status of the sync.
    ///   - clockError: how far the server's clock is ahead of the device's.
    /// - Returns: the problem; `nil` when there is none.
    static func syncing(_ status: SyncStatus, clockError: Duration) -> AppProblem? {
        let isClockWrong = abs(clockError.components.seconds) > maximumClockError.components.seconds
        switch status.blocker {
        case .failure(.diskFull): return AppProblem(.deviceFull)
        case .needsUpgrade: return AppProblem(.appTooOld)
        case .needsSignIn: return AppProblem(.sessionEnded)
        case .notTrendy: return AppProblem(.notTrendy)
        default: break
        }
        if isClockWrong { return AppProblem(.clockWrong) }
        let pending = status.queue.pending
        return pending >= manyChanges ? AppProblem(.manyPending, count: pending) : nil
    }

    private static func action(for kind: Kind) -> Action? {
        switch kind {
        case .locked, .manyPending: nil
        case .databaseNewer, .appTooOld: .updateApp
        case .databaseDamaged: .setAside
        case .databaseUnavailable: .tryAgain
        case .deviceFull, .clockWrong: .openSettings
        case .profileDamaged, .sessionEnded, .notTrendy: .signIn
        }
    }

    private static func title(of action: Action) -> String {
        switch action {
        case .tryAgain: Strings.Problems.tryAgain()
        case .signIn: Strings.Problems.signIn()
        case .setAside: Strings.Problems.setAside()
        case .openSettings: Strings.Problems.openSettings()
        case .updateApp: Strings.Problems.updateApp()
        }
    }

    private typealias Texts = (title: LocalizedText, text: LocalizedText, remedy: LocalizedText)

    private static func texts(of kind: Kind) -> Texts {
        typealias Text = Strings.Problems
        return switch kind {
        case .locked: (Text.lockedTitle, Text.locked, Text.lockedRemedy)
        case .databaseNewer: (Text.newerTitle, Text.newer, Text.newerRemedy)
        case .databaseDamaged: (Text.damagedTitle, Text.damaged, Text.damagedRemedy)
        case .deviceFull: (Text.fullTitle, Text.full, Text.fullRemedy)
        case .databaseUnavailable: (Text.unavailableTitle, Text.unavailable, Text.unavailableRemedy)
        case .profileDamaged: (Text.profileTitle, Text.profile, Text.profileRemedy)
        case .appTooOld: (Text.oldTitle, Text.old, Text.oldRemedy)
        case .sessionEnded: (Text.sessionTitle, Text.session, Text.sessionRemedy)
        case .clockWrong: (Text.clockTitle, Text.clock, Text.clockRemedy)
        case .notTrendy: (Text.notTrendyTitle, Text.notTrendy, Text.notTrendyRemedy)
        case .manyPending: (Text.manyTitle, Text.many, Text.manyRemedy)
        }
    }
}
