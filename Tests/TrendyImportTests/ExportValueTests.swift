import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Values of Apple Health exports")
struct ExportValueTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func record(
        _ type: String,
        _ value: String,
        unit: String = "count",
        date: String = "2026-01-15 08:00:00 +0000"
    ) -> String {
        """
        <Record type="HKQuantityTypeIdentifier\(type)" sourceName="a" unit="\(unit)" \
        startDate="\(date)" endDate="\(date)" value="\(value)"/>
        """
    }

    @Test(
        "Text in another format than a date is no date",
        arguments: [
            "", "x", "2026-01-15", "2026-01-15 08:00:00", "2026-01-15 08:00:00 +010",
            "2026-01-15 08:00:00 +01000", "2026-01-15 08:00:00 0100 ", "2026-01-15 08:00:00 *0100",
            "2026-01-15T08:00:00 +0100", "2026-01-15 08:00:00T+0100", "2026/01-15 08:00:00 +0100",
            "2026-01/15 08:00:00 +0100", "2o26-01-15 08:00:00 +0100", "2026-0a-15 08:00:00 +0100",
            "2026-01-1/ 08:00:00 +0100", "2026-01-1: 08:00:00 +0100", "2026-02-30 08:00:00 +0100",
            "2026-13-01 08:00:00 +0100", "2026-01-15 24:00:00 +0100", "2026-01-15 08:60:00 +0100",
            "2026-01-15 08:00:61 +0100", "2026-01-15 08:00:00 +0x00", "2026-01-15 08:00:00 +01x0",
            "20260115080000+010", "20260115080000+01000", "20260115080000 0100",
            "20260230080000+0100", "20260115240000+0100", "20260115086000+0100",
            "2026011508000x+0100", "2026x115080000+0100", "20260115080000+x100",
        ]
    )
    func malformedDates(text: String) async throws {
        let read = try scratch.read(xml: export(record("StepCount", "1", date: text)))

        #expect(read.summary.rejections == [.noDate: 1])
        #expect(read.summary.used == 0)
    }

    @Test("Dates of neighbouring records are independent of each other")
    func dates() async throws {
        let printed = [
            ("2026-01-15 08:00:00 +0000", "2026-01-15T08:00:00.000Z"),
            ("2026-01-16 08:00:00 +0000", "2026-01-16T08:00:00.000Z"),
            ("2026-02-16 08:00:00 +0000", "2026-02-16T08:00:00.000Z"),
            ("2025-02-16 23:59:59 +0000", "2025-02-16T23:59:59.000Z"),
            ("20250217000000+0000", "2025-02-17T00:00:00.000Z"),
            ("2025-02-16 00:00:00 +0000", "2025-02-16T00:00:00.000Z"),
            ("2016-12-31 23:59:60 +0000", "2017-01-01T00:00:00.000Z"),
        ]
        let records = printed.map { record("StepCount", "1", date: $0.0) }

        let read = try scratch.read(xml: export(records.joined()))

        #expect(
            try await read.all(.steps).map(\.start.rfc3339) == printed.map(\.1).sorted()
        )
    }

    @Test(
        "Numbers are read exactly, in plain and in scientific form",
        arguments: [
            ("0", 0), ("-0", 0), ("007", 7), (".5", 0.5), ("5.", 5), ("0.1", 0.1), ("1e2", 100),
            ("1E-2", 0.01), ("12345.678901234", 12345.678901234),
            ("0.123456789012345", 0.123456789012345), ("0.1234567890123456", 0.1234567890123456),
            ("0.12345678901234567890", 0.1234567890123456789), ("1000000", 1_000_000),
            (String(repeating: "0", count: 63) + "9", 9),
        ] as [(String, Double)]
    )
    func numbers(text: String, value: Double) async throws {
        let read = try scratch.read(xml: export(record("StepCount", text)))

        #expect(try await read.all(.steps).map(\.value) == [value])
    }

    @Test(
        "Text that is not a finite number is no value",
        arguments: [
            "", "-", ".", "-.", "1.2.3", "1,5", "1 ", "x", "1x", "--1", "nan", "inf", "-inf",
            "1e400", "1e", "1/2", "1:2", String(repeating: "0", count: 64) + "9",
        ] as [String]
    )
    func malformedNumbers(text: String) throws {
        let read = try scratch.read(xml: export(record("StepCount", text)))

        #expect(read.summary.rejections == [.noValue: 1])
    }

    @Test("Values above what a person can reach are impossible, the limit itself is not")
    func limits() async throws {
        let read = try scratch.read(
            xml: export(
                record("StepCount", "1000000") + record("StepCount", "1000000.5")
                    + record("StepCount", "-1")
            )
        )

        #expect(try await read.all(.steps).map(\.value) == [1_000_000])
        #expect(read.summary.rejections == [.impossibleValue: 2])
    }

    @Test(
        "Every printed unit is converted to the stored one",
        arguments: [
            ("StepCount", HealthMetric.steps, ["count", ""], [1, 1]),
            (
                "ActiveEnergyBurned", .activeEnergy, ["kcal", "Cal", "kJ", "cal", "J"],
                [1, 1, 1 / 4.184, 0.001, 0.001 / 4.184]
            ),
            (
                "HeartRate", .heartRate, ["count/min", "bpm", "count/s", "Hz"],
                [1, 1, 60, 60]
            ),
            (
                "HeartRateVariabilitySDNN", .heartRateVariability,
                ["ms", "s", "sec", "min", "h", "hr"], [1, 1000, 1000, 60_000, 3.6e6, 3.6e6]
            ),
            (
                "DietaryWater", .water,
                [
                    "mL", "cL", "dL", "L", "fl_oz_us", "fl_oz_imp", "cup_us", "cup_imp", "pt_us",
                    "pt_imp",
                ],
                [
                    1, 10, 100, 1000, 29.5735295625, 28.4130625, 236.5882365, 284.130625,
                    473.176473, 568.26125,
                ]
            ),
            (
                "BodyMass", .bodyMass, ["kg", "g", "lb", "st", "oz"],
                [1, 0.001, 0.45359237, 6.35029318, 0.028349523125]
            ),
        ] as [(String, HealthMetric, [String], [Double])]
    )
    func units(
        type: String,
        category: HealthMetric,
        units: [String],
        factors: [Double]
    ) async throws {
        for (unit, factor) in zip(units, factors) {
            // More digits than an export prints, so that no entered amount is looked for.
            let text = "0.01250000"
            let read = try scratch.read(xml: export(record(type, text, unit: unit)))

            let values = try await read.all(category).map(\.value)
            #expect(values.count == 1, "\(unit)")
            #expect(values.allSatisfy { abs($0 - 0.0125 * factor) <= 1e-12 * factor }, "\(unit)")
        }
        for unit in ["parsec", "CAL", "k", ""] where !units.contains(unit) {
            let read = try scratch.read(xml: export(record(type, "1", unit: unit)))
            #expect(read.summary.rejections == [.noValue: 1], "\(unit)")
        }
    }

    @Test(
        "Units in another spelling than Apple's are converted where case does not matter",
        arguments: [
            ("VO2Max", "ml/kg/min", "42", 42), ("VO2Max", "mL/min·kg", "42", 42),
            ("VO2Max", "ML/(KG*MIN)", "42", 42), ("DietaryWater", "ml", "250", 250),
            ("DietaryWater", "ML", "250", 250), ("DietaryWater", "l", "1.5", 1500),
            ("ActiveEnergyBurned", "KCAL", "12", 12), ("ActiveEnergyBurned", "kj", "4.184", 1),
            ("BodyMass", "KG", "70", 70), ("BodyTemperature", "°C", "36.6", 36.6),
            ("BodyTemperature", "°F", "98.6", 37), ("BodyTemperature", "degc", "36.6", 36.6),
            ("BloodGlucose", "mg/dl", "90", 90), ("BloodPressureSystolic", "mmhg", "120", 120),
            ("DietaryBiotin", "\u{3BC}g", "30", 30), ("DietaryBiotin", "\u{B5}g", "30", 30),
            ("InsulinDelivery", "iu", "4", 4), ("HeartRate", "Count/Min", "60", 60),
        ] as [(String, String, String, Double)]
    )
    func spellings(type: String, unit: String, text: String, value: Double) async throws {
        let read = try scratch.read(xml: export(record(type, text, unit: unit)))

        let metric = try #require(read.metrics.first)
        let found = try await read.all(metric).map(\.value)
        #expect(read.summary.rejections.isEmpty)
        #expect(!metric.isInferred)
        #expect(found.count == 1)
        #expect(found.allSatisfy { abs($0 - value) < 1e-9 })
    }

    @Test(
        "A unit whose meaning depends on its case is not guessed",
        arguments: [
            ("ActiveEnergyBurned", "CAL"), ("HeartRateVariabilitySDNN", "MS"),
            ("ElectrodermalActivity", "Ms"),
        ]
    )
    func ambiguous(type: String, unit: String) throws {
        let read = try scratch.read(xml: export(record(type, "1", unit: unit)))

        #expect(read.summary.rejections == [.noValue: 1])
    }

    @Test(
        "Only the value 1 of the metadata marks an entry of the person",
        arguments: [
            (#"key="HKWasUserEntered" value="1""#, true),
            (#"key="HKWasUserEntered" value="0""#, false),
            (#"key="HKWasUserEntered""#, false), (#"key="HKOther" value="1""#, false),
            (#"value="1""#, false),
        ]
    )
    func userEntered(metadata: String, isEntered: Bool) async throws {
        let open = record("StepCount", "1").replacing("/>", with: ">")

        let read = try scratch.read(xml: export(open + "<MetadataEntry \(metadata)/></Record>"))

        #expect(try await read.all(.steps).map(\.isUserEntered) == [isEntered])
    }

    @Test("The summary has the date of the export and the end of its newest sample")
    func summary() throws {
        let body =
            record("StepCount", "1", date: "2026-01-16 08:00:00 +0000")
            + record("StepCount", "1", date: "2026-01-15 08:00:00 +0000")
            + record("StepCount", "-1", date: "2026-01-17 08:00:00 +0000")

        let summary = try scratch.read(xml: export(body)).summary

        #expect(summary.exportedAt?.rfc3339 == "2026-01-20T08:00:00.000Z")
        #expect(summary.newestAt?.rfc3339 == "2026-01-16T08:00:00.000Z")
        #expect(summary.records == 3)
        #expect(summary.used == 2)
        #expect(summary.bytes == Int64(export(body).utf8.count))
        #expect(!summary.isTruncated)
    }

    @Test("Apple's daily sums are read in kilocalories and in the order of the days")
    func activitySummaries() throws {
        func day(_ day: String, _ energy: String, unit: String? = nil) -> String {
            let unit = unit.map { "activeEnergyBurnedUnit=\"\($0)\"" } ?? ""
            return "<ActivitySummary \(day) \(energy) \(unit)/>"
        }
        func date(_ text: String) -> String { "dateComponents=\"2026-01-\(text)\"" }
        func energy(_ text: String) -> String { "activeEnergyBurned=\"\(text)\"" }
        let read = try scratch.read(
            xml: export(
                day(date("16"), energy("418.4"), unit: "kJ")
                    + day(date("15"), energy("7"), unit: "Cal") + day(date("17"), energy("9"))
                    + day(date("32"), energy("9")) + day(date("18"), energy("x"))
                    + day(date("18"), "") + day("", energy("9"))
                    + day(date("18"), energy("9"), unit: "m")
            )
        )

        let days = read.summary.activitySummaries
        #expect(days.map(\.day.description) == ["2026-01-15", "2026-01-16", "2026-01-17"])
        #expect(days.map { $0.activeEnergyKilocalories.rounded() } == [7, 100, 9])
    }

    @Test("An export is authoritative up to its date, or else up to its newest sample")
    func authority() async throws {
        let body = record("StepCount", "1", date: "2026-01-16 08:00:00 +0000")
        let dated = try scratch.read(xml: export(body))
        let undated = try scratch.read(xml: "<HealthData>\(body)</HealthData>")
        func changes(_ export: AppleHealthExport, _ anchor: String?) async -> HealthChanges {
            await export.changes(of: .steps, since: anchor.map { Array($0.utf8) }, limit: 1)
        }
        let date = "2026-01-20T08:00:00.000Z"
        let newest = "2026-01-16T08:00:00.000Z"

        #expect(await changes(dated, nil).anchor == Array(date.utf8))
        #expect(await changes(dated, nil).isAuthoritative)
        #expect(await changes(dated, nil).knownUntil == nil)
        #expect(await changes(dated, date).isAuthoritative)
        #expect(await changes(dated, date).anchor == Array(date.utf8))
        let later = "2026-01-20T08:00:00.001Z"
        #expect(await !changes(dated, later).isAuthoritative)
        #expect(await changes(dated, later).anchor == Array(later.utf8))
        #expect(await changes(undated, nil).anchor == nil)
        #expect(await changes(undated, nil).isAuthoritative)
        #expect(await changes(undated, nil).knownUntil?.rfc3339 == newest)
        #expect(await changes(undated, newest).isAuthoritative)
        #expect(await changes(undated, newest).anchor == Array(newest.utf8))
        #expect(await !changes(undated, "2026-01-16T08:00:00.001Z").isAuthoritative)
        let empty = try scratch.read(xml: "<HealthData></HealthData>")
        #expect(await !changes(empty, newest).isAuthoritative)
    }
}
