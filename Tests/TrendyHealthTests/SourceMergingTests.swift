import Foundation
import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Source merging")
struct SourceMergingTests {
    private let priority = SourcePriority(MemorySource().sources)

    private func random(_ seed: UInt64) -> [HealthSample] {
        var random = Generator(state: seed)
        return (0..<80).map { _ in
            let start = Int64.random(in: -3000..<172_800, using: &random)
            let length = Int64.random(in: 0..<9000, using: &random)
            return HealthSample(
                start: Instant(seconds: start),
                end: Instant(seconds: start + length),
                value: Double(Int.random(in: 1..<500, using: &random)),
                source: Int.random(in: 0..<3, using: &random),
                isUserEntered: Int.random(in: 0..<8, using: &random) == 0
            )
        }.sorted { $0.start < $1.start }
    }

    @Test(
        "Merged totals equal a count of every second",
        arguments: 1...12 as ClosedRange<UInt64>
    )
    func agreesWithGrid(seed: UInt64) throws {
        let days = DayTable(
            CalendarDay(daysSinceEpoch: 0)...CalendarDay(daysSinceEpoch: 1),
            in: ZoneHistory(.gmt)
        )
        let samples = random(seed)

        let totals = dailyTotals(samples, priority: priority, days: days)

        for (day, total) in totals.enumerated() {
            #expect(abs(total - gridSum(samples, day: day)) < 1e-6)
        }
    }

    @Test(
        "Days computed in two pages give the same totals as in one",
        arguments: 20...25 as ClosedRange<UInt64>
    )
    func pages(seed: UInt64) {
        let samples = random(seed)
        let first = CalendarDay(daysSinceEpoch: 0)
        let zones = ZoneHistory(.gmt)
        let whole = dailyTotals(
            samples,
            priority: priority,
            days: DayTable(first...first.advanced(by: 1), in: zones)
        )

        for day in 0...1 {
            let table = DayTable(first.advanced(by: day)...first.advanced(by: day), in: zones)
            let page = samples.filter { $0.span.overlaps(table.starts[0]..<table.end) }
            let totals = dailyTotals(page, priority: priority, days: table)
            #expect(abs(totals[0] - whole[day]) < 1e-6)
        }
    }

    private func dailyTotals(
        _ samples: [HealthSample],
        priority: SourcePriority,
        days: DayTable
    ) -> [Double] {
        let hours = HourTable(days)
        let totals = SourceMerging.hourlyTotals(samples, priority: priority, hours: hours)
        return (0..<days.count).map { totals[hours.hours(ofDay: $0)].reduce(0, +) }
    }

    /// Reference implementation: checks for each second of each sample whether a higher rank covers
    /// it.
    private func gridSum(_ samples: [HealthSample], day: Int) -> Double {
        let origin = -4000
        var best = [Int](repeating: .max, count: 200_000)
        for sample in samples where sample.start < sample.end {
            let rank = priority.rank(of: sample)
            for second in Int(sample.start.seconds)..<Int(sample.end.seconds) {
                best[second - origin] = min(best[second - origin], rank)
            }
        }
        var sum = 0.0
        for sample in samples {
            let rank = priority.rank(of: sample)
            let start = Int(sample.start.seconds)
            let length = Int(sample.end.seconds) - start
            for second in start..<max(start + length, start + 1)
            where second >= day * 86_400 && second < (day + 1) * 86_400 {
                // A reading without length is covered only by higher ranks.
                let isFree =
                    length > 0
                    ? best[second - origin] >= rank
                    : !samples.contains {
                        priority.rank(of: $0) < rank
                            && ($0.start.seconds..<$0.end.seconds).contains(Int64(second))
                    }
                if isFree { sum += sample.value / Double(max(length, 1)) }
            }
        }
        return sum
    }

    @Test("A sample without length counts within the days, unless a source of higher priority does")
    func withoutLength() {
        let days = ProcessingContext.days("2026-01-05").days
        func total(_ samples: HealthSample...) -> Double {
            dailyTotals(samples, priority: priority, days: days)[0]
        }
        func reading(_ time: String, source: Int = 1) -> HealthSample {
            HealthSample(time, time, 7, source: source)
        }
        let walk = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 100)

        #expect(total(reading("2026-01-04T23:59:59.999Z")) == 0)
        #expect(total(reading("2026-01-05T00:00:00Z")) == 7)
        #expect(total(reading("2026-01-05T23:59:59.999Z")) == 7)
        #expect(total(reading("2026-01-06T00:00:00Z")) == 0)
        #expect(total(walk, reading("2026-01-05T10:00:00Z")) == 100)
        #expect(total(walk, reading("2026-01-05T10:59:59.999Z")) == 100)
        #expect(total(walk, reading("2026-01-05T11:00:00Z")) == 107)
        #expect(total(walk, reading("2026-01-05T10:30:00Z", source: 0)) == 107)
    }

    @Test("A manually entered sample ranks first, and an unknown source last")
    func ranks() {
        var entered = HealthSample("2026-01-05T10:00:00Z", "2026-01-05T11:00:00Z", 1, source: 2)
        let ranks = (0...3).map { priority.rank(ofSource: $0) }
        let ofSource = priority.rank(of: entered)
        entered.isUserEntered = true

        #expect(ranks == [1, 2, 3, 4] && ofSource == 3)
        #expect(priority.rank(of: entered) == 0)
        #expect(SourcePriority([]).rank(ofSource: 0) == 1)
        let asked = SourcePriority(MemorySource().sources, order: ["App", "Phone"])
        #expect((0...2).map { asked.rank(ofSource: $0) } == [3, 2, 1])
    }

    @Test("Names that differ in spaces or apostrophes are one source")
    func names() {
        let priority = SourcePriority([
            HealthSourceDescription(name: "Ann\u{2019}s\u{A0}Watch", kind: .watch),
            HealthSourceDescription(name: "Ann's Watch", kind: .watch),
            HealthSourceDescription(name: "Ann's iPhone", kind: .phone),
        ])

        #expect(priority.rank(ofSource: 0) == priority.rank(ofSource: 1))
        #expect(priority.rank(ofSource: 1) < priority.rank(ofSource: 2))
    }

    @Test(
        "A source is matched for any typed spaces and apostrophes, and keeps its name",
        arguments: [
            "Ann's Apple Watch", "Ann\u{2019}s Apple Watch", "Ann\u{2018}s Apple\u{202F}Watch",
            "Ann\u{2BC}s\u{A0}Apple\u{A0}Watch",
        ]
    )
    func typedNames(name: String) {
        let other = HealthSourceDescription(name: "A Watch", kind: .watch)
        let source = HealthSourceDescription(name: "Ann\u{2019}s Apple\u{A0}Watch", kind: .watch)

        let byDefault = SourcePriority([other, source])
        let asked = SourcePriority([other, source], order: [name])

        #expect(byDefault.rank(ofSource: 0) < byDefault.rank(ofSource: 1))
        #expect(asked.rank(ofSource: 1) < asked.rank(ofSource: 0))
        #expect(source.isNamed(name) && !other.isNamed(name))
        #expect(source.name == "Ann\u{2019}s Apple\u{A0}Watch")
    }
}

private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
