import CoreLocation
import Foundation
import SimulatedCoreLocation
import SimulatedPhone
import SimulatedSwiftUI
import SimulationKit
import SwiftUI
import Synchronization
import Testing
import TrendyAppSupport
import TrendyPhoneApp
import TrendySimulation

/// The app on the screen of a simulated phone, with its engine, its database and a server, in
/// virtual time.
@MainActor
final class SimulatedApp {
    let handset: Handset
    /// The screen.
    let host: ViewHost
    /// The running app.
    let app: TrendyApp
    private let simulation: Simulation

    private init(_ simulation: Simulation, _ handset: Handset, _ app: TrendyApp) {
        self.simulation = simulation
        self.handset = handset
        self.app = app
        let timeline = handset.phone.timeline
        host = ViewHost(RootView(app: app)) { environment in
            environment.simulatedClock = { timeline.now }
            environment.locale = Locale(identifier: "en_GB")
            environment.timeZone = .gmt
        }
    }

    /// Runs `body` with the app open, a person signed in who recorded one coffee, and all synced.
    nonisolated static func run(
        _ body: @escaping @MainActor @Sendable (SimulatedApp) async throws -> Void
    ) {
        let options = Simulation.Options(
            timeLimit: .seconds(86_400),
            policy: .prompt,
            refusesClockReadings: false
        )
        // Tasks that end with the simulation still use the world.
        let kept = Mutex<PhoneWorld?>(nil)
        let report = Simulation.run(seed: 1, options: options) { simulation in
            let world = PhoneWorld(simulation)
            kept.withLock { $0 = world }
            try await start(simulation, world, body)
        }
        kept.withLock { $0 = nil }
        #expect(report.failure == nil)
    }

    private static func start(
        _ simulation: Simulation,
        _ world: PhoneWorld,
        _ body: @MainActor (SimulatedApp) async throws -> Void
    ) async throws {
        try await world.start(phones: 1)
        let handset = try #require(world.handsets.first)
        handset.phone.location.place(
            at: CLLocationCoordinate2D(latitude: 48.137, longitude: 11.575)
        )
        handset.phone.location.choose(.always)
        handset.open()
        try await simulation.sleep(for: .seconds(2))
        let screen = SimulatedApp(simulation, handset, try #require(handset.app))
        let result: Result<Void, any Error>
        do {
            try await screen.completeOnboarding()
            try await screen.wait { $0.syncState == "Synced" }
            result = .success(try await body(screen))
        } catch {
            result = .failure(error)
        }
        screen.host.removeView()
        await screen.app.stop()
        handset.kill()
        world.stopServer()
        try result.get()
    }

    /// Signs up, skips every permission and records one coffee.
    private func completeOnboarding() async throws {
        while let step = app.onboarding.step {
            switch step {
            case .signIn:
                (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
                await app.auth.signUp()
            case .firstEventType: await app.onboarding.choose(name: "Coffee")
            case .firstEvent: await app.onboarding.recordFirstEvent()
            default: app.onboarding.proceed()
            }
            try await simulation.sleep(for: .seconds(2))
            try #require(app.onboarding.step != step, "The onboarding stays at \(step).")
        }
    }

    /// Waits for a span of virtual time.
    func sleep(for span: Duration) async throws {
        try await simulation.sleep(for: span)
    }

    /// Waits until the screen fulfils a condition, at most ten minutes of virtual time.
    ///
    /// - Returns: the time that it took, rounded up to ``step``.
    @discardableResult
    func wait(until condition: (Screen) -> Bool) async throws -> Duration {
        let start = simulation.now
        var screen = host.screen
        while !condition(screen) {
            guard simulation.now - start < Self.limit else {
                Issue.record("The screen stays:\n\(screen.outline)")
                throw CancellationError()
            }
            try await simulation.sleep(for: Self.step)
            if host.needsUpdate { screen = host.screen }
        }
        return simulation.now - start
    }

    private static let limit = Duration.seconds(600)
    /// The time between two looks at the screen.
    private static let step = Duration.milliseconds(50)
}

extension Screen {
    /// The sync state in the toolbar in words; `nil` while none is shown.
    var syncState: String? { elements.last { $0.label == "Sync state" }?.value }
}
