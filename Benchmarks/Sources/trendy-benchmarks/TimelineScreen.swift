import Foundation
import SimulatedSwiftUI
import SwiftUI
import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyPhoneApp

/// Measures the app's timeline on the simulated screen, over a store with years of data.
///
/// The first content is measured from the tap on the tab to the first row, with the queries, the
/// evaluation of all views and the composition of the screen. A change is the evaluation that one
/// logged event causes, without the queries and the composition.
@MainActor
func measureTimelineScreen(_ directory: String, count: Int, rounds: Int) async throws {
    _ = try await fillStore(directory + "/local.sqlite", count: count)
    let app = TrendyApp(
        AppPlatform(
            dependencies: .live(),
            directory: directory,
            keyValues: FileKeyValueStore(directory: directory + "/onboarding"),
            system: ScreenSystem()
        ) { AsyncHTTPExchange(address: $0) }
    )
    app.start()
    await completeOnboarding(app)
    var contents: [Double] = []
    for _ in 0..<rounds {
        let screen = TimedScreen(app)
        contents.append(try await screen.firstContent())
        screen.host.removeView()
    }
    let screen = TimedScreen(app)
    _ = try await screen.firstContent()
    report("rows on the screen", Double(screen.rowCount), "")
    var changes: [TimedScreen.Change] = []
    for _ in 0..<rounds { changes.append(try await screen.change()) }
    reportTimes("the timeline's first content", contents)
    reportTimes("evaluation of a logged event, all updates", changes.map(\.total))
    reportTimes("evaluation of a logged event, longest update", changes.map(\.longest))
    report("views evaluated for a logged event", median(changes.map { Double($0.views) }), "")
    await app.stop()
}

/// Skips every step that asks for something.
@MainActor
private func completeOnboarding(_ app: TrendyApp) async {
    while app.router.route == .loading { await Task.yield() }
    while let step = app.onboarding.step {
        switch step {
        case .firstEventType: await app.onboarding.choose(name: "Coffee")
        case .firstEvent: await app.onboarding.recordFirstEvent()
        default: app.onboarding.proceed()
        }
        while app.router.route == .loading { await Task.yield() }
        precondition(app.onboarding.step != step, "The onboarding stays at \(step)")
    }
}

/// The app on a simulated screen whose updates are timed.
@MainActor
private final class TimedScreen {
    /// The evaluation that a change caused.
    struct Change {
        /// The sum of all updates in milliseconds.
        var total = 0.0
        /// The longest update in milliseconds.
        var longest = 0.0
        /// The number of evaluated views.
        var views = 0
    }

    let host: ViewHost
    private let app: TrendyApp
    private let wakes: AsyncStream<Void>

    init(_ app: TrendyApp) {
        self.app = app
        let (wakes, wake) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        self.wakes = wakes
        host = ViewHost(RootView(app: app)) { environment in
            environment.locale = Locale(identifier: "en_GB")
            environment.timeZone = .gmt
        } wake: {
            wake.yield()
        }
    }

    /// The number of rows on the screen.
    var rowCount: Int { host.screen.elements(role: .row).count }

    /// The time from the tap on the tab to the first row in milliseconds.
    func firstContent() async throws -> Double {
        try await host.wait { $0.contains("Timeline") }
        let start = ContinuousClock.now
        try host.tap("Timeline")
        try await host.wait { $0.contains("Entered by you") }
        return milliseconds(start.duration(to: .now))
    }

    /// Logs an event with a tap, and times the updates until its row is there.
    func change() async throws -> Change {
        // The buttons for logging may come after the first rows.
        try await host.wait { screen in
            screen.elements(role: .button).contains { $0.label == "Coffee" }
        }
        host.update()
        var change = Change()
        let latest = firstRow
        let before = host.evaluationCount
        try host.tap("Coffee")
        for await _ in wakes {
            let start = ContinuousClock.now
            host.update()
            let time = milliseconds(start.duration(to: .now))
            change.total += time
            change.longest = max(change.longest, time)
            if firstRow != latest && app.models?.actions.undo != nil { break }
        }
        change.views = host.evaluationCount - before
        return change
    }

    private var firstRow: EntityID? { app.models?.timeline.sections.first?.rows.first?.id }
}
