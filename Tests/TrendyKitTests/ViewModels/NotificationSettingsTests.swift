import Synchronization
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

/// A notification center that asks once, as the system does.
private final class AskingCenter: UserNotificationCenter {
    private let state: Mutex<(authorization: NotificationAuthorization, questions: Int)>
    let grants: Bool

    init(_ authorization: NotificationAuthorization, grants: Bool = true) {
        state = Mutex((authorization, 0))
        self.grants = grants
    }

    var questions: Int { state.withLock { $0.questions } }

    func authorization() async -> NotificationAuthorization { state.withLock { $0.authorization } }

    func requestAuthorization() async throws -> Bool {
        state.withLock { state in
            if state.authorization == .notDetermined {
                state.questions += 1
                state.authorization = grants ? .authorized : .denied
            }
            return state.authorization == .authorized
        }
    }

    func show(_ notification: UserNotification) async throws {}
    func withdraw(_ identifiers: [String]) async {}
    func withdrawAll() async {}
}

@MainActor
@Suite("Notification settings", .timeLimit(.minutes(20)))
struct NotificationSettingsTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func model(_ center: AskingCenter?) async -> NotificationSettingsViewModel {
        let model = NotificationSettingsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            center: center
        )
        await model.refresh()
        return model
    }

    @Test(
        "The permission is shown with what can change it",
        arguments: [
            (NotificationAuthorization.notDetermined, true, false),
            (.denied, false, true),
            (.authorized, false, false),
        ]
    )
    func permission(
        authorization: NotificationAuthorization,
        canAsk: Bool,
        needsSettings: Bool
    ) async throws {
        let model = await model(AskingCenter(authorization))

        #expect(model.canAsk == canAsk)
        #expect(model.needsSettings == needsSettings)
        #expect(model.permissionText?.isEmpty == false)
        #expect(await self.model(nil).permission == .unavailable)
    }

    @Test("The first notification that is turned on asks for the permission, later ones do not")
    func firstQuestion() async throws {
        let center = AskingCenter(.notDetermined)
        let model = await model(center)

        await model.setHealth("steps", false)
        #expect(center.questions == 0)
        await model.setHealth("steps", true)
        await model.setHealth("sleep", true)

        #expect(center.questions == 1)
        #expect(model.permission == .allowed)
        #expect(model.health.first { $0.id == "steps" }?.isOn == true)
        #expect(model.health.filter(\.isOn).count == 2)
        let states = try await world.store.read { try $0.health.states() }
        #expect(states["steps"]?.settings.notifies == true)
    }

    @Test("Arrival and departure are set for each place, and a denied permission stays visible")
    func places() async throws {
        let model = await model(AskingCenter(.notDetermined, grants: false))
        #expect(model.placesEmptyText?.hasPrefix("No places yet.") == true)
        let id = try await world.store.write {
            try $0.entities.create(
                Geofence(name: "Home", latitude: 1, longitude: 2, radiusMeters: 150)
            )
        }
        await model.refresh()
        #expect(model.places.map(\.name) == ["Home"])

        await model.setEntry(id, true)
        await model.setExit(id, true)
        await model.setEntry(id, false)

        let stored = try #require(try await GeofenceRepository(world.store).fetch(id: id))
        #expect(!stored.notifyOnEntry && stored.notifyOnExit)
        #expect(model.places.map(\.onExit) == [true])
        #expect(model.needsSettings)
        #expect(model.problem == nil)
    }

    @Test("Only captured categories can notify")
    func captured() async throws {
        try await world.store.write {
            try $0.health.changeSettings(category: "steps") { $0.isEnabled = false }
        }
        let model = await model(AskingCenter(.authorized))

        #expect(!model.health.contains { $0.id == "steps" })
        #expect(model.health.contains { $0.id == "sleep" })
    }
}
