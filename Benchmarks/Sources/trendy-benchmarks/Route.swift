import Foundation
import TrendyKit
import TrendyModel
import TrendyWire

/// Measures how long the first route takes, for each kind of row of `docs/onboarding.md`: opening
/// the profile, which an app does before, is measured apart.
@MainActor
func measureRoute(_ directory: String, launches: Int) async throws {
    let id = EntityID(high: 0x0189_0A5D_AC96_774B, low: 0xBCCE_B302_099A_8057)
    let rows: [(name: String, isSignedIn: Bool, prepare: (FileKeyValueStore) throws -> Void)] = [
        ("session, through", true, { try write($0, .account(id), isCompleted: true) }),
        ("session, at a step", true, { try write($0, .account(id), isCompleted: false) }),
        ("session, nothing stored", true, { _ in }),
        (
            "session, damaged", true,
            { try $0.set("{", for: "onboarding_status_\(id)") }
        ),
        ("session, the old flag", true, { try $0.set("1", for: "onboarding_complete") }),
        ("nobody, new", false, { _ in }),
        ("nobody, at a step", false, { try write($0, .nobody, isCompleted: false) }),
        ("nobody, the old flag", false, { try $0.set("1", for: "onboarding_complete") }),
        (
            "nobody, 20 others",
            false,
            { store in
                for number in 0..<20 as Range<UInt64> {
                    try write(
                        store,
                        .account(EntityID(high: id.high, low: number)),
                        isCompleted: number == 19
                    )
                }
            }
        ),
    ]
    for (number, row) in rows.enumerated() {
        let path = "\(directory)/\(number)"
        let dependencies = Dependencies.live()
        if row.isSignedIn {
            let user = Session.User(id: "\(id)", email: "a@example.org", createdAt: "")
            try await Profile(directory: path).signIn(
                Session(
                    accessToken: "access",
                    expiresIn: 3600,
                    expiresAt: .max,
                    refreshToken: "refresh",
                    user: user
                ),
                server: "http://trendy.example",
                dependencies: dependencies
            )
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
            router.determineInitialRoute()
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
                format: "%@: median %.3f ms, 99 %% %.3f ms; of the processor: 99 %% %.3f ms, "
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
    isCompleted: Bool
) throws {
    var record = OnboardingRecord()
    record.isConfirmed = true
    record.status.isCompleted = isCompleted
    let times = ["welcome", "auth", "first_event_type", "first_event", "notifications", "location"]
    for step in times {
        record.status.merge(
            OnboardingStatus.change(step: step, at: Instant(seconds: 1_768_000_000))
        )
    }
    try OnboardingStatusCache(store).write(record, of: owner)
}

/// Milliseconds that the processor has worked for this thread: others' work does not count.
private func threadTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) * 1e-6
}
