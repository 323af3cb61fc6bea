import Foundation
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyWire

/// A row of the table in `docs/explanation/onboarding.md`.
private struct Row: Sendable {
    /// The account whose session exists.
    enum Account {
        case signedIn, signedOut, none
    }

    let name: String
    let account: Account
    var isOnline: Bool?
    let prepare: @Sendable (FileKeyValueStore) throws -> Void

    init(
        _ name: String,
        _ account: Account,
        isOnline: Bool? = nil,
        _ prepare: @escaping @Sendable (FileKeyValueStore) throws -> Void
    ) {
        self.name = name
        self.account = account
        self.isOnline = isOnline
        self.prepare = prepare
    }

    private static let ada = EntityID(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8057)
    static let user = Session.User(id: "\(ada)", email: "a@example.org", createdAt: "")

    private static let nothing: @Sendable (FileKeyValueStore) throws -> Void = { _ in }
    private static let legacyFlag: @Sendable (FileKeyValueStore) throws -> Void = {
        try $0.set("1", for: "onboarding_complete")
    }
    private static let damaged: @Sendable (FileKeyValueStore) throws -> Void = {
        try $0.set("{", for: "onboarding_status_\(ada)")
    }

    private static func at(
        _ owner: OnboardingOwner,
        isConfirmed: Bool = true,
        isCompleted: Bool = false
    ) -> @Sendable (FileKeyValueStore) throws -> Void {
        { try write($0, owner, isConfirmed: isConfirmed, isCompleted: isCompleted) }
    }

    @Sendable private static func others(_ store: FileKeyValueStore) throws {
        for number in 0..<20 as Range<UInt64> {
            let other = OnboardingOwner.account(EntityID(high: ada.high, low: number))
            try write(store, other, isConfirmed: true, isCompleted: number == 19)
        }
    }

    static let all = [
        Row("session, through", .signedIn, at(.account(ada), isCompleted: true)),
        Row("session, at a step", .signedIn, at(.account(ada))),
        Row("session, at a step, unconfirmed", .signedIn, at(.account(ada), isConfirmed: false)),
        Row(
            "session, at a step, unconfirmed, offline",
            .signedIn,
            isOnline: false,
            at(.account(ada), isConfirmed: false)
        ),
        Row("session, nothing stored", .signedIn, nothing),
        Row("session, nothing stored, offline", .signedIn, isOnline: false, nothing),
        Row("session, damaged", .signedIn, damaged),
        Row("session, damaged, offline", .signedIn, isOnline: false, damaged),
        Row("session, legacy flag", .signedIn, legacyFlag),
        Row("session, step without account", .signedIn, at(.anonymous, isConfirmed: false)),
        Row("no session, completed", .none, at(.anonymous, isConfirmed: false, isCompleted: true)),
        Row("no session, at a step", .none, at(.anonymous, isConfirmed: false)),
        Row("no session, legacy flag", .none, legacyFlag),
        Row("no session, 20 other accounts", .none, others),
        Row("no session, new", .none, nothing),
        Row("no session, damaged", .none, { try $0.set("{", for: "onboarding_status_nobody") }),
        Row("signed out, nothing stored", .signedOut, nothing),
        Row(
            "signed out, not completed",
            .signedOut,
            at(.anonymous, isConfirmed: false, isCompleted: true)
        ),
    ]
}

/// Measures the time to the first route for each row in `docs/explanation/onboarding.md`.
///
/// Opening the profile, which precedes it, is measured separately.
@MainActor
func measureRoute(_ directory: String, launches: Int) async throws {
    for (number, row) in Row.all.enumerated() {
        let path = "\(directory)/\(number)"
        let dependencies = Dependencies.live()
        if row.account != .none {
            let profile = try Profile(directory: path)
            try await profile.signIn(
                Session(
                    accessToken: "access",
                    expiresIn: 3600,
                    expiresAt: .max,
                    refreshToken: "refresh",
                    user: Row.user
                ),
                server: "http://trendy.example",
                dependencies: dependencies
            )
            if row.account == .signedOut { try await profile.signOut() }
        }
        let store = FileKeyValueStore(directory: path + "/onboarding")
        try row.prepare(store)
        var opening: [Double] = []
        var deciding: [Double] = []
        var computing: [Double] = []
        for _ in 0..<launches {
            let clock = ContinuousClock()
            let start = clock.now
            let profile = try Profile(directory: path)
            let opened = clock.now
            let router = AppRouter(
                sessions: profile,
                onboarding: OnboardingStatusService(
                    cache: OnboardingStatusCache(store),
                    dependencies: dependencies
                ),
                dependencies: dependencies
            )
            let computed = threadTime()
            router.determineInitialRoute(isOnline: row.isOnline)
            computing.append(threadTime() - computed)
            let end = clock.now
            opening.append(milliseconds(start.duration(to: opened)))
            deciding.append(milliseconds(opened.duration(to: end)))
            await router.close()
        }
        deciding.sort()
        computing.sort()
        print(
            String(
                format: "%@: median %.3f ms, 99 %% %.3f ms; CPU: 99 %% %.3f ms, "
                    + "most %.3f ms (profile before: median %.3f ms)",
                row.name,
                median(deciding),
                deciding[deciding.count * 99 / 100],
                computing[computing.count * 99 / 100],
                computing[computing.count - 1],
                median(opening)
            )
        )
    }
}

private func write(
    _ store: FileKeyValueStore,
    _ owner: OnboardingOwner,
    isConfirmed: Bool,
    isCompleted: Bool
) throws {
    var record = OnboardingRecord()
    record.isConfirmed = isConfirmed
    record.status.isCompleted = isCompleted
    let times = ["welcome", "auth", "first_event_type", "first_event", "notifications", "location"]
    for step in times {
        record.status.merge(
            OnboardingStatus.change(step: step, at: Instant(seconds: 1_768_000_000))
        )
    }
    try OnboardingStatusCache(store).write(record, of: owner)
}

/// The CPU time of this thread in milliseconds, which excludes other processes.
private func threadTime() -> Double {
    // Seconds and nanoseconds. Which module declares the members of `timespec` depends on the build.
    var time = [0, 0]
    time.withUnsafeMutableBytes { bytes in
        guard let start = bytes.bindMemory(to: timespec.self).baseAddress else { return }
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, start)
    }
    return Double(time[0]) * 1e3 + Double(time[1]) * 1e-6
}
