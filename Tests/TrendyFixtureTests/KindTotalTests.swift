import Foundation
import Testing
import TrendyModel

@testable import TrendyFixture

@Suite("Expected results of a kind")
struct KindTotalTests {
    private let day: Range<Int64> = 86_400..<172_800

    /// A sample at seconds after the start of the day.
    private func sample(
        _ source: Source,
        _ start: Int64,
        _ end: Int64,
        _ value: Double,
        isEntered: Bool = false
    ) -> KindSample {
        KindSample(
            source: source,
            start: day.lowerBound + start,
            end: day.lowerBound + end,
            value: value,
            text: "",
            created: 0,
            isEntered: isEntered
        )
    }

    private func total(_ samples: [KindSample], _ way: GeneratedKind.Way = .sum) -> KindTotal? {
        KindTotal(.quantity("Any", .index, way, 0...1, .daily), samples: samples, day: day)
    }

    @Test("A sample counts with the share of its time that no better source covers")
    func merging() throws {
        let result = try #require(
            total([
                sample(.watch, 0, 100, 10), sample(.phone, 50, 150, 100),
                sample(.pedometer, 0, 200, 1000),
                // The person's own entry replaces half of the watch's sample.
                sample(.phone, 0, 50, 7, isEntered: true),
            ])
        )

        #expect(result.sum == 7 + 5 + 50 + 250)
        #expect(result.samples == 4)
    }

    @Test("Samples of one source that overlap all count")
    func sameSource() {
        #expect(total([sample(.watch, 0, 100, 10), sample(.watch, 50, 150, 10)])?.sum == 20)
    }

    @Test("A sample without length counts unless a better source covers its time")
    func instants() {
        let watch = sample(.watch, 100, 200, 10)

        #expect(total([watch, sample(.phone, 150, 150, 5)])?.sum == 10)
        #expect(total([watch, sample(.phone, 200, 200, 5)])?.sum == 15)
        #expect(total([watch, sample(.watch, 150, 150, 5)])?.sum == 15)
    }

    @Test("A sample over midnight counts with its share of the day, and ends at it")
    func midnight() throws {
        let result = try #require(total([sample(.watch, -100, 300, 8)]))

        #expect(result.sum == 6)
        #expect(result.samples == 1 && result.starts == 0 && result.mean == nil)
        #expect(total([sample(.watch, -100, 0, 8)]) == nil)
        #expect(total([sample(.watch, -100, 300, 8)], .mean) == nil)
    }

    @Test("A reading holds until the next one, at most ten minutes, and not beyond its day")
    func weightedMean() throws {
        let result = try #require(
            total(
                [
                    sample(.watch, 0, 0, 60), sample(.watch, 60, 60, 120),
                    sample(.watch, 86_340, 86_340, 90),
                ],
                .weightedMean
            )
        )

        // 60 s, 600 s and 60 s.
        #expect(result.weightedMean == 112.5)
        #expect(result.mean == 90)
        #expect(result.last == 90 && result.minimum == 60 && result.maximum == 120)
    }

    @Test("An equivalent level is the mean of the energy over time")
    func level() throws {
        let result = try #require(
            total([sample(.watch, 0, 900, 60), sample(.watch, 900, 1000, 80)], .level)
        )

        let mean: Double = (900 * 1e6 + 100 * 1e8) / 1000
        let expected = 10 * log10(mean)
        #expect(abs((result.level ?? 0) - expected) < 1e-9)
    }

    @Test("A duration is the time that any source covers")
    func duration() throws {
        let result = try #require(
            KindTotal(
                .category("Any", .notApplicable, .duration, .daily),
                samples: [
                    sample(.watch, 0, 100, 0), sample(.phone, 50, 150, 0),
                    sample(.phone, 60, 70, 0), sample(.phone, -10, 10, 0),
                ],
                day: day
            )
        )

        #expect(result.durationSeconds == 150)
        #expect(result.starts == 3)
        #expect(result.counts == ["not_applicable": 3])
    }
}
