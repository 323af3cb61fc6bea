import Foundation
import HealthReplay
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Unknown kinds and bad values")
struct UnknownKindTests {
    private let scratch: Scratch
    private let day = "2026-01-15"

    init() throws {
        scratch = try Scratch()
    }

    /// A record of 15 January 2026; times are in UTC.
    private func record(
        _ type: String,
        _ value: String?,
        unit: String? = nil,
        from start: String = "08:00:00",
        to end: String? = nil
    ) -> String {
        let unit = unit.map { " unit=\"\($0)\"" } ?? ""
        let value = value.map { " value=\"\($0)\"" } ?? ""
        return """
             <Record type="\(type)" sourceName="App"\(unit) startDate="\(day) \(start) +0000" \
            endDate="\(day) \(end ?? start) +0000"\(value)/>

            """
    }

    private func quantity(
        _ name: String,
        _ value: String,
        _ unit: String,
        from start: String = "08:00:00",
        to end: String? = nil
    ) -> String {
        record("HKQuantityTypeIdentifier" + name, value, unit: unit, from: start, to: end)
    }

    /// Imports records; returns the counts and the stored events by metric.
    private func imported(
        _ records: String
    ) async throws -> (summary: ImportSummary, events: [String: [Event]], metrics: [HealthMetric]) {
        let export = try scratch.read(xml: export(records), strict: true)
        let device = try ImportingDevice(in: scratch)
        _ = try await device.capture(export, zones: ZoneHistory(.gmt))
        return (export.summary, try await device.events(), export.metrics)
    }

    @Test("Amounts of an unknown type that last for a time are added up")
    func sum() async throws {
        let found = try await imported(
            quantity("TeaPoured", "200", "mL", from: "08:00:00", to: "08:10:00")
                + quantity("TeaPoured", "50.5", "mL", from: "09:00:00")
        )

        let tea = try #require(found.events["tea_poured"]?.first)
        #expect(tea.properties["sum"]?.amount == 250.5)
        #expect(tea.naturalKey == "tea_poured/\(day)")
        #expect(found.metrics.map(\.isInferred) == [true])
        let kind = try #require(found.summary.kinds["HKQuantityTypeIdentifierTeaPoured"])
        #expect(kind.isUnknown && kind.records == 2 && kind.used == 2)
    }

    @Test("Amounts of an unknown type at single times are readings, also negative ones")
    func readings() async throws {
        let found = try await imported(
            quantity("SkinPotential", "-4", "mV") + quantity("SkinPotential", "6", "mV")
        )

        let event = try #require(found.events["skin_potential"]?.first)
        #expect(event.properties["average"]?.amount == 1)
        #expect(event.properties["minimum"]?.amount == -4)
        #expect(event.properties["maximum"]?.amount == 6)
        #expect(event.properties["readings"]?.amount == 2)
    }

    @Test("Samples of an unknown category are counted by value")
    func labels() async throws {
        let type = "HKCategoryTypeIdentifierMoonPhase"
        let found = try await imported(
            record(type, "HKCategoryValueMoonPhaseFull")
                + record(type, "HKCategoryValueMoonPhaseFull", from: "09:00:00")
                + record(type, "HKCategoryValueMoonPhaseNew", from: "10:00:00")
        )

        let event = try #require(found.events["moon_phase"]?.first)
        #expect(event.properties["count"]?.amount == 3)
        #expect(event.properties["count_moon_phase_full"]?.amount == 2)
        #expect(event.properties["count_moon_phase_new"]?.amount == 1)
    }

    @Test("A value of a known category that this version does not know is counted as other")
    func unknownLabel() async throws {
        let type = "HKCategoryTypeIdentifierHeadache"
        let found = try await imported(
            record(type, "HKCategoryValueSeveritySevere")
                + record(type, "HKCategoryValueSeverityUnbearable", from: "09:00:00")
        )

        let event = try #require(found.events["headache"]?.first)
        #expect(event.properties["count"]?.amount == 2)
        #expect(event.properties["severity"] == .text("severe"))
        #expect(event.properties["count_other"]?.amount == 1)
    }

    @Test("Units of one type are converted, and those that do not fit are rejected by name")
    func units() async throws {
        let name = "HKQuantityTypeIdentifierDistanceCycling"
        let found = try await imported(
            quantity("DistanceCycling", "2", "km", from: "08:00:00", to: "08:10:00")
                + quantity("DistanceCycling", "1", "mi", from: "09:00:00", to: "09:10:00")
                + quantity("DistanceCycling", "5", "kg", from: "10:00:00", to: "10:10:00")
                + quantity("DistanceCycling", "5", "parsec", from: "11:00:00", to: "11:10:00")
                + quantity("TeaPoured", "200", "mL", from: "08:00:00", to: "08:10:00")
                + quantity("TeaPoured", "0.3", "L", from: "09:00:00", to: "09:10:00")
                + quantity("TeaPoured", "3", "kg", from: "10:00:00", to: "10:10:00")
        )

        let ride = try #require(found.events["distance_cycling"]?.first)
        #expect(ride.properties["sum"]?.amount == 3609.344)
        #expect(found.events["tea_poured"]?.first?.properties["sum"]?.amount == 500)
        #expect(found.summary.kinds[name]?.rejections == [.noValue: 2])
        let tea = found.summary.kinds["HKQuantityTypeIdentifierTeaPoured"]
        #expect(tea?.used == 2 && tea?.rejections == [.noValue: 1])
        #expect(found.summary.rejections == [.noValue: 3])
    }

    @Test("A unit whose characters are escaped in XML is converted")
    func escapedUnit() async throws {
        let found = try await imported(
            quantity("BloodGlucose", "5", "mmol&lt;180.1558800000541&gt;/L")
                + quantity("InventedSugar", "7", "mmol&lt;342.3&gt;/L")
        )

        #expect(found.events["blood_glucose"]?.first?.properties["last"]?.amount == 90.078)
        #expect(found.events["invented_sugar"]?.first?.properties["last"]?.amount == 7)
        #expect(found.summary.rejections.isEmpty)
    }

    @Test("A percentage is the same as a fraction and as a number up to a hundred")
    func percentages() async throws {
        let found = try await imported(
            quantity("OxygenSaturation", "0.97", "%")
                + quantity("OxygenSaturation", "97", "%", from: "09:00:00")
                + quantity("OxygenSaturation", "101", "%", from: "10:00:00")
        )

        let event = try #require(found.events["oxygen_saturation"]?.first)
        #expect(event.properties["minimum"]?.amount == 97)
        #expect(event.properties["maximum"]?.amount == 97)
        #expect(event.properties["readings"]?.amount == 2)
        #expect(found.summary.rejections == [.impossibleValue: 1])
    }

    @Test("A negative amount of a sum is rejected by name")
    func negative() async throws {
        let found = try await imported(
            quantity("DietaryCaffeine", "-5", "mg")
                + quantity("DietaryCaffeine", "80", "mg", from: "09:00:00")
        )

        let caffeine = try #require(
            found.summary.kinds["HKQuantityTypeIdentifierDietaryCaffeine"]
        )
        #expect(caffeine.used == 1 && caffeine.rejections == [.impossibleValue: 1])
        #expect(found.events["dietary_caffeine"]?.first?.properties["sum"]?.amount == 80)
    }

    @Test("The order of the file does not decide which of two unknown types has the plain name")
    func nameOrder() async throws {
        let records = [
            quantity("TeaPoured", "200", "mL"), record("HKDataTypeTeaPoured", "7", unit: "mL"),
        ]
        func names(_ text: String) throws -> [String: String] {
            let metrics = try scratch.read(xml: export(text), strict: true).metrics
            return Dictionary(
                uniqueKeysWithValues: metrics.map { ($0.types[0].identifier, $0.rawValue) }
            )
        }

        let forwards = try names(records.joined())
        let backwards = try names(records.reversed().joined())

        #expect(forwards == backwards)
        #expect(forwards["HKDataTypeTeaPoured"] == "tea_poured")
        #expect(forwards.count == 2)
    }

    @Test(
        "A kind that changes from amounts to values, or back, keeps what fits and counts the rest"
    )
    func changedKind() async throws {
        let type = "HKDataTypeTeaMood"
        let amounts =
            record(type, "5", unit: "mL") + record(type, "7", unit: "mL", from: "09:00:00")
        let values =
            record(type, "HKCategoryValueTeaMoodCalm", from: "10:00:00")
            + record(type, nil, from: "11:00:00")

        let grown = try await imported(amounts + values)

        let kind = try #require(grown.summary.kinds[type])
        #expect(kind.records == 4 && kind.used == 2 && kind.rejections == [.noValue: 2])
        #expect(grown.events["tea_mood"]?.first?.properties["last"]?.amount == 7)

        let other = try Scratch()
        let read = try other.read(xml: export(values + amounts), strict: true)
        let device = try ImportingDevice(in: other)
        _ = try await device.capture(read, zones: ZoneHistory(.gmt))
        let shrunk = try #require(read.summary.kinds[type])
        #expect(shrunk.records == 4 && shrunk.used == 2 && shrunk.rejections == [.noValue: 2])
        #expect(try await device.events()["tea_mood"]?.first?.properties["count"]?.amount == 2)
    }

    @Test("A known type whose values change between versions keeps old and new values in one kind")
    func changedValues() async throws {
        let type = "HKCategoryTypeIdentifierAppleStandHour"
        let found = try await imported(
            record(type, "HKCategoryValueAppleStandHourStood", to: "09:00:00")
                + record(type, nil, from: "09:00:00", to: "10:00:00")
                + record(type, "2", from: "10:00:00", to: "11:00:00")
        )

        let kind = try #require(found.summary.kinds[type])
        #expect(kind.records == 3 && kind.used == 3)
        #expect(found.metrics.count == 1)
        #expect(found.events.count == 1)
    }

    @Test("Two unknown types with the same words are two metrics")
    func sameWords() async throws {
        let found = try await imported(
            quantity("TeaPoured", "200", "mL")
                + record("HKDataTypeTeaPoured", "7", unit: "mL")
        )

        #expect(found.metrics.count == 2)
        #expect(Set(found.metrics).count == 2)
        let amounts = found.metrics.compactMap {
            found.events[$0.rawValue]?.first?.properties["last"]?.amount
                ?? found.events[$0.rawValue]?.first?.properties["average"]?.amount
        }
        #expect(amounts.sorted() == [7, 200])
    }

    @Test("A kind with too many samples in a day is left out by name, and the others are imported")
    func tooMany() async throws {
        let count = 300_000
        let one = Data(quantity("DistanceCycling", "2", "km").utf8)
        var xml = Data("<HealthData><ExportDate value=\"\(day) 12:00:00 +0000\"/>".utf8)
        xml.reserveCapacity(one.count * count + 1000)
        for _ in 0..<count { xml.append(one) }
        xml.append(Data(quantity("FlightsClimbed", "3", "count").utf8))
        xml.append(Data("</HealthData>".utf8))
        let path = try scratch.write(xml, to: "export.xml")

        let export = try scratch.read(path, strict: true)

        let kind = try #require(
            export.summary.kinds["HKQuantityTypeIdentifierDistanceCycling"]
        )
        #expect(kind.records == count && kind.used == 0)
        #expect(kind.rejections == [.tooMany: count])
        #expect(export.summary.used == 1)
        #expect(export.metrics == [.flightsClimbed])
        let device = try ImportingDevice(in: scratch)
        _ = try await device.capture(export, zones: ZoneHistory(.gmt))
        let events = try await device.events()
        #expect(Array(events.keys) == [HealthMetric.flightsClimbed.rawValue])
    }

    @Test("Of a thousand unknown types the first five hundred are imported, and the rest counted")
    func manyTypes() async throws {
        let records = (0..<1000).map { quantity("Invented\($0)", "5", "count") }.joined()

        let found = try await imported(records + quantity("FlightsClimbed", "3", "count"))

        #expect(found.metrics.count { $0.isInferred } == 500)
        #expect(found.events.count == 501)
        #expect(found.events[HealthMetric.flightsClimbed.rawValue]?.count == 1)
        #expect(found.summary.kinds.count == 502)
        #expect(found.summary.kinds["Record"]?.records == 500)
        #expect(found.summary.kinds["Record"]?.rejections == [.noValue: 500])
        #expect(found.summary.records == 1001 && found.summary.used == 501)
    }

    @Test("Both names of noise notifications are the same kind")
    func renamed() async throws {
        let found = try await imported(
            record(
                "HKCategoryTypeIdentifierAudioExposureEvent",
                "HKCategoryValueAudioExposureEventLoudEnvironment"
            )
                + record(
                    "HKCategoryTypeIdentifierEnvironmentalAudioExposureEvent",
                    "HKCategoryValueEnvironmentalAudioExposureEventMomentaryLimit",
                    from: "09:00:00"
                )
        )

        let event = try #require(found.events["environmental_audio_exposure_event"]?.first)
        #expect(event.properties["count"]?.amount == 2)
        #expect(found.metrics.map(\.isInferred) == [false])
    }
}
