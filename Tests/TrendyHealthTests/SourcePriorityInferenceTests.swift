import Foundation
import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Inferring the source priority")
struct SourcePriorityInferenceTests {
    private static let days = (5...8).map { "2026-01-0\($0)" }

    /// The energy of each day from the given sources: 100 kcal, 130 kcal and 160 kcal.
    private func source(_ sources: Int..., days: [String] = Self.days) -> MemorySource {
        let source = MemorySource()
        source.set(
            .activeEnergy,
            days.flatMap { day in
                sources.map { number in
                    HealthSample(
                        "\(day)T10:00:00Z",
                        "\(day)T11:00:00Z",
                        100 + 30 * Double(number),
                        source: number
                    )
                }
            }
        )
        return source
    }

    private func fit(
        _ source: MemorySource,
        _ sums: KeyValuePairs<String, Double>
    ) async throws -> SourcePriorityInference? {
        try await SourcePriorityInference.fit(
            source,
            to: sums.compactMap { day, sum in CalendarDay(day).map { (day: $0, total: sum) }
            },
            zones: ZoneHistory(.gmt)
        )
    }

    @Test("The order that comes closest to the sums wins, with its error and the default's")
    func closest() async throws {
        let fit = try await fit(
            source(0, 1, 2),
            ["2026-01-05": 160, "2026-01-06": 160, "2026-01-07": 160, "2026-01-08": 130]
        )

        #expect(fit?.order.first == "App" && fit?.order.count == 3)
        // One day of four is off by 30 of 130.
        #expect(abs((fit?.meanError ?? 1) - 30 / 130.0 / 4) < 1e-9)
        let ofDefault = (3 * 60 / 160.0 + 30 / 130.0) / 4
        #expect(abs((fit?.defaultMeanError ?? 0) - ofDefault) < 1e-9)
    }

    @Test("The default order stays when no other one is better")
    func byDefault() async throws {
        let fit = try await fit(source(0, 1), ["2026-01-05": 90, "2026-01-06": 100])

        #expect(fit?.order == [])
        #expect(abs((fit?.meanError ?? 1) - 10 / 90.0 / 2) < 1e-9)
        #expect(fit?.meanError == fit?.defaultMeanError)
    }

    @Test("Days without a sum or without samples are not compared")
    func skippedDays() async throws {
        let source = source(0, 1, days: ["2026-01-05", "2026-01-06"])

        let fit = try await fit(
            source,
            ["2026-01-05": 130, "2026-01-06": 0, "2026-01-07": 130]
        )

        #expect(fit?.order == ["Phone", "Watch"] && (fit?.meanError ?? 1) < 1e-9)
        let nothing = try await self.fit(source, ["2026-01-06": 0, "2026-01-07": 130])
        let none = try await self.fit(source, [:])
        #expect(nothing == nil && none == nil)
    }

    @Test("With one source there is nothing to infer")
    func oneSource() async throws {
        let fit = try await fit(source(1), ["2026-01-05": 500])

        #expect(fit == nil)
    }

    @Test("The 200 newest days are compared")
    func newestDays() async throws {
        let first = try #require(CalendarDay("2026-01-01"))
        let days = (0..<201).map { first.advanced(by: $0) }
        let source = source(0, 1, days: days.map(\.description))

        // The oldest day alone would give an error.
        let fit = try await SourcePriorityInference.fit(
            source,
            to: days.reversed().map { (day: $0, total: $0 == first ? 1 : 130) },
            zones: ZoneHistory(.gmt)
        )

        #expect(fit?.order == ["Phone", "Watch"] && (fit?.meanError ?? 1) < 1e-9)
    }
}
