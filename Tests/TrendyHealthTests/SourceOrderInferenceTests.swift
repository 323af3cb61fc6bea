import Foundation
import Synchronization
import Testing
import TrendyModel
import TrendyStore

@testable import TrendyHealth

@Suite("Comparing health totals with the source's own")
struct SourceOrderInferenceTests {
    /// A source with totals of its own, and the number of times that they were read.
    private final class TotalSource: ForwardingHealthSource {
        let base: any HealthSource
        private let state = Mutex<(total: Double?, reads: Int)>((nil, 0))

        init(_ base: any HealthSource) { self.base = base }

        var reads: Int { state.withLock { $0.reads } }

        func set(_ total: Double?) { state.withLock { $0.total = total } }

        func total(of category: HealthMetric, in span: Range<Instant>) -> Double? {
            state.withLock { state in
                state.reads += 1
                return state.total
            }
        }
    }

    private final class MovingClock: WallClock {
        private let instant = Mutex(Instant(seconds: 1_768_000_000))

        func now() -> Instant { instant.withLock { $0 } }

        func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
    }

    private let device: CapturingDevice
    private let source: TotalSource
    private let clock = MovingClock()
    private let coordinator: HealthCaptureCoordinator

    init() throws {
        device = try CapturingDevice()
        let days = (1...9).map { "2026-01-0\($0)" }
        device.source.set(
            .steps,
            days.flatMap { day in
                [
                    HealthSample("\(day)T10:00:00Z", "\(day)T11:00:00Z", 100, source: 0),
                    HealthSample("\(day)T10:00:00Z", "\(day)T11:00:00Z", 130, source: 1),
                ]
            }
        )
        source = TotalSource(device.source)
        var dependencies = device.dependencies
        dependencies.wallClock = clock
        coordinator = HealthCaptureCoordinator(
            store: device.store,
            source: source,
            dependencies: dependencies,
            categories: [.steps],
            zones: { ZoneHistory(.gmt) }
        )
    }

    private var order: SourceOrder? {
        get async throws {
            try await device.store.read { try $0.health.sourceOrder(category: "steps") }
        }
    }

    @Test("Totals are read at most once a day")
    func daily() async throws {
        source.set(130)
        await coordinator.inferSourceOrders()
        let first = source.reads
        #expect(first == HealthCaptureCoordinator.comparedDays)

        clock.advance(by: .seconds(86_399))
        await coordinator.inferSourceOrders()
        #expect(source.reads == first)

        clock.advance(by: .seconds(1))
        await coordinator.inferSourceOrders()
        #expect(source.reads == 2 * first)
    }

    @Test("A changed order is adopted with the next comparison, and then stays")
    func change() async throws {
        source.set(100)
        await coordinator.inferSourceOrders()
        #expect(try await order?.isInferred == false)

        source.set(130)
        clock.advance(by: .seconds(86_400))
        await coordinator.inferSourceOrders()
        #expect(try await order?.sources == ["Phone", "Watch"])

        // Within the margin of what the order in use gives.
        source.set(129.9)
        clock.advance(by: .seconds(86_400))
        await coordinator.inferSourceOrders()
        #expect(try await order?.sources == ["Phone", "Watch"])

        source.set(100)
        clock.advance(by: .seconds(86_400))
        await coordinator.inferSourceOrders()
        #expect(try await order?.sources.first == "Watch")
    }

    @Test("A source without totals changes nothing")
    func noTotals() async throws {
        source.set(nil)

        await coordinator.inferSourceOrders()

        #expect(try await order?.isInferred == false)
        #expect(try await order?.sources == [])
    }
}
