import Testing
import TrendyModel
import TrendyStore

@testable import TrendyPlaces

@Suite("The stored authorization")
struct AuthorizationRecordTests {
    private let device: PlaceDevice

    init() throws {
        device = try PlaceDevice()
    }

    private func stored() async throws -> RegionMonitorState {
        try await device.store.read { try $0.places.regionMonitorState() }
    }

    /// The stored state after the app became active with an authorization.
    private func activate(
        _ authorization: LocationConditions.Authorization
    ) async throws -> RegionMonitorState {
        device.system.set(.init(authorization: authorization))
        try await device.reconcile(.activation, at: 60)
        return try await stored()
    }

    @Test("A reduction is kept until location is allowed always again")
    func downgrade() async throws {
        #expect(try await !activate(.whenInUse).isDowngraded)
        #expect(try await !activate(.always).isDowngraded)
        #expect(try await activate(.whenInUse).isDowngraded)
        #expect(try await activate(.denied).isDowngraded)
        #expect(try await !activate(.always).isDowngraded)
        #expect(try await stored().authorization == "always")
    }

    @Test("An expired 'Allow Once' is kept apart from never having been asked")
    func allowOnce() async throws {
        #expect(try await activate(.notDetermined).authorization == "notDetermined")
        _ = try await activate(.whenInUse)
        try await device.monitor.request(.always)
        #expect(try await stored().hasRequestedAlways)

        let expired = try await activate(.notDetermined)
        #expect(expired.authorization == "whenInUse")
        // iOS shows both prompts again.
        #expect(!expired.hasRequestedAlways)
        try await device.monitor.request(.whenInUse)
        #expect(try await stored().authorization == "notDetermined")
        _ = try await activate(.denied)
        #expect(try await activate(.notDetermined).authorization == "notDetermined")
    }

    @Test("Only prompts that iOS shows are recorded; all are passed on")
    func requests() async throws {
        _ = try await activate(.denied)
        _ = device.system.takeRequests()

        try await device.monitor.request(.always)
        try await device.monitor.request(.whenInUse)

        #expect(try await !stored().hasRequestedAlways)
        #expect(try await stored().authorization == "denied")
        let requests = device.system.takeRequests()
        #expect(requests == [.authorization(.always), .authorization(.whenInUse)])
    }

    @Test(
        "The limit of a refusal holds until the system may accept more",
        arguments: [
            (.launch, true), (.activation, true), (.authorization, true), (.sync, false),
            (.edit, false),
        ] as [(GeofenceMonitor.Trigger, Bool)]
    )
    func limit(_ trigger: GeofenceMonitor.Trigger, _ isForgotten: Bool) async throws {
        try await device.reconcile(.launch, at: 0)
        var state = try await stored()
        state.regionLimit = 8
        var update = PlaceUpdate()
        update.monitorState = state
        try await device.store.write { [update] in try $0.places.apply(update) }

        try await device.reconcile(trigger, at: 60)

        #expect(try await stored().regionLimit == (isForgotten ? nil : 8))
    }

    @Test("The device is located when it matters where the person is, and at the first position")
    func fixes() async throws {
        func isLocated(
            _ trigger: GeofenceMonitor.Trigger,
            _ authorization: LocationConditions.Authorization
        ) async throws -> Bool {
            device.system.set(.init(authorization: authorization))
            _ = device.system.takeRequests()
            try await device.reconcile(trigger, at: 60)
            return device.system.takeRequests().contains(.fix)
        }
        _ = try await device.add("Home")
        #expect(try await isLocated(.edit, .whenInUse) == false)
        #expect(try await isLocated(.edit, .always))
        try await device.report(.fix, at: 60, fix: device.fix(0, at: 60))

        for trigger in [.launch, .activation, .authorization] as [GeofenceMonitor.Trigger] {
            #expect(try await isLocated(trigger, .always))
            #expect(try await isLocated(trigger, .whenInUse))
            #expect(try await isLocated(trigger, .denied) == false)
        }
        for trigger in [.sync, .edit] as [GeofenceMonitor.Trigger] {
            #expect(try await isLocated(trigger, .always) == false)
            #expect(try await isLocated(trigger, .whenInUse) == false)
        }
    }

    @Test("A report of the authorization counts if it or its precision has changed")
    func reports() async throws {
        try await device.reconcile(.launch, at: 0)
        func isReconciled(_ conditions: LocationConditions) async throws -> Bool {
            device.system.set(conditions)
            _ = device.system.takeRequests()
            try await device.report(.authorization, at: 60)
            return device.system.takeRequests().contains(.fix)
        }

        #expect(try await isReconciled(.init()) == false)
        #expect(try await isReconciled(.init(isPrecise: false)))
        #expect(try await isReconciled(.init(isPrecise: false)) == false)
        #expect(try await isReconciled(.init(authorization: .whenInUse, isPrecise: false)))
        #expect(try await isReconciled(.init(authorization: .whenInUse)))
    }
}
