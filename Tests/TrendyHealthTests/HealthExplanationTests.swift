import Foundation
import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("The explanation of a day")
struct HealthExplanationTests {
    private let source = MemorySource()

    private func explain(
        _ metric: HealthMetric,
        order: [String] = []
    ) async throws -> HealthExplanation {
        try await HealthExplanation(
            of: metric,
            on: #require(CalendarDay("2026-01-05")),
            from: source,
            order: order,
            zones: ZoneHistory(.gmt)
        )
    }

    private func sample(
        _ start: String,
        _ end: String,
        _ value: Double,
        by index: Int
    )
        -> HealthSample
    {
        HealthSample(
            start: at("2026-01-05T\(start)Z"),
            end: at("2026-01-05T\(end)Z"),
            value: value,
            source: index
        )
    }

    @Test("A sum shows what each source says alone, what counts, and what overlaps")
    func sum() async throws {
        source.set(
            .steps,
            [
                sample("10:00:00", "10:20:00", 2000, by: 0),
                sample("10:10:00", "10:30:00", 1800, by: 1),
                sample("12:00:00", "12:10:00", 500, by: 1),
            ]
        )

        let explanation = try await explain(.steps)

        #expect(explanation.properties?["count"] == .number(3400))
        #expect(explanation.sources.map(\.name) == ["Watch", "Phone"])
        #expect(explanation.sources.map { $0.alone?.rounded() } == [2000, 2300])
        #expect(explanation.sources.map { $0.counted?.rounded() } == [2000, 1400])
        #expect(explanation.sources.map(\.overlapped) == [.zero, .seconds(600)])
        #expect(explanation.sources.map(\.covered) == [.seconds(1200), .seconds(1800)])
        #expect(explanation.sources.map(\.samples) == [1, 2])
    }

    @Test("The order of sources decides what counts")
    func order() async throws {
        source.set(
            .steps,
            [
                sample("10:00:00", "10:20:00", 2000, by: 0),
                sample("10:10:00", "10:30:00", 1800, by: 1),
            ]
        )

        let explanation = try await explain(.steps, order: ["Phone"])

        #expect(explanation.sources.map(\.name) == ["Phone", "Watch"])
        #expect(explanation.sources.map { $0.counted?.rounded() } == [1800, 1000])
    }

    @Test("Readings show the mean of each source, and a day without samples has no source")
    func readings() async throws {
        source.set(.heartRateVariability, [sample("10:00:00", "10:00:00", 40, by: 0)])

        let explanation = try await explain(.heartRateVariability)

        #expect(explanation.sources.map(\.alone) == [40])
        #expect(explanation.sources.map(\.counted) == [nil])
        #expect(try await explain(.flightsClimbed).sources.isEmpty)
        #expect(try await explain(.flightsClimbed).properties == nil)
    }
}
