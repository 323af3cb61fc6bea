import Foundation
import GRDB
import Logging
import Testing
import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Changing the account of an app", .timeLimit(.minutes(20)))
@MainActor
struct AccountChangeTests {
    /// A lifecycle with the app in the foreground.
    private final class ForegroundLifecycle: ApplicationLifecycle {
        let phase = AppPhase.active
        var onPhaseChange: ((AppPhase) -> Void)?
        let remainingBackgroundTime: Duration? = nil
        let isProtectedDataAvailable = true
        var onProtectedDataChange: ((Bool) -> Void)?
        var onBackgroundRefreshChange: ((Bool) -> Void)?
        /// The number of unreleased background time assertions.
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

    private func makeApp(_ world: TestWorld, _ system: ForegroundLifecycle) -> TrendyApp {
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

    /// Runs a closure while the app repeatedly leaves and enters the foreground.
    private func togglingForeground(
        _ system: ForegroundLifecycle,
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

    @Test("Entering the foreground during an account change opens only the next account")
    func foregroundDuringChange() async throws {
        try await TestWorld.run { world in
            let system = ForegroundLifecycle()
            let app = makeApp(world, system)
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signUp()
            #expect(app.engine?.coordinator != nil)
            for _ in 0..<5 {
                await togglingForeground(system) { await app.auth.confirmSignOut() }
                #expect(app.auth.errorMessage == nil)
                #expect(app.engine != nil && app.engine?.coordinator == nil)

                (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
                await togglingForeground(system) { await app.auth.signIn() }
                #expect(app.auth.errorMessage == nil)
                #expect(app.engine?.coordinator != nil)
            }
            await app.stop()
        }
    }

    @Test("Erasing deletes the account's data from the device, signs out, and keeps the server's")
    func erase() async throws {
        try await TestWorld.run { world in
            let app = makeApp(world, ForegroundLifecycle())
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signUp()
            let engine = try #require(app.engine)
            let synced = try await engine.recordManualEvent(.init(typeName: "Tea")).eventID
            _ = await SyncData(coordinator: engine.coordinator)(.manual)
            let settings = try #require(app.models?.settings)
            #expect(settings.email == "a@example.org" && settings.isSignedIn)
            await settings.askToErase()
            #expect(settings.eraseWarning?.contains("keeps its data") == true)

            await settings.confirmErase()

            #expect(settings.problem == nil)
            #expect(app.engine?.coordinator == nil)
            #expect(app.models?.settings.email == nil)
            let left = try await app.engine?.store.read { try $0.entities.events() }
            #expect(left?.isEmpty == true)
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signIn()
            let again = try #require(app.engine)
            _ = await SyncData(coordinator: again.coordinator)(.manual)
            let back = try await again.store.read { try $0.entities.events() }.map(\.id)
            #expect(back.contains(synced))
            await app.stop()
        }
    }

    @Test("A database that cannot be closed keeps its account; the app continues and can retry")
    func stuck() async throws {
        try await TestWorld.run { world in
            let system = ForegroundLifecycle()
            let app = makeApp(world, system)
            (app.auth.email, app.auth.password) = ("a@example.org", "long enough")
            await app.auth.signUp()
            #expect(app.auth.errorMessage == nil)
            let engine = try #require(app.engine)
            var held: Statement? = try hold(await engine.store.database)

            await app.auth.confirmSignOut()
            let reason = Strings.Failures.database()
            #expect(app.auth.errorMessage == Strings.Accounts.deviceFailure(["reason": reason]))
            #expect(held != nil)
            #expect(app.engine === engine)
            #expect(app.models != nil)
            #expect(app.router.route != .login)
            _ = try await engine.recordManualEvent(.init(typeName: "Tea"))
            while try await engine.store.read({ try $0.queue.status() }).pending > 0 {
                _ = try await engine.coordinator?.sync()
            }

            held = nil
            await app.auth.confirmSignOut()
            #expect(app.auth.errorMessage == nil)
            #expect(app.engine?.coordinator == nil)
            #expect(app.router.route == .login)
            #expect(system.granted == 0)
            await app.stop()
        }
    }
}
