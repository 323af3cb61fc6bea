import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("App router")
@MainActor
struct AppRouterTests {
    private let ada = OnboardingFixture.ada

    private func router(
        _ fixture: OnboardingFixture,
        _ service: OnboardingStatusService
    ) throws -> AppRouter {
        AppRouter(
            sessions: try fixture.profile(),
            onboarding: service,
            dependencies: fixture.dependencies
        )
    }

    @Test("A late answer is stored for later and does not interrupt the current step")
    func late() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        var status = OnboardingStatus()
        status.isCompleted = true
        let exchange = OnboardingExchange(status: status)
        exchange.hold()
        let service = fixture.launch()
        service.connect(fixture.client(exchange), of: ada)
        let router = try router(fixture, service)
        router.determineInitialRoute()
        await fixture.clock.slept(for: AppRouter.gracePeriod)
        fixture.clock.advance(by: AppRouter.gracePeriod)
        await waitUntil { router.route == .onboarding(.welcome) }

        exchange.release()
        await router.waitUntilIdle()

        #expect(router.route == .onboarding(.welcome))
        #expect(service.place == .finished)
        // It takes effect at the next step and at the next launch.
        router.moved(to: try service.complete(.welcome))
        #expect(router.route == .authenticated)
        let next = try self.router(fixture, fixture.launch())
        next.determineInitialRoute()
        #expect(next.route == .authenticated)
    }

    @Test("Going offline ends the wait for the server at once")
    func goesOffline() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let exchange = OnboardingExchange()
        exchange.hold()
        let service = fixture.launch()
        service.connect(fixture.client(exchange), of: ada)
        let router = try router(fixture, service)
        router.determineInitialRoute()
        #expect(router.route == .loading)

        router.update(isOnline: false)

        #expect(router.route == .onboarding(.welcome))
        exchange.release()
        await router.close()
    }

    @Test(
        "A server that fails, rejects the session or is not Trendy ends the wait at once",
        arguments: [ProblemCode.internal, .unauthorized, .unavailable, .notFound]
    )
    func failing(code: ProblemCode) async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let exchange = OnboardingExchange()
        exchange.fail(.problem(code), .problem(code))
        let service = fixture.launch()
        service.connect(fixture.client(exchange), of: ada)
        let router = try router(fixture, service)

        router.determineInitialRoute()
        await waitUntil { router.route != .loading }

        #expect(router.route == .onboarding(.welcome))
        await router.close()
    }

    @Test("An expired session counts as signed in: the app is shown, whatever sync does")
    func expired() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn(expiresAt: 0)
        try fixture.cache.write(
            OnboardingRecord([.welcome], isCompleted: true),
            of: .account(ada)
        )
        let router = try router(fixture, fixture.launch())

        router.determineInitialRoute()

        #expect(router.route == .authenticated)
    }

    @Test("Signing in again shows the app to a person who was signed in before")
    func signInAgain() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        try fixture.cache.write(
            OnboardingRecord([.welcome], isCompleted: true),
            of: .account(ada)
        )
        let router = try router(fixture, fixture.launch())
        router.determineInitialRoute()
        try router.signedIn()
        #expect(router.route == .authenticated)
    }

    @Test("A person who completed the onboarding elsewhere does not see it here after signing in")
    func elsewhere() async throws {
        let fixture = try OnboardingFixture()
        let profile = try fixture.profile()
        let service = fixture.launch()
        let router = AppRouter(
            sessions: profile,
            onboarding: service,
            dependencies: fixture.dependencies
        )
        router.determineInitialRoute()
        #expect(router.route == .onboarding(.welcome))
        router.moved(to: try service.complete(.welcome))
        #expect(router.route == .onboarding(.signIn))
        var status = OnboardingStatus()
        status.isCompleted = true
        service.connect(fixture.client(OnboardingExchange(status: status)), of: ada)
        try await profile.signIn(
            OnboardingFixture.session(ada),
            server: "http://trendy.example",
            dependencies: fixture.dependencies
        )

        try router.signedIn()
        #expect(router.route == .loading)
        await waitUntil { router.route != .loading }

        #expect(router.route == .authenticated)
        // Steps from before the sign-in now belong to the account.
        #expect(service.record.status.completedAt("welcome") != nil)
        #expect(fixture.cache.read(.anonymous) == .missing)
        await router.close()
    }

    @Test("Signing out leads to the sign-in screen, and signing in back to the previous position")
    func signOut() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        try fixture.cache.write(
            OnboardingRecord([.welcome, .firstEventType]),
            of: .account(ada)
        )
        let profile = try fixture.profile()
        let router = AppRouter(
            sessions: profile,
            onboarding: fixture.launch(),
            dependencies: fixture.dependencies
        )
        router.determineInitialRoute()
        #expect(router.route == .onboarding(.firstEvent))

        try await profile.signOut()
        router.signedOut()
        #expect(router.route == .login)
        try await profile.save(OnboardingFixture.session(ada))
        try router.signedIn()

        #expect(router.route == .onboarding(.firstEvent))
    }

    @Test("Onboarding events move only a person in it, and it starts only from the sign-in screen")
    func guards() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        try await fixture.profile().signOut()
        let router = try router(fixture, fixture.launch())
        router.determineInitialRoute()
        router.moved(to: .finished)
        #expect(router.route == .login)
        router.startOnboarding()
        #expect(router.route == .onboarding(.welcome))
        router.showLogin()
        #expect(router.route == .login)
    }
}
