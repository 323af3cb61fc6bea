import Synchronization
import Testing
import TrendyAppSupport
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendySync
import TrendyWire

@Suite("Syncing the onboarding with the server")
struct OnboardingServiceTests {
    private let ada = OnboardingOwner.account(OnboardingFixture.ada)
    private let bob = OnboardingOwner.account(OnboardingFixture.bob)

    /// Completes the current step.
    private func proceed(_ service: OnboardingStatusService) throws {
        guard case .step(let step) = service.place else { return }
        if case .permission(let permission) = step {
            _ = try service.answer(permission, .granted)
        } else {
            _ = try service.complete(step)
        }
    }

    private func names(_ changes: [Document]) -> [String] {
        changes.map { change in
            change.fields.map(\.name).first { $0.hasSuffix("_completed_at") } ?? "completed"
        }
    }

    private let inOrder = [
        "welcome_completed_at", "first_event_type_completed_at", "first_event_completed_at",
        "notifications_completed_at", "location_completed_at", "healthkit_completed_at",
        "completed",
    ]

    @Test("Each step is sent individually, in order")
    func order() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) {
            while service.place != .finished { try proceed(service) }
            await fixture.idle()
        }
        #expect(names(exchange.changes) == inOrder)
        #expect(exchange.status.isCompleted)
        #expect(exchange.status[.location] == .granted)
        #expect(exchange.status.completedAt("permissions") != nil)
        #expect(fixture.launch(ada).record.unsent.isEmpty)
    }

    @Test("After a force-quit at any step, the next launch resumes there and sends the rest")
    func forceQuit() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        var places: [OnboardingPlace] = []
        while places.last != .finished, places.count < 20 {
            // Only the file survives from one launch to the next.
            let service = fixture.launch(ada)
            places.append(service.place)
            try proceed(service)
        }
        let expected = OnboardingStep.all.filter { $0 != .signIn }.map { OnboardingPlace.step($0) }
        #expect(places == expected + [.finished])
        #expect(exchange.requests == 0)

        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) { await fixture.idle() }

        #expect(names(exchange.changes) == inOrder)
    }

    @Test("Completed offline, everything is sent in order once the network returns")
    func offline() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        exchange.goDown(true)
        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) {
            // A step completed during the status request would be sent once concurrently.
            await fixture.clock.slept(for: .seconds(2))
            while service.place != .finished { try proceed(service) }
            #expect(service.record.unsent.count == inOrder.count)
            await fixture.clock.slept(for: .seconds(2))
            #expect(exchange.requests == 1)
            exchange.goDown(false)
            service.update(isOnline: true)
            await fixture.idle()
        }
        #expect(names(exchange.changes) == inOrder)
        #expect(service.record.isConfirmed)
    }

    @Test("A record from before the sign-in goes only to the first account that signs in")
    func takeover() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        let before = fixture.launch(.anonymous)
        while before.place != .finished { try proceed(before) }

        let service = fixture.launch(ada)
        #expect(service.place == .finished)
        try service.signedIn()
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) { await fixture.idle() }

        #expect(names(exchange.changes) == inOrder + ["auth_completed_at"])
        #expect(exchange.status.isCompleted)
        #expect(fixture.cache.read(.anonymous) == .missing)
        #expect(fixture.launch(bob).place == .step(.welcome))
        #expect(fixture.launch(.anonymous).place == .step(.welcome))
    }

    @Test("A force-quit while taking over a record repeats the takeover")
    func repeatedTakeover() async throws {
        let fixture = try OnboardingFixture()
        let before = fixture.launch(.anonymous)
        try proceed(before)
        let nobody = before.record
        try fixture.launch(ada).signedIn()
        // The account's record is written; the anonymous one is not removed yet.
        try fixture.cache.write(nobody, of: .anonymous)

        let service = fixture.launch(ada)
        try service.signedIn()

        #expect(
            names(service.record.unsent) == ["welcome_completed_at", "auth_completed_at"]
        )
        #expect(fixture.cache.read(.anonymous) == .missing)
    }

    @Test("After each kind of fault, every change arrives")
    func faults() async throws {
        let faults: [OnboardingExchange.Fault] = [
            .unreachable, .loseAnswer, .problem(.unavailable, retryAfter: 40),
            .problem(.internal), .problem(.rateLimit),
        ]
        for fault in faults {
            let fixture = try OnboardingFixture()
            let exchange = OnboardingExchange()
            exchange.fail(nil, fault)
            let service = fixture.launch(ada)
            service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
            try proceed(service)
            try proceed(service)
            try await fixture.running(service) {
                while exchange.requests < 2 { await Task.yield() }
                while !service.record.unsent.isEmpty {
                    fixture.clock.advance(by: .seconds(60))
                    await Task.yield()
                }
                await fixture.idle()
            }
            let arrived = names(exchange.changes)
            #expect(arrived.last == "first_event_type_completed_at", "\(fault)")
            #expect(Set(arrived).count == 2)
        }
    }

    @Test("Retry delays grow while the server is unreachable")
    func pauses() async throws {
        for hasStep in [false, true] {
            let fixture = try OnboardingFixture()
            let exchange = OnboardingExchange()
            exchange.goDown(true)
            let service = fixture.launch(ada)
            service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
            if hasStep { try proceed(service) }
            try await fixture.running(service) {
                for (tries, seconds) in [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].enumerated()
                {
                    await fixture.clock.slept(for: .seconds(seconds))
                    #expect(exchange.requests == tries + 1)
                    fixture.clock.advance(by: .seconds(seconds))
                }
                exchange.goDown(false)
                service.update(isOnline: true)
                await fixture.idle()
            }
            #expect(service.record.isConfirmed)
            #expect(service.record.unsent.isEmpty)
        }
    }

    @Test("An expired session keeps the queue; signing in again sends it")
    func needsSignIn() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) {
            await fixture.idle()
            // The request, and the refresh of the session.
            exchange.fail(.problem(.unauthorized), .problem(.unauthorized))
            try proceed(service)
            await fixture.idle()
            #expect(service.needsSignIn)
            let requests = exchange.requests
            try proceed(service)
            service.update(isOnline: true)
            await fixture.idle()
            #expect(exchange.requests == requests)
            #expect(service.place == .step(.firstEvent))

            // The new session has its own connection to the server.
            service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
            try service.signedIn()
            await fixture.idle()
        }
        #expect(
            names(exchange.changes) == [
                "welcome_completed_at", "first_event_type_completed_at", "auth_completed_at",
            ]
        )
    }

    @Test("A server without onboarding is asked once, and does not block the app")
    func withoutRoute() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        exchange.fail(.problem(.notFound), .problem(.notFound))
        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try proceed(service)
        try await fixture.running(service) {
            await fixture.idle()
            #expect(exchange.requests == 2)
            #expect(service.record.unsent.count == 1)
            while service.place != .finished { try proceed(service) }
            await fixture.idle()
        }
        #expect(names(exchange.changes) == Array(inOrder.dropFirst()))
    }

    @Test("A response for a previous owner is not applied to the current one")
    func left() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        let service = fixture.launch(ada)
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        exchange.hold()
        try proceed(service)
        async let asked: Void = service.fetchStatus()
        while exchange.requests == 0 { await Task.yield() }

        service.open(bob)
        exchange.release()
        try await asked

        #expect(service.record == OnboardingRecord())
        #expect(fixture.cache.read(bob) == .missing)
        #expect(fixture.launch(ada).record.unsent.count == 1)
    }

    @Test("A full disk keeps the person at the step, and loses nothing")
    func full() throws {
        let fixture = try OnboardingFixture()
        let store = FailingStore(base: fixture.store)
        let service = OnboardingStatusService(
            cache: OnboardingStatusCache(store),
            dependencies: fixture.dependencies
        )
        service.open(ada)
        try proceed(service)
        store.isFull.store(true, ordering: .relaxed)
        #expect(throws: KeyValueError.self) { try proceed(service) }
        #expect(service.place == .step(.firstEventType))
        store.isFull.store(false, ordering: .relaxed)
        try proceed(service)
        #expect(fixture.launch(ada).place == .step(.firstEvent))
    }

    @Test("Starting over removes the steps, locally and on the server")
    func startOver() async throws {
        let fixture = try OnboardingFixture()
        let exchange = OnboardingExchange()
        let service = fixture.launch(ada)
        await #expect(throws: SyncFailure.self) { try await service.startOver() }
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        try await fixture.running(service) {
            while service.place != .finished { try proceed(service) }
            await fixture.idle()
        }

        let place = try await service.startOver()

        #expect(place == .step(.welcome))
        #expect(!exchange.status.isCompleted)
        #expect(service.record.status[.location] == .granted)
        #expect(fixture.launch(ada).place == .step(.welcome))
    }

    @Test("Two devices of an account each receive the other's steps from a real server")
    func twoDevices() async throws {
        try await TestWorld.run { world in
            let phone = try await device(world)
            let tablet = try await device(world)
            try await tablet.fixture.running(tablet.service) {
                await tablet.caughtUp()
                #expect(tablet.service.place == .step(.welcome))
            }
            phone.fixture.wall.advance(by: .seconds(60))
            try await phone.fixture.running(phone.service) {
                for _ in 0..<4 { try proceed(phone.service) }
                await phone.caughtUp()
            }
            // The tablet was offline meanwhile and completed an earlier step.
            _ = try tablet.service.complete(.welcome)
            _ = try tablet.service.answer(.notifications, .denied)
            try await tablet.fixture.running(tablet.service) { await tablet.caughtUp() }

            #expect(tablet.service.place == .step(.permission(.location)))
            #expect(tablet.service.record.status[.notifications] == .granted)
            try await tablet.fixture.running(tablet.service) {
                while tablet.service.place != .finished { try proceed(tablet.service) }
                await tablet.caughtUp()
            }
            let next = phone.fixture.launch(.account(phone.account))
            next.connect(phone.client, of: phone.account)
            try await next.fetchStatus()
            #expect(next.place == .finished)
            #expect(next.record.status == tablet.service.record.status)
            try await phone.accounts.shutdown()
            try await tablet.accounts.shutdown()
        }
    }

    private struct Device {
        let fixture: OnboardingFixture
        let account: EntityID
        let accounts: AccountClient
        let client: OnboardingClient
        let service: OnboardingStatusService

        /// Returns when the server has everything; a busy machine may need several attempts.
        func caughtUp() async {
            while !service.record.isConfirmed || !service.record.unsent.isEmpty {
                fixture.clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
    }

    private func device(_ world: TestWorld) async throws -> Device {
        let fixture = try OnboardingFixture()
        let address = try #require(ServerAddress(world.server))
        let clock = SystemWallClock()
        let accounts = AccountClient(address: address, wallClock: clock)
        let credentials = Credentials(email: "a@example.org", password: "long enough")
        let session: Session
        do {
            session = try await accounts.signIn(credentials)
        } catch {
            session = try await accounts.signUp(credentials)
        }
        let account = try #require(EntityID(session.user.id))
        let client = OnboardingClient(
            accounts,
            sessions: SessionManager(
                session: session,
                storage: try fixture.profile(),
                refresher: accounts,
                wallClock: clock
            )
        )
        let service = fixture.launch(.account(account))
        service.connect(client, of: account)
        return Device(
            fixture: fixture,
            account: account,
            accounts: accounts,
            client: client,
            service: service
        )
    }
}
