import Foundation
import GRDB
import Logging
import Testing
import TrendyHTTP
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Changing the account of an app", .timeLimit(.minutes(20)))
@MainActor
struct AccountChangeTests {
    /// A system on which the person looks at the app.
    private final class Seen: ApplicationLifecycle {
        let phase = AppPhase.active
        var onPhaseChange: ((AppPhase) -> Void)?
        let remainingBackgroundTime: Duration? = nil
        let isProtectedDataAvailable = true
        var onProtectedDataChange: ((Bool) -> Void)?
        var onBackgroundRefreshChange: ((Bool) -> Void)?
        /// Pieces of time that were granted and not given back.
        private(set) var granted = 0

        func beginBackgroundTime(
            _ name: String,
            expiration: @escaping @MainActor @Sendable () -> Void
        ) -> BackgroundTimeToken? {
            granted += 1
            return BackgroundTimeToken(rawValue: granted)
        }

        func endBackgroundTime(_ token: BackgroundTimeToken) { granted -= 1 }
    }

    private func hold(_ database: DatabaseQueue) throws -> Statement {
        try database.read { try $0.makeStatement(sql: "SELECT 1") }
    }

    private func makeApp(_ world: TestWorld, _ system: Seen) -> TrendyApp {
        let app = TrendyApp(
            AppPlatform(
                dependencies: .live(),
                directory: world.directory + "/app",
                keyValues: FileKeyValueStore(directory: world.directory + "/values"),
                system: system,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                makeExchange: { AsyncHTTPExchange(address: $0) }
            )
        )
        app.start()
        app.auth.server = world.server
        return app
    }

    /// Does something while the person leaves the app and comes back to it all the time.
    private func isLookedAt(
        _ system: Seen,
        _ body: @escaping @MainActor () async -> Void
    ) async {
        var isOver = false
        let work = Task {
            await body()
            isOver = true
        }
        while !isOver {
            system.onPhaseChange?(.active)
            await Task.yield()
        }
        await work.value
    }

    @Test("Whoever comes to the screen while the account changes takes up none but the next one")
    func checkedAt() async throws {
        try await TestWorld.run { world in
            let system = Seen()
            let app = makeApp(world, system)
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signUp()
            #expect(app.engine?.coordinator != nil)
            for _ in 0..<5 {
                await isLookedAt(system) { await app.auth.confirmSignOut() }
                #expect(app.auth.trouble == nil)
                #expect(app.engine != nil && app.engine?.coordinator == nil)

                (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
                await isLookedAt(system) { await app.auth.signIn() }
                #expect(app.auth.trouble == nil)
                #expect(app.engine?.coordinator != nil)
            }
            await app.stop()
        }
    }

    @Test("A database that cannot be closed keeps its account; the app goes on, and can try again")
    func stuck() async throws {
        try await TestWorld.run { world in
            let system = Seen()
            let app = makeApp(world, system)
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signUp()
            #expect(app.auth.trouble == nil)
            let engine = try #require(app.engine)
            var held: Statement? = try hold(await engine.store.database)

            await app.auth.confirmSignOut()
            let reason = Strings.Failures.database()
            #expect(app.auth.trouble == Strings.Accounts.deviceFailure(["reason": reason]))
            #expect(held != nil)
            #expect(app.engine === engine)
            #expect(app.models != nil)
            #expect(app.router.route != .login)
            _ = try await engine.recordManualEvent(.init(typeName: "Tea"))
            while try await engine.store.status().pending > 0 {
                _ = try await engine.coordinator?.sync()
            }

            held = nil
            await app.auth.confirmSignOut()
            #expect(app.auth.trouble == nil)
            #expect(app.engine?.coordinator == nil)
            #expect(app.router.route == .login)
            #expect(system.granted == 0)
            await app.stop()
        }
    }
}
