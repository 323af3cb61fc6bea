import Foundation
import HealthReplay
import Testing
import TrendyFixture
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("Imports of all kinds")
struct GeneratedKindsTests {
    /// A life whose export has all kinds.
    enum Life: CaseIterable {
        /// In Paris, with metric units.
        case settled
        /// From New York to Paris, with imperial units.
        case travelling

        /// A period that ends in April, after all zones have changed to summer time.
        func options(days: Int) -> FixtureOptions {
            var options: FixtureOptions
            switch self {
            case .settled:
                options = FixtureOptions(seed: 31)
            case .travelling:
                options = FixtureOptions(
                    seed: 32,
                    zone: TimeZone(identifier: "America/New_York") ?? .gmt
                )
                options.units = .imperial
                options.moves = [
                    ZoneHistory.Segment(
                        start: Instant(seconds: 1_774_029_600),
                        zone: TimeZone(identifier: "Europe/Paris") ?? .gmt
                    )
                ]
            }
            options.kinds = .all
            options.days = days
            options.density = 0.3
            return options
        }
    }

    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func generate(_ options: FixtureOptions) throws -> FixtureSummary {
        try FixtureGenerator(options).write(
            to: scratch.path + "/export.xml",
            expectedTotalsPath: scratch.path + "/totals.json"
        )
    }

    @Test(
        "Each day of each kind has the expected results, and a second import changes nothing",
        arguments: Life.allCases
    )
    func results(life: Life) async throws {
        let options = life.options(days: life == .settled ? 365 : 120)
        let generated = try generate(options)
        let device = try ImportingDevice(in: scratch)
        let export = try scratch.read(generated.path, strict: true)

        let outcome = try await device.capture(export, zones: options.zones)
        let second = try await device.capture(
            try scratch.read(generated.path),
            zones: options.zones
        )

        let events = try await device.events()
        #expect(outcome.created == events.values.reduce(0) { $0 + $1.count })
        #expect(second.created == 0 && second.updated == 0 && second.deleted == 0)
        let differences = KindComparison.differences(
            between: generated.kindTotals,
            and: events,
            zones: options.zones,
            isConverted: options.units == .imperial
        )
        #expect(generated.kindTotals.count == GeneratedKind.all.count)
        #expect(differences.prefix(20).joined(separator: "\n") == "")
    }

    @Test("Each type of the generator is known, used and makes events", arguments: Life.allCases)
    func everyType(life: Life) async throws {
        let options = life.options(days: 60)
        let generated = try generate(options)
        let device = try ImportingDevice(in: scratch)
        let export = try scratch.read(generated.path, strict: true)

        _ = try await device.capture(export, zones: options.zones)

        let events = try await device.events()
        let identifiers = Set(GeneratedKind.all.map(\.identifier))
        let known = HealthMetric.allCases.flatMap(\.types).filter { type in
            type.kind != .workout && type.kind != .summary
        }
        #expect(identifiers == Set(known.map(\.identifier)))
        for identifier in identifiers {
            let metrics = HealthMetric.allCases.filter { metric in
                metric.types.contains { $0.identifier == identifier }
            }
            #expect(!metrics.isEmpty, "\(identifier)")
            for metric in metrics {
                #expect(events[metric.rawValue]?.isEmpty == false, "\(identifier) of \(metric)")
            }
            let used = generated.kindTotals[identifier]?.values.reduce(0) { $0 + $1.starts }
            #expect(export.summary.kinds[identifier]?.used == used, "\(identifier)")
            #expect(export.summary.kinds[identifier]?.isUnknown == false, "\(identifier)")
        }
        #expect(events["activity_summary"]?.count == options.days)
        #expect(events["audiogram"]?.count == 2)
        #expect(events["blood_pressure"]?.allSatisfy { $0.properties.keys.count == 2 } == true)
    }

    @Test("Every record is used or counted as rejected, by its name")
    func accounting() throws {
        let generated = try generate(Life.settled.options(days: 60))

        let summary = try scratch.read(generated.path, strict: true).summary

        for (name, kind) in summary.kinds {
            let rejected = kind.rejections.values.reduce(0, +)
            #expect(kind.records == kind.used + rejected, "\(name)")
        }
        #expect(summary.records == summary.kinds.values.reduce(0) { $0 + $1.records })
        #expect(summary.used == summary.kinds.values.reduce(0) { $0 + $1.used })
        #expect(summary.rejections == [.endBeforeStart: 1])
    }
}
