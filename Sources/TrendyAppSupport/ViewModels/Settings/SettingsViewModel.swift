public import Observation
package import TrendyKit
import TrendyLocalization
package import TrendyModel
import TrendyStore
import TrendySync

/// The view model of the settings: account, unsent changes, sync frequency, erasing, versions and
/// licences.
@MainActor
@Observable
public final class SettingsViewModel: StoreBackedViewModel {
    /// A version.
    public struct Line: Sendable, Equatable, Identifiable {
        /// A stable name.
        public let id: String
        /// The label.
        public let label: String
        /// The value as text.
        public let value: String
    }

    /// The signed-in account, or that there is none.
    public var accountText: String {
        guard let email else { return Strings.Settings.local() }
        let phrase = isSignedIn ? Strings.Settings.signedIn : Strings.Settings.sessionEnded
        return phrase(["email": email])
    }
    /// The address of the account; `nil` when none was ever signed in.
    public var email: String? { account.email }
    /// The server's address as the person entered it; `nil` before the first sign-in.
    public var serverText: String? { account.server }
    /// Whether the session is alive.
    public var isSignedIn: Bool { account.isSignedIn }
    /// The number of changes that only this device has; `nil` when everything is sent.
    public private(set) var unsentText: String?
    /// Whether the person chose fewer syncs.
    public private(set) var syncsLessOften: Bool
    /// What the switch for fewer syncs does.
    public var syncsLessOftenText: String { Strings.Settings.lessOften() }
    /// The question before erasing; `nil` when it was not requested.
    public private(set) var eraseWarning: String?
    /// Whether the data is being erased.
    public private(set) var isErasing = false
    /// The versions of the app and of the database.
    public private(set) var versions: [Line] = []
    /// The open-source libraries of the app.
    public let licenses = License.all
    /// Why the settings may be outdated, or why an action failed; `nil` when neither is the case.
    public internal(set) var problem: String?

    static var unreadable: LocalizedText { Strings.Settings.unreadable }

    @ObservationIgnored let store: DeviceStore
    @ObservationIgnored let dependencies: Dependencies
    @ObservationIgnored private let engine: TrendyEngine
    @ObservationIgnored private let account: AccountContext
    @ObservationIgnored private let frequency: SyncFrequency
    @ObservationIgnored private let appVersion: String?
    @ObservationIgnored let mutex = AsyncMutex()

    /// Creates a view model over an engine.
    ///
    /// - Parameters:
    ///   - engine: the engine of the account.
    ///   - dependencies: the clocks.
    ///   - account: the account.
    ///   - keyValues: stores the choice of fewer syncs.
    ///   - appVersion: the version of the app; `nil` when it is unknown.
    package init(
        engine: TrendyEngine,
        dependencies: Dependencies,
        account: AccountContext,
        keyValues: any KeyValueStore,
        appVersion: String? = nil
    ) {
        store = engine.store
        self.dependencies = dependencies
        self.engine = engine
        self.account = account
        self.appVersion = appVersion
        frequency = SyncFrequency(keyValues: keyValues)
        syncsLessOften = frequency.isLessOften
    }

    /// Updates the settings after each change, until the task is cancelled.
    public func run() async {
        await showChanges()
    }

    /// Reads the settings again.
    public func refresh() async {
        await show()
    }

    /// Chooses fewer or normal syncs; the choice applies at once.
    public func setSyncsLessOften(_ isOn: Bool) async {
        await perform(orShow: Strings.Settings.notSaved) {
            try frequency.set(isLessOften: isOn)
            syncsLessOften = isOn
            await engine.scheduler?.use(frequency.schedule)
        }
    }

    /// Sets ``eraseWarning``, which says what would be lost.
    public func askToErase() async {
        await perform(orShow: Strings.Settings.unreadable) {
            let unsent = try await unsentCount()
            eraseWarning =
                if !isSignedIn, email == nil {
                    Strings.Settings.eraseLocal()
                } else if unsent > 0 {
                    Strings.Settings.eraseUnsent(unsent)
                } else {
                    Strings.Settings.eraseSynced()
                }
        }
    }

    /// Deletes all data of the account from this device and signs out, after ``askToErase()``.
    ///
    /// The view models of the account are replaced then.
    public func confirmErase() async {
        guard eraseWarning != nil, !isErasing else { return }
        eraseWarning = nil
        isErasing = true
        defer { isErasing = false }
        do {
            try await account.erase()
        } catch {
            problem = Strings.Settings.notErased(["reason": ErrorPresenter.text(for: error)])
        }
    }

    /// Withdraws ``eraseWarning``.
    public func cancelErase() {
        eraseWarning = nil
    }

    func read() async throws {
        let unsent = try await unsentCount()
        let schema = DeviceStore.schemaVersion
        unsentText = unsent == 0 ? nil : Strings.Settings.unsent(unsent)
        let new = [
            Line(
                id: "app",
                label: Strings.Settings.appVersion(),
                value: appVersion ?? Strings.Settings.unknownVersion()
            ),
            Line(
                id: "database",
                label: Strings.Settings.databaseVersion(),
                value: String(schema)
            ),
        ]
        if new != versions { versions = new }
    }

    private func unsentCount() async throws -> Int {
        let status = try await store.read { try $0.queue.status() }
        return status.pending + status.failed + status.stale
    }
}
