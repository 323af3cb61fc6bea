import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyModel

/// Measures the delay after a tap on the app's icon: `TrendyApp` created and started over a
/// profile, its first route, and the first page of the timeline.
///
/// `start` blocks the main thread while it opens the database.
@MainActor
func measureStart(_ profile: String, rounds: Int) async throws {
    var starting: [Double] = []
    var showing: [Double] = []
    let clock = ContinuousClock()
    for _ in 0..<rounds {
        let platform = AppPlatform(
            dependencies: .live(),
            directory: profile,
            keyValues: FileKeyValueStore(directory: profile + "/onboarding"),
            system: ScreenSystem()
        ) { AsyncHTTPExchange(address: $0) }
        let begin = clock.now
        let app = TrendyApp(platform)
        app.start()
        let started = clock.now
        guard let timeline = app.models?.timeline else {
            preconditionFailure(app.errorMessage ?? "There is no engine")
        }
        await timeline.refresh()
        let shown = clock.now
        precondition(!timeline.sections.isEmpty && timeline.problem == nil)
        await app.stop()
        starting.append(milliseconds(begin.duration(to: started)))
        showing.append(milliseconds(begin.duration(to: shown)))
    }
    reportTimes("app created and started, on the main thread", starting)
    reportTimes("app created and started, to the first page", showing)
}

/// A system that keeps its app in the foreground.
@MainActor
final class ScreenSystem: ApplicationLifecycle {
    let phase = AppPhase.active
    var onPhaseChange: ((AppPhase) -> Void)?
    let remainingBackgroundTime: Duration? = nil
    let isProtectedDataAvailable = true
    var onProtectedDataChange: ((_ isAvailable: Bool) -> Void)?
    var onBackgroundRefreshChange: ((_ isOn: Bool) -> Void)?

    func beginBackgroundTime(
        _ name: String,
        expiration: @escaping @MainActor @Sendable () -> Void
    ) -> BackgroundTimeToken? { nil }

    func endBackgroundTime(_ token: BackgroundTimeToken) {}
}
