import Synchronization
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("The screen of health delivery", .timeLimit(.minutes(20)))
struct HealthDeliveryScreenTests {
    private let world: ScreenWorld

    init() throws {
        world = try ScreenWorld()
    }

    private func model(
        _ delivery: HealthDeliveryState?,
        isRefreshOn: Bool = true
    ) -> HealthSettingsViewModel {
        HealthSettingsViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            delivery: { delivery },
            isBackgroundRefreshOn: { isRefreshOn }
        )
    }

    private func line(
        _ category: HealthMetric,
        _ delivery: HealthDeliveryState?
    ) async throws -> HealthSettingsViewModel.Line {
        let model = model(delivery)
        await model.refresh()
        #expect(model.problem == nil)
        return try #require(model.lines.first { $0.category == category })
    }

    /// Stores steps whose newest sample ended at an instant.
    private func captureSteps(newest: Instant) async throws {
        let (steps, day) = (HealthMetric.steps, world.zones.day(containing: newest))
        var event = Event(
            eventTypeID: steps.eventTypeID,
            timestamp: world.zones.start(of: day),
            sourceType: .healthKit
        )
        event.naturalKey = "steps/\(day)"
        event.healthKitCategory = "steps"
        event.evidence = Evidence(sampleCount: 1, newest: newest)
        let page = DerivedPage(
            category: "steps",
            days: [day...day],
            eventTypes: [DerivedEventType(id: steps.eventTypeID, eventType: steps.eventType)],
            results: [
                DerivedResult(
                    id: .derived(kind: "event", naturalKey: "steps/\(day)"),
                    day: day,
                    event: event
                )
            ],
            anchor: [1]
        )
        _ = try await world.store.write { try $0.health.apply(page) }
    }

    @Test("An observer that runs says when iOS last called it, and how often iOS wakes the app")
    func observer() async throws {
        let now = world.clock.now()
        let state = HealthDeliveryState(
            observed: [.steps, .workout],
            calls: [.steps: HealthObserverCalls(last: now - .seconds(720))]
        )

        let steps = try await line(.steps, state)
        #expect(steps.isObserved)
        #expect(steps.observer == "iOS last reported new data 12 min ago")
        #expect(steps.delivery == "Read in the background, at most once an hour")
        let workout = try await line(.workout, state)
        #expect(workout.observer == "Waiting for iOS to report new data")
        #expect(workout.delivery == "Read in the background, usually within an hour")
        let sleep = try await line(.sleep, state)
        #expect(!sleep.isObserved)
        #expect(sleep.observer?.contains("when you open the app") == true)
        let computer = try await line(.steps, nil)
        #expect(computer.observer == nil && computer.delivery == nil)
    }

    @Test("Refused background delivery is said with its reason")
    func refused() async throws {
        try await world.store.write {
            try $0.health.update(category: "steps", refusal: .text("no entitlement"))
        }

        let steps = try await line(.steps, HealthDeliveryState(observed: [.steps]))

        #expect(steps.isDeliveryRefused)
        #expect(steps.delivery == "Read only while Trendy is open: no entitlement")
    }

    @Test("Nothing that was ever read is said honestly, without a guess at the permission")
    func noData() async throws {
        try await world.store.write { try $0.health.update(category: "steps", anchor: [1]) }

        let steps = try await line(.steps, HealthDeliveryState(observed: [.steps]))

        #expect(steps.silence?.hasSuffix("Apple Health does not say which.") == true)
        #expect(steps.newestText == nil)
    }

    @Test("Steps that have not come for more than a day are silent; their newest time is shown")
    func silent() async throws {
        try await captureSteps(newest: world.instant("09:10"))
        let delivery = HealthDeliveryState(observed: [.steps])

        let fresh = try await line(.steps, delivery)
        #expect(fresh.newestText == "Newest data: 9:10")
        #expect(fresh.silence == nil)

        world.clock.advance(by: .seconds(86_400))
        let silent = try await line(.steps, delivery)
        #expect(silent.newestText == "Newest data: Yesterday, 9:10")
        #expect(silent.silence?.hasPrefix("No new data for 30 h 20 min") == true)
        let model = model(delivery)
        await model.refresh()
        #expect(model.findingRows.first?.finding.hasPrefix("Steps: no new data") == true)
    }

    @Test("The sources are named in their order")
    func sources() async throws {
        let now = world.clock.now()
        func order(_ sources: [String], _ isInferred: Bool) -> HealthDeliveryState {
            let order = SourceOrder(sources: sources, isInferred: isInferred, checkedAt: now)
            return HealthDeliveryState(orders: ["steps": order])
        }

        #expect(try await line(.steps, order(["iPhone"], false)).sources == "From iPhone")
        let inferred = try await line(.steps, order(["iPhone", "Watch"], true)).sources
        #expect(inferred?.hasSuffix("as in the Health app: iPhone, then Watch") == true)
        let byDefault = try await line(.steps, order(["Watch", "iPhone"], false)).sources
        #expect(byDefault == "Where sources overlap, this order counts: Watch, then iPhone")
        #expect(try await line(.steps, order([], false)).sources == nil)
    }

    @Test("The import of history shows its share over all metrics")
    func importing() async throws {
        let model = model(nil)
        await model.refresh()
        #expect(model.importText == nil && model.importProgress == nil)
        try await world.store.write {
            try $0.health.beginBackfill(
                category: "steps",
                anchor: nil,
                days: [world.day(-9)...world.day()]
            )
        }

        await model.refresh()

        #expect(model.importText?.hasPrefix("Importing your history: 0 of 10 days.") == true)
        #expect(model.importProgress == 0)
        #expect(model.lines.first { $0.category == .steps }?.importProgress == 0)
    }

    @Test("Background App Refresh that is off is said here too, and explains missing calls")
    func backgroundRefresh() async throws {
        let now = world.clock.now()
        let calls = HealthObserverCalls(last: now, first: now, before: now - .seconds(200_000))
        let state = HealthDeliveryState(observed: [.steps], calls: [.steps: calls])
        try await captureSteps(newest: now - .seconds(3600))

        let off = model(state, isRefreshOn: false)
        await off.refresh()
        #expect(off.backgroundRefreshText?.hasPrefix("Background App Refresh is off") == true)
        #expect(off.deliveryWarning == nil)

        let on = model(state)
        await on.refresh()
        #expect(on.backgroundRefreshText == nil)
        #expect(on.deliveryWarning?.contains("app switcher") == true)
    }

    @Test("The expectations name workouts, sleep, sums, and a locked phone")
    func expectations() {
        let texts = model(nil).expectations.joined(separator: "\n")

        for part in ["workout", "Sleep", "Steps", "locked"] { #expect(texts.contains(part)) }
    }
}
