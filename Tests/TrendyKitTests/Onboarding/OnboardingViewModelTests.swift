import Foundation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendyStore
import TrendyWire

/// A notification center whose service fails, until a test repairs it.
private final class UnavailableCenter: UserNotificationCenter {
    private struct ServiceError: LocalizedError {
        var errorDescription: String? { "no connection to the service" }
    }

    let error = Mutex<(any Error)?>(NotificationError(system: ServiceError()))

    func authorization() async -> NotificationAuthorization { .notDetermined }

    func requestAuthorization() async throws -> Bool {
        if let error = error.withLock({ $0 }) { throw error }
        return true
    }

    func show(_ notification: UserNotification) async throws {}

    func withdraw(_ identifiers: [String]) async {}

    func withdrawAll() async {}
}

@Suite("Onboarding view model")
@MainActor
struct OnboardingViewModelTests {
    private struct Launch {
        let router: AppRouter
        let model: OnboardingViewModel
    }

    private func launch(
        _ fixture: OnboardingFixture,
        _ store: DeviceStore?,
        _ permissions: PermissionRequests? = nil
    ) throws -> Launch {
        let profile = try fixture.profile()
        let service = fixture.launch()
        let router = AppRouter(
            sessions: profile,
            onboarding: service,
            dependencies: fixture.dependencies
        )
        router.determineInitialRoute(isOnline: false)
        let model = OnboardingViewModel(
            router: router,
            onboarding: service,
            sessions: profile,
            dependencies: fixture.dependencies,
            permissions: permissions
        ) { store }
        return Launch(router: router, model: model)
    }

    private func open(_ fixture: OnboardingFixture) throws -> DeviceStore {
        try DeviceStore(
            path: fixture.directory + "/local.sqlite",
            dependencies: fixture.dependencies
        )
    }

    @Test("Offline and signed out, the path leads from the welcome to the app with a first event")
    func path() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let (router, model) = try { ($0.router, $0.model) }(launch(fixture, store))
        model.proceed()
        #expect(model.step == .signIn)
        model.proceed()
        #expect(model.step == .firstEventType)
        await model.choose(model.templates[0])
        #expect(model.typeName == "Coffee")
        #expect(model.step == .firstEvent)
        await model.recordFirstEvent(notes: "The first one")
        #expect(model.step == .permission(.notifications))
        model.answer(.notifications, .granted)
        model.answer(.location, .denied)
        model.proceed()
        #expect(model.step == .finish)
        model.proceed()

        #expect(router.route == .authenticated)
        #expect(model.step == nil)
        #expect(model.errorMessage == nil)
        let types = try await EventTypeRepository(store).all()
        #expect(types.map(\.fields) == [model.templates[0].eventType])
        let events = try await store.read { try $0.entities.events() }
        #expect(events.count == 1)
        #expect(events.first?.content.description.contains("The first one") == true)
        try await store.close()
    }

    @Test("After a force-quit, recorded entities are not requested again")
    func resume() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let first = try launch(fixture, store).model
        first.proceed()
        first.proceed()
        // The event was recorded, and the app ended before the steps were stored.
        try await store.log("Tea")

        let second = try launch(fixture, store).model
        #expect(second.step == .firstEventType)
        await second.resume()

        #expect(second.step == .permission(.notifications))
        #expect(try await store.read { try $0.entities.events() }.count == 1)
        try await store.close()
    }

    @Test("A refused name stays refused when the look for recorded types ends later")
    func resumeAfterRefusal() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        model.proceed()
        model.proceed()
        // It begins when this function suspends; by then the name is refused.
        let resuming = Task { await model.resume() }
        await model.choose(name: " ")

        await resuming.value

        #expect(model.errorMessage == Strings.Onboarding.nameNeeded())
        #expect(model.step == .firstEventType)
        try await store.close()
    }

    @Test("A chosen type stays chosen when recorded types are looked for again")
    func resumeAfterChoice() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        model.proceed()
        model.proceed()
        try await EventTypeRepository(store).create(EventType(name: "Apples"))
        await model.choose(name: "Tea")

        await model.resume()

        #expect(model.typeName == "Tea")
        #expect(model.step == .firstEvent)
        try await store.close()
    }

    @Test("An error disappears when the person moves on")
    func errorAndMove() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        model.proceed()
        model.proceed()
        await model.choose(name: " ")
        #expect(model.errorMessage != nil)

        model.proceed()

        #expect(model.step == .firstEvent)
        #expect(model.errorMessage == nil)
        try await store.close()
    }

    @Test("A permission that the system cannot ask for is an error, and can be asked for again")
    func refusedRequest() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let center = UnavailableCenter()
        let permissions = PermissionRequests(notificationCenter: center)
        let model = try launch(fixture, store, permissions).model
        for _ in 0..<4 { model.proceed() }
        #expect(model.step == .permission(.notifications))

        await model.requestPermission()

        #expect(model.step == .permission(.notifications))
        #expect(model.errorMessage?.contains("no connection to the service") == true)
        #expect(!model.isBusy)
        center.error.withLock { $0 = CancellationError() }
        await model.requestPermission()
        #expect(model.errorMessage == nil)
        #expect(model.step == .permission(.notifications))
        center.error.withLock { $0 = nil }
        await model.requestPermission()
        #expect(model.step == .permission(.location))
        try await store.close()
    }

    @Test("Between the type and the first event, the type is found again")
    func resumeBetween() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let first = try launch(fixture, store).model
        first.proceed()
        first.proceed()
        await first.choose(name: "Tea")

        let second = try launch(fixture, store).model
        await second.resume()
        #expect(second.step == .firstEvent)
        #expect(second.typeName == "Tea")
        await second.recordFirstEvent()

        #expect(second.step == .permission(.notifications))
        #expect(try await EventTypeRepository(store).all().count == 1)
        try await store.close()
    }

    @Test("Without a type, the first event asks for a name and proceeds with it")
    func typePassedBy() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        for _ in 0..<3 { model.proceed() }
        #expect(model.step == .firstEvent)

        await model.recordFirstEvent(notes: "The first one")

        #expect(model.errorMessage == Strings.Onboarding.nameNeeded())
        #expect(model.step == .firstEvent)
        #expect(!model.isBusy)
        #expect(try await store.read { try $0.entities.events() }.isEmpty)

        await model.choose(name: "Tea")
        #expect(model.step == .firstEvent)
        await model.recordFirstEvent(notes: "The first one")

        #expect(model.errorMessage == nil)
        #expect(model.step == .permission(.notifications))
        let event = try #require(try await store.read { try $0.entities.events() }.first)
        #expect(event.content.description.contains("The first one"))
        try await store.close()
    }

    @Test("A type that arrived after the screen looked for one is used for the first event")
    func typeCameLater() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        for _ in 0..<3 { model.proceed() }
        await model.resume()
        #expect(model.typeName == nil)
        // Another device's type, with an event.
        try await store.log("Tea")

        await model.recordFirstEvent(notes: "The first one")

        #expect(model.typeName == "Tea")
        #expect(model.step == .permission(.notifications))
        let events = try await store.read { try $0.entities.events() }
        #expect(events.count == 2)
        #expect(events.contains { $0.content.description.contains("The first one") })
        try await store.close()
    }

    @Test("An existing name is used; an empty one is refused")
    func names() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        try await EventTypeRepository(store).create(EventType(name: "coffee"))
        let model = try launch(fixture, store).model
        model.proceed()
        model.proceed()
        await model.choose(name: "  ")
        #expect(model.errorMessage == Strings.Onboarding.nameNeeded())
        #expect(model.step == .firstEventType)
        await model.choose(model.templates[0])
        #expect(model.errorMessage == nil)
        #expect(try await EventTypeRepository(store).all().count == 1)
        try await store.close()
    }

    @Test("During an account change, the person is asked to wait, and nothing is lost")
    func notReady() async throws {
        let fixture = try OnboardingFixture()
        let model = try launch(fixture, nil).model
        model.proceed()
        model.proceed()
        await model.choose(model.templates[0])
        #expect(model.errorMessage == Strings.Onboarding.notReady())
        #expect(model.step == .firstEventType)
        #expect(!model.isBusy)
    }

    @Test("On a device that belongs to an account, the sign-in cannot be skipped")
    func belongsToAccount() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        try await fixture.profile().signOut()
        let (router, model) = try { ($0.router, $0.model) }(launch(fixture, nil))
        router.startOnboarding()
        model.proceed()
        #expect(model.step == .signIn)
        model.proceed()
        #expect(model.step == .signIn)
        #expect(model.errorMessage == Strings.Onboarding.signInNeeded())
    }

    @Test("A person who completed the onboarding can repeat it from the settings and leave it")
    func startOver() async throws {
        let fixture = try OnboardingFixture()
        let (router, model) = try { ($0.router, $0.model) }(launch(fixture, nil))
        for _ in 0..<2 {
            while model.step != nil { model.proceed() }
            #expect(router.route == .authenticated)
            await model.startOver()
            #expect(router.route == .onboarding(.welcome))
        }
        // During the repetition, the person moves on.
        model.proceed()
        await model.startOver()
        #expect(model.step == .signIn)
        #expect(model.errorMessage == nil)
    }

    @Test("An account starts over only online; offline the person is informed and stays")
    func startOverOffline() async throws {
        let fixture = try OnboardingFixture()
        try await fixture.signIn()
        let (router, model) = try { ($0.router, $0.model) }(launch(fixture, nil))
        while model.step != nil { model.proceed() }

        await model.startOver()

        #expect(model.errorMessage == Strings.Onboarding.notStartedOver(["reason": "Offline."]))
        #expect(router.route == .authenticated)
        #expect(!model.isBusy)
    }

    @Test("The text of a database error contains no statement")
    func databaseError() async throws {
        let fixture = try OnboardingFixture()
        let store = try open(fixture)
        let model = try launch(fixture, store).model
        model.proceed()
        model.proceed()
        try await store.close()

        await model.choose(name: "Tea")

        let reason = Strings.Failures.database()
        #expect(model.errorMessage == Strings.Onboarding.notStored(["reason": reason]))
    }

    @Test("Each template is a valid type, and no two have the same name")
    func templates() {
        let names = EventTypeTemplate.all.map { $0.name().lowercased() }
        #expect(Set(names).count == names.count)
        for template in EventTypeTemplate.all {
            #expect(template.eventType.document.violations(as: .eventType).isEmpty)
        }
    }
}
