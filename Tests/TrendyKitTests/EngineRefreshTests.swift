import Synchronization
import Testing
import TrendyAppSupport
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyStore

@MainActor
@Suite("Refreshing a screen", .timeLimit(.minutes(20)))
struct EngineRefreshTests {
    /// Health data that is read only after a test allows it.
    private final class GatedSource: HealthSource {
        let sources = [HealthSourceDescription(name: "Watch", kind: .watch)]
        let hasFingerprints = false
        let start: Instant
        private let gate = AsyncStream.makeStream(of: Void.self)

        init(start: Instant, isOpen: Bool) {
            self.start = start
            if isOpen { open() }
        }

        func open() { gate.continuation.finish() }

        func changes(
            of category: HealthMetric,
            since anchor: [UInt8]?,
            limit: Int
        ) async -> HealthChanges {
            for await _ in gate.stream {}
            return HealthChanges(
                spans: anchor == nil ? [start..<start + .seconds(600)] : [],
                anchor: [1]
            )
        }

        func samples(of category: HealthMetric, in span: Range<Instant>) -> [HealthSample] {
            let sample = HealthSample(
                start: start,
                end: start + .seconds(600),
                value: 100,
                source: 0
            )
            return span.overlaps(start..<sample.end) ? [sample] : []
        }

        func summaries(of category: HealthMetric, in span: Range<Instant>) -> [SummarySample] { [] }
        func hasSamples(of category: HealthMetric, type: Int) -> Bool { true }
        func boundary(of category: HealthMetric) -> Instant? { nil }
        func workouts(startingIn span: Range<Instant>) -> [WorkoutSample] { [] }
        func readingRoutes(of workout: WorkoutSample) -> WorkoutSample { workout }
    }

    private struct SilentObserver: HealthObserving {
        func signals() -> AsyncStream<HealthSignal> { AsyncStream { _ in } }
        func renewObservation() {}
        func enableBackgroundDelivery(
            _ categories: [HealthMetric]
        ) async -> [HealthMetric: HealthSourceError] { [:] }
    }

    private let clock = SteppingClock()

    private func world(isOpen: Bool) throws -> (ScreenWorld, GatedSource) {
        let start = try #require(Instant(rfc3339: "2026-01-15T10:00:00Z"))
        let source = GatedSource(start: start, isOpen: isOpen)
        var services = DeviceServices()
        services.health = DeviceServices.Health(
            source: source,
            observer: SilentObserver(),
            categories: [.steps]
        )
        return (try ScreenWorld(services: services, time: clock), source)
    }

    private func summary(_ world: ScreenWorld) -> SummaryViewModel {
        SummaryViewModel(
            store: world.store,
            dependencies: world.dependencies,
            formats: world.formats,
            onRefresh: { [engine = world.engine] in
                await engine.refresh(within: SummaryViewModel.maximumWait)
            }
        )
    }

    @Test("A refresh captures first, so that new steps are on the cards")
    func captures() async throws {
        let (world, _) = try world(isOpen: true)
        // In the background an engine captures nothing by itself.
        world.engine.start(isInBackground: true)
        let model = summary(world)

        await model.refresh()

        #expect(model.cards.first { $0.category == .steps }?.value == "100")
        #expect(!model.isRefreshing)
        try await world.engine.stop()
    }

    @Test("A refresh waits 15 seconds for a slow source, which delivers later")
    func slow() async throws {
        let (world, source) = try world(isOpen: false)
        world.engine.start(isInBackground: true)
        let model = summary(world)

        async let refreshed: Void = model.refresh()
        await clock.slept(for: SummaryViewModel.maximumWait)
        #expect(model.isRefreshing)
        clock.advance(by: SummaryViewModel.maximumWait)
        await refreshed

        #expect(!model.isRefreshing)
        #expect(model.cards.first { $0.category == .steps }?.value == nil)
        source.open()
        let task = Task { await model.run() }
        await until { model.cards.first { $0.category == .steps }?.value == "100" }
        task.cancel()
        await task.value
        try await world.engine.stop()
    }
}
