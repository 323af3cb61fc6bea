import Testing
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("The router")
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

    @Test("An answer that comes too late is kept for later, and throws nobody out of a step")
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
        await becomes { router.route == .onboarding(.welcome) }

        exchange.release()
        await router.settled()

        #expect(router.route == .onboarding(.welcome))
        #expect(service.place == .finished)
        // It shows as soon as they go on, and at the next launch.
        router.moved(to: try service.complete(.welcome))
        #expect(router.route == .authenticated)
        let next = try self.router(fixture, fixture.launch())
        next.determineInitialRoute()
        #expect(next.route == .authenticated)
    }

    @Test("Hearing that there is no network ends the waiting at once")
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
        "A server that fails, refuses the session or is no server ends the waiting at once",
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
        await becomes { router.route != .loading }

        #expect(router.route == .onboarding(.welcome))
        await router.close()
    }

    @Test("A session that expired long ago is one: the app is shown, whatever becomes of sync")
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

    @Test("Signing in shows the app to somebody who was signed in all along")
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

    @Test("Who got through elsewhere and signs in here is not shown around again")
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
        await becomes { router.route != .loading }

        #expect(router.route == .authenticated)
        // What was done before signing in is the account's now.
        #expect(service.record.status.completedAt("welcome") != nil)
        #expect(fixture.cache.read(.nobody) == .missing)
        await router.close()
    }

    @Test("Signing out leads to the login, and back to where they were")
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

    @Test("Only whoever is in the onboarding is moved by it, and only from the login does it begin")
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
