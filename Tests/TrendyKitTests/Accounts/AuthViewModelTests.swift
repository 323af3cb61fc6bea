import Foundation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Signing up, in and out")
@MainActor
struct AuthViewModelTests {
    /// An account host that owns a database.
    private actor Host: AccountHost {
        private let profile: Profile
        private let dependencies: Dependencies
        private(set) var store: DeviceStore?
        /// Whether counting and resuming fail.
        private var isBroken = false

        init(_ profile: Profile, _ dependencies: Dependencies) {
            self.profile = profile
            self.dependencies = dependencies
        }

        func unsentCount() async throws -> Int {
            if isBroken { throw StoreError(.diskFull, .diskFull) }
            guard let status = try await store?.read({ try $0.queue.status() }) else { return 0 }
            return status.pending + status.failed + status.stale
        }

        func release(for next: EntityID?) async throws {
            try await store?.close()
            store = nil
        }

        func breakDown() { isBroken = true }

        func resume() async throws {
            if isBroken { throw StoreError(.diskFull, .diskFull) }
            let path = profile.databasePath
            store = try DeviceStore(path: path, dependencies: dependencies)
        }
    }

    private struct Screen {
        let fixture: OnboardingFixture
        let profile: Profile
        let host: Host
        let router: AppRouter
        let model: AuthViewModel
    }

    private func screen(
        exchange: (@Sendable (ServerAddress) -> any HTTPExchange)? = nil
    ) async throws -> Screen {
        let fixture = try OnboardingFixture()
        let profile = try fixture.profile()
        let host = Host(profile, .live())
        try await host.resume()
        let router = AppRouter(
            sessions: profile,
            onboarding: fixture.launch(),
            dependencies: fixture.dependencies
        )
        let accounts = ProfileAccounts(
            profile: profile,
            host: host,
            dependencies: .live(),
            exchange: exchange ?? { AsyncHTTPExchange(address: $0) }
        )
        router.determineInitialRoute(isOnline: false)
        let model = AuthViewModel(accounts: accounts, router: router)
        (model.email, model.password) = ("a@example.org", "long enough")
        return Screen(
            fixture: fixture,
            profile: profile,
            host: host,
            router: router,
            model: model
        )
    }

    @Test("An account is created, left and signed in to again; the router is notified each time")
    func lifecycle() async throws {
        try await TestWorld.run { world in
            let screen = try await screen()
            let model = screen.model
            model.server = world.server
            #expect(screen.router.route == .onboarding(.welcome))

            await model.signUp()
            #expect(model.errorMessage == nil)
            #expect(!model.isBusy)
            #expect(model.password == "")
            #expect(screen.profile.signedIn != nil)

            await model.signOut()
            #expect(model.warning == nil)
            #expect(screen.profile.session == nil)
            #expect(screen.router.route == .login)

            model.password = "long enough"
            await model.signIn()
            #expect(model.errorMessage == nil)
            await waitUntil { screen.router.route == .onboarding(.welcome) }
            // Signing in while signed in succeeds as well.
            model.password = "long enough"
            await model.signIn()
            #expect(!model.isBusy)
            await waitUntil { screen.router.route == .onboarding(.welcome) }
            try await screen.host.release(for: nil)
        }
    }

    @Test("Before signing out, the person sees the number of unsent changes, and none is lost")
    func unsent() async throws {
        try await TestWorld.run { world in
            let screen = try await screen()
            let model = screen.model
            model.server = world.server
            await model.signUp()
            let store = try #require(await screen.host.store)
            try await store.log("Coffee")

            await model.signOut()
            #expect(model.warning == Strings.Accounts.unsent(2))
            #expect(screen.profile.signedIn != nil)
            model.cancelSignOut()
            #expect(model.warning == nil)
            await model.signOut()
            await model.confirmSignOut()

            #expect(screen.profile.session == nil)
            #expect(screen.router.route == .login)
            model.password = "long enough"
            await model.signIn()
            let again = try #require(await screen.host.store)
            #expect(try await again.read { try $0.queue.status() }.pending == 2)
            try await screen.host.release(for: nil)
        }
    }

    @Test("An error is shown as text, and the screen accepts input again")
    func errors() async throws {
        try await TestWorld.run { world in
            let screen = try await screen()
            let model = screen.model
            model.server = world.server
            await model.signIn()
            #expect(model.errorMessage == Strings.Accounts.wrongPassword())
            #expect(!model.isBusy)

            (model.email, model.password) = ("nobody", "short")
            await model.signUp()
            let words = [Strings.Accounts.badEmail(), Strings.Accounts.weakPassword()]
            #expect(model.errorMessage == words.joined(separator: " "))

            (model.email, model.password) = ("a@example.org", "long enough")
            await model.signUp()
            #expect(model.errorMessage == nil)
            model.password = "another one"
            await model.signUp()
            #expect(model.errorMessage == Strings.Accounts.notSignedUp())

            for address in [
                "trendy", "ftp://trendy.example", "https://trendy.example/x", "http://", "",
            ] {
                model.server = address
                await model.signIn()
                #expect(model.errorMessage == Strings.Accounts.noServerAddress())
            }
            // No server listens there.
            model.server = "http://127.0.0.1:9"
            await model.signIn()
            #expect(model.errorMessage == Strings.Accounts.offline())
            #expect(!model.isBusy)
            // The previous account is still signed in.
            #expect(screen.profile.signedIn != nil)
            #expect(await screen.host.store != nil)
            try await screen.host.release(for: nil)
        }
    }

    @Test(
        "A refusal is distinguished from a busy or newer server",
        arguments: [
            (ProblemCode.unavailable, Strings.Accounts.serverBusy),
            (.rateLimit, Strings.Accounts.serverBusy),
            (.upgradeRequired, Strings.Accounts.needsUpgrade),
        ]
    )
    func refusals(code: ProblemCode, text: LocalizedText) async throws {
        let exchange = OnboardingExchange()
        exchange.fail(.problem(code))
        let screen = try await screen { _ in exchange }
        screen.model.server = "http://trendy.example"
        await screen.model.signIn()
        #expect(screen.model.errorMessage == text())
        exchange.fail(.problem(.forbidden))
        await screen.model.signIn()
        #expect(
            screen.model.errorMessage
                == Strings.Accounts.refused(["reason": Strings.Server.forbidden()])
        )
        try await screen.host.release(for: nil)
    }

    @Test("A server that is not Trendy is distinguished from a wrong password")
    func portal() async throws {
        // It answers with JSON that is not a session.
        let exchange = OnboardingExchange()
        let screen = try await screen { _ in exchange }
        screen.model.server = "http://trendy.example"
        await screen.model.signIn()
        #expect(screen.model.errorMessage == Strings.Accounts.notTrendy())
        #expect(screen.profile.session == nil)
        try await screen.host.release(for: nil)
    }

    @Test("On a device with errors the person can sign out and learns that the count is unknown")
    func brokenDevice() async throws {
        let exchange = OnboardingExchange()
        let screen = try await screen { _ in exchange }
        try await screen.host.release(for: nil)
        try await screen.fixture.signIn()
        let profile = try screen.fixture.profile()
        let router = AppRouter(
            sessions: profile,
            onboarding: screen.fixture.launch(),
            dependencies: screen.fixture.dependencies
        )
        router.determineInitialRoute(isOnline: false)
        let model = AuthViewModel(
            accounts: ProfileAccounts(
                profile: profile,
                host: screen.host,
                dependencies: .live(),
                exchange: { _ in exchange }
            ),
            router: router
        )
        await screen.host.breakDown()

        await model.signOut()
        #expect(model.warning == Strings.Accounts.unsentUnknown())
        #expect(profile.session != nil)
        await model.confirmSignOut()

        #expect(model.warning == nil)
        #expect(model.errorMessage?.contains("The disk is full.") == true)
        #expect(!model.isBusy)
        #expect(router.route == .login)
    }

    @Test("A second tap during an operation does nothing")
    func twice() async throws {
        let exchange = OnboardingExchange()
        exchange.hold()
        exchange.fail(.problem(.unauthorized))
        let screen = try await screen { _ in exchange }
        let model = screen.model
        model.server = "http://trendy.example"
        async let first: Void = model.signIn()
        await waitUntil { model.isBusy }
        while exchange.requests == 0 { await Task.yield() }

        await model.signUp()
        #expect(model.activity == .signingIn)
        exchange.release()
        await first

        #expect(exchange.requests == 1)
        #expect(!model.isBusy)
        try await screen.host.release(for: nil)
    }
}
