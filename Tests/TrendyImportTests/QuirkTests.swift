import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Quirks of Apple Health exports")
struct QuirkTests {
    private let scratch: Scratch
    private let one = steps("10", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")

    init() throws {
        scratch = try Scratch()
    }

    @Test(
        "Q1: The malformed document type of iOS 16 is skipped",
        arguments: [
            "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (a)>\n<!ATTLIST VisionPrescription\n type CDATA #REQUIRED\n<!ELEMENT RightEye EMPTY>\n]>",
            "<!DOCTYPE HealthData [\n<!ELEMENT HealthData (a)>\n<!ATTLIST LeftEye sphere CDATA #IMPLIED>>\n]>",
            "<!DOCTYPE HealthData>", "<!-- <Record/> > ]> -->",
        ]
    )
    func documentType(doctype: String) async throws {
        let read = try scratch.read(xml: export(one, doctype: doctype))

        #expect(try await read.all(.steps).map(\.value) == [10])
        #expect(read.summary.warning == nil)
    }

    @Test("Q2: Control characters inside and between attributes are dropped")
    func controls() async throws {
        let text = one.replacingOccurrences(of: "iPhone", with: "My\u{B} iPhone")
            .replacingOccurrences(of: " unit=", with: "\u{B} unit=")
        let read = try scratch.read(xml: export(text))

        #expect(try await read.all(.steps).count == 1)
        #expect(read.sources.map(\.name) == ["My iPhone"])
    }

    @Test("Q3: No-break spaces and curly apostrophes stay in names, and the Watch is recognized")
    func names() async throws {
        let read = try scratch.read(
            xml: export(
                steps(
                    "1",
                    "2026-01-15 08:00:00 +0100",
                    "2026-01-15 08:10:00 +0100",
                    source: "Anna’s Apple\u{A0}Watch"
                )
            )
        )

        #expect(read.sources == [.init(name: "Anna’s Apple\u{A0}Watch", kind: .watch)])
    }

    @Test(
        "Q4: The export is found by its content, regardless of its name",
        arguments: ["export.xml", "Export.xml", "exportar.xml", "eksport.xml", "导出.xml"]
    )
    func localizedNames(name: String) async throws {
        let file = scratch.zip([
            ("apple_health_export/export_cda.xml", "<ClinicalDocument><HealthData/>"),
            ("__MACOSX/apple_health_export/._export.xml", "<HealthData>"),
            ("apple_health_export/electrocardiograms/ecg.csv", "<HealthData>"),
            ("apple_health_export/\(name)", export(one)),
        ])

        #expect(try await scratch.read(file).all(.steps).count == 1)
    }

    @Test("Q5: Instants are right for every printed offset")
    func offsets() async throws {
        let read = try scratch.read(
            xml: export(
                steps("1", "2025-07-15 08:00:00 +0100", "2025-07-15 08:10:00 +0100")
                    + steps("2", "2025-07-15 09:00:00 +0200", "2025-07-15 09:10:00 +0200")
            )
        )
        let starts = try await read.all(.steps).map(\.start.rfc3339)

        #expect(starts == ["2025-07-15T07:00:00.000Z", "2025-07-15T07:00:00.000Z"])
    }

    @Test(
        "Q5: Offsets with minutes are right on both sides of Greenwich and in both formats",
        arguments: [
            ("2025-07-15 13:30:00 +0530", "2025-07-15T08:00:00.000Z"),
            ("2025-07-15 04:30:00 -0330", "2025-07-15T08:00:00.000Z"),
            ("2025-07-15 00:15:00 +0545", "2025-07-14T18:30:00.000Z"),
            ("2025-12-31 22:00:00 -0930", "2026-01-01T07:30:00.000Z"),
            ("2026-01-15 21:45:00 +1345", "2026-01-15T08:00:00.000Z"),
            ("2026-01-15 08:00:00 -0000", "2026-01-15T08:00:00.000Z"),
            ("20140114133000+0530", "2014-01-14T08:00:00.000Z"),
            ("20140114043000-0330", "2014-01-14T08:00:00.000Z"),
        ]
    )
    func offsetsWithMinutes(printed: String, instant: String) async throws {
        let read = try scratch.read(xml: export(steps("1", printed, printed)))

        #expect(try await read.all(.steps).map(\.start.rfc3339) == [instant])
    }

    @Test("Q6: Pointers in device descriptions create no new source, and equal samples stay two")
    func pointers() async throws {
        let device = { (pointer: String) in
            "device=\"&lt;&lt;HKDevice: \(pointer)&gt;, name:iPhone, hardware:iPhone12,1&gt;\""
        }
        let read = try scratch.read(
            xml: export(
                steps(
                    "5",
                    "2026-01-15 08:00:00 +0100",
                    "2026-01-15 08:10:00 +0100",
                    more: device("0x281d0")
                )
                    + steps(
                        "5",
                        "2026-01-15 08:00:00 +0100",
                        "2026-01-15 08:10:00 +0100",
                        more: device("0x281ff")
                    )
            )
        )

        #expect(read.sources.count == 1)
        #expect(try await read.all(.steps).map(\.value) == [5, 5])
    }

    private func workout(_ attributes: String, _ body: String) -> String {
        """
        <Workout workoutActivityType="HKWorkoutActivityTypeRunning" sourceName="Watch" \(attributes)
         startDate="2026-01-15 08:00:00 +0100" endDate="2026-01-15 08:30:00 +0100">\(body)</Workout>
        """
    }

    @Test("Impossible values of a workout are removed and counted, and the rest stays")
    func impossibleWorkout() async throws {
        let bad =
            #"duration="-5" durationUnit="min" totalEnergyBurned="-500" totalEnergyBurnedUnit="Cal" totalDistance="-3" totalDistanceUnit="km""#
        let worse =
            #"duration="1e300" durationUnit="s" totalEnergyBurned="nan" totalEnergyBurnedUnit="Cal""#
        let heart =
            #"<WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="-60" maximum="170" unit="count/min"/>"#
        let read = try scratch.read(xml: export(workout(bad, heart) + workout(worse, "")))
        let workouts = await read.allWorkouts()

        #expect(workouts.count == 2)
        #expect(workouts.allSatisfy { $0.energyKilocalories == nil && $0.distanceMeters == nil })
        #expect(workouts.allSatisfy { $0.duration == nil && $0.averageHeartRate == nil })
        #expect(workouts.compactMap(\.maximumHeartRate) == [170])
        #expect(read.summary.rejections == [.impossibleWorkoutValue: 6])
    }

    @Test("A far too large value is rejected and does not affect the day's sum")
    func tooLarge() async throws {
        let read = try scratch.read(
            xml: export(
                steps("1e306", "2026-01-15 08:00:00 +0100", "2026-01-15 08:10:00 +0100")
                    + steps("40", "2026-01-15 09:00:00 +0100", "2026-01-15 09:10:00 +0100")
            )
        )

        #expect(try await read.all(.steps).map(\.value) == [40])
        #expect(read.summary.rejections == [.impossibleValue: 1])
    }

    @Test(
        "An app named after a Watch is not recognized as a Watch",
        arguments: [
            ("HeartWatch", "", HealthSourceDescription.Kind.thirdParty),
            ("Watch Buddy", "name:iPhone, model:iPhone, hardware:iPhone12,1", .thirdParty),
            ("张三的iPhone", "", .phone), ("Bob's Watch", "model:Watch, hardware:Watch6,2", .watch),
        ]
    )
    func kinds(name: String, device: String, kind: HealthSourceDescription.Kind) async throws {
        let more =
            device.isEmpty ? "" : "device=\"&lt;&lt;HKDevice: 0x28&gt;, \(device), software:9&gt;\""
        let read = try scratch.read(
            xml: export(
                steps(
                    "1",
                    "2026-01-15 08:00:00 +0100",
                    "2026-01-15 08:10:00 +0100",
                    source: name,
                    more: more
                )
            )
        )

        #expect(read.sources.map(\.kind) == [kind])
    }

    @Test("Q7: Totals come from the statistics, otherwise from the attributes")
    func totals() async throws {
        let statistics = """
            <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" sum="836.8" unit="kJ"/>
            <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="1" unit="mi"/>
            <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="140" maximum="170" unit="count/min"/>
            """
        let old =
            #"totalEnergyBurned="300" totalEnergyBurnedUnit="Cal" totalDistance="5" totalDistanceUnit="km""#
        let read = try scratch.read(
            xml: export(workout("", statistics) + workout(old, "") + workout("", ""))
        )
        let workouts = await read.allWorkouts()

        #expect(Set(workouts.map { $0.energyKilocalories?.rounded() }) == [200, 300, nil])
        #expect(Set(workouts.map(\.distanceMeters)) == [1609.344, 5000, nil])
        #expect(workouts.compactMap(\.averageHeartRate) == [140])
    }

    @Test("Q8: Statistics repeated in the parts of a workout count once")
    func repeatedStatistics() async throws {
        let statistics =
            #"<WorkoutStatistics type="HKQuantityTypeIdentifierDistanceCycling" sum="7" unit="km"/>"#
        let part = """
            <WorkoutActivity uuid="a" startDate="2026-01-15 08:00:00 +0100">
            <WorkoutEvent type="x"><MetadataEntry key="a" value="b"/></WorkoutEvent>\(statistics)
            </WorkoutActivity>
            """
        let read = try scratch.read(xml: export(workout("", part + statistics + part)))

        #expect(await read.allWorkouts().map(\.distanceMeters) == [7000])
    }

    @Test("Q9: Records inside a correlation, which are repeated at the top level, count once")
    func correlations() async throws {
        let read = try scratch.read(
            xml: export(
                one + #"<Correlation type="x"><MetadataEntry key="a" value="b"/>"# + one
                    + "</Correlation>"
                    + steps(
                        "7",
                        "2026-01-15 09:00:00 +0100",
                        "2026-01-15 09:10:00 +0100"
                    )
            )
        )

        #expect(try await read.all(.steps).map(\.value) == [10, 7])
    }

    @Test("Q10: Metadata with repeated keys and attribute names with spaces are accepted")
    func metadata() async throws {
        let record = one.replacingOccurrences(of: "/>", with: ">")
        let read = try scratch.read(
            xml: export(
                record
                    + #"<MetadataEntry key="A b" value="1"/><MetadataEntry key="a B" value="2"/>"#
                    + #"<MetadataEntry Was Taken In Lab="1"/>"#
                    + #"<MetadataEntry key="HKWasUserEntered" value="1"/></Record>"#
            )
        )

        #expect(try await read.all(.steps).map(\.isUserEntered) == [true])
        #expect(read.summary.warning == nil)
    }

    @Test("Q10: Metadata applies to its own record, not to the records before and after it")
    func ownMetadata() async throws {
        let entered = #"<MetadataEntry key="HKWasUserEntered" value="1"/></Record>"#
        let record = { (value: String, minute: Int) in
            steps(
                value,
                "2026-01-15 08:0\(minute):00 +0100",
                "2026-01-15 08:0\(minute):30 +0100"
            )
        }
        let open = { (record: String) in record.replacingOccurrences(of: "/>", with: ">") }
        let read = try scratch.read(
            xml: export(
                record("1", 0) + open(record("2", 1)) + entered + record("3", 2)
                    + open(record("-4", 3)) + entered + record("5", 4)
            )
        )

        let samples = try await read.all(.steps)
        #expect(samples.map(\.value) == [1, 2, 3, 5])
        #expect(samples.map(\.isUserEntered) == [false, true, false, false])
    }

    @Test("Q11: Units of the person's choice are converted")
    func units() async throws {
        let record = { (type: String, unit: String, value: String) in
            """
            <Record type="HKQuantityTypeIdentifier\(type)" sourceName="a" unit="\(unit)" \
            startDate="2026-01-15 08:00:00 +0100" endDate="2026-01-15 08:00:00 +0100" value="\(value)"/>
            """
        }
        let read = try scratch.read(
            xml: export(
                record("BodyMass", "lb", "100") + record("DietaryWater", "fl_oz_us", "10")
                    + record("ActiveEnergyBurned", "kJ", "418.4")
                    + record("ActiveEnergyBurned", "Cal", "7")
                    + record("ActiveEnergyBurned", "kcal/hr·kg", "9.90571")
            )
        )

        #expect(try await read.all(.bodyMass).map(\.value) == [45.359237])
        #expect(try await read.all(.water).map(\.value) == [295.735295625])
        #expect(try await read.all(.activeEnergy).map { $0.value.rounded() } == [7, 100])
        #expect(read.summary.rejections.values.reduce(0, +) == 1)
    }

    @Test(
        "Q11: An entered amount is equal in every unit in which its six digits are printed",
        arguments: [
            ("DietaryWater", 330.0, ["mL 330", "fl_oz_us 11.1586", "L 0.33", "fl_oz_imp 11.6144"]),
            ("DietaryWater", 1182.941, ["fl_oz_us 40", "mL 1182.94", "cup_us 5"]),
            ("BodyMass", 71.5, ["kg 71.5", "lb 157.631", "st 11.2593", "g 71500"]),
            ("BodyMass", 41.095, ["lb 90.6", "kg 41.0955"]),
            // Measured amounts, and amounts printed with all digits, are used as printed.
            ("BodyMass", 71.482, ["kg 71.4823"]),
            ("DietaryWater", 329.999, ["mL 329.9991770"]),
        ]
    )
    func entries(type: String, amount: Double, printed: [String]) async throws {
        // Guards against a second glass after the person changes the unit in Health.
        let records = printed.map { text in
            let parts = text.split(separator: " ")
            return """
                <Record type="HKQuantityTypeIdentifier\(type)" sourceName="a" unit="\(parts[0])" \
                startDate="2026-01-15 08:00:00 +0100" endDate="2026-01-15 08:00:00 +0100" \
                value="\(parts[1])"/>
                """
        }
        let read = try scratch.read(xml: export(records.joined(separator: "\n")))
        let category: HealthMetric = type == "BodyMass" ? .bodyMass : .water

        let values = try await read.all(category).map { ($0.value * 1000).rounded() / 1000 }
        #expect(values == printed.map { _ in amount })
    }

    @Test("Q12: Attributes in any order, categories without unit or value, old and new labels")
    func attributes() async throws {
        let sleep = { (label: String, minute: Int) in
            """
            <Record value="HKCategoryValueSleepAnalysis\(label)" endDate="2026-01-15 0\(minute):30:00 +0100" \
            startDate="2026-01-15 0\(minute):00:00 +0100" sourceName='w' type="HKCategoryTypeIdentifierSleepAnalysis"/>
            """
        }
        let labels = [
            "InBed", "Asleep", "AsleepUnspecified", "Awake", "AsleepCore", "AsleepDeep",
            "AsleepREM",
        ]
        let mindful =
            #"<Record type="HKCategoryTypeIdentifierMindfulSession" startDate="2026-01-15 08:00:00 +0100" endDate="2026-01-15 08:05:00 +0100"/>"#
        let odd =
            #"<Record type="HKDataTypeSleepDurationGoal" unit="hr" startDate="x" endDate="y" value="8"/>"#
        let read = try scratch.read(
            xml: export(
                labels.enumerated().map { sleep($1, $0) }.joined() + mindful + odd
                    + sleep("Levitating", 8)
            )
        )

        #expect(try await read.all(.sleep).map(\.value) == [0, 1, 1, 2, 3, 4, 5])
        #expect(try await read.all(.mindfulness).count == 1)
        #expect(read.summary.rejections == [.noValue: 1, .noDate: 1])
        #expect(read.summary.kinds["HKDataTypeSleepDurationGoal"]?.rejections == [.noDate: 1])
    }

    @Test("Q13: Future dates, zero lengths, reversed dates and missing ExportDate and Me")
    func oddDates() async throws {
        let read = try scratch.read(
            xml: "<HealthData>"
                + steps("1", "2030-01-06 08:00:00 +0100", "2030-01-06 08:10:00 +0100")
                + steps("2", "2026-01-15 08:00:00 +0100", "2026-01-15 08:00:00 +0100")
                + steps("3", "2026-01-16 08:00:00 +0100", "2026-01-16 07:00:00 +0100")
                + steps("4", "1960-01-16 08:00:00 +0100", "1960-01-16 07:00:00 +0100")
                + "</HealthData>"
        )
        let samples = try await read.all(.steps)

        #expect(samples.map(\.value) == [2, 1])
        #expect(read.summary.exportedAt == nil)
        #expect(read.summary.rejections == [.endBeforeStart: 1, .dateOutOfRange: 1])
    }

    @Test("Q14: Samples in any order of the file are returned in the order of time")
    func order() async throws {
        let late = (0..<200).map { index in
            let hour = index * 7 % 24
            let text = hour < 10 ? "0\(hour)" : "\(hour)"
            return steps(
                "\(index)",
                "2026-01-15 \(text):00:00 +0100",
                "2026-01-15 \(text):01:00 +0100"
            )
        }
        let samples = try await scratch.read(xml: export(late.joined())).all(.steps)

        #expect(samples.count == 200)
        #expect(samples.map(\.start) == samples.map(\.start).sorted())
    }

    @Test(
        "Q15: A file larger than the buffers is read completely, and windows of it agree with the whole"
    )
    func large() async throws {
        var body = ""
        var random: UInt64 = 1
        for index in 0..<120_000 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let day = CalendarDay(daysSinceEpoch: 20_000 + index / 400).description
            let minute = Int(random >> 40) % 1380
            let clock = { (minute: Int) in
                String(format: "%02d:%02d:00", minute / 60, minute % 60)
            }
            body += steps(
                "\(index)",
                "\(day) \(clock(minute)) +0000",
                "\(day) \(clock(minute + 5)) +0000"
            )
        }
        let read = try scratch.read(xml: export(body))
        let all = try await read.all(.steps)
        let span =
            Instant(seconds: 20_100 * 86_400 + 4000)..<Instant(seconds: 20_103 * 86_400 + 70)

        #expect(all.map(\.value).sorted() == (0..<120_000).map(Double.init))
        #expect(
            try await read.samples(of: .steps, in: span)
                == all.filter { $0.start < span.upperBound && $0.end > span.lowerBound }
        )
    }

    @Test("Q16: A creation date before the end is accepted")
    func creation() async throws {
        let record = one.replacingOccurrences(
            of: #"creationDate="2026-01-15 08:10:00"#,
            with: #"creationDate="2026-01-15 07:30:00"#
        )

        #expect(try await scratch.read(xml: export(record)).all(.steps).count == 1)
    }

    @Test("Files older than iOS 9.3 with their own dates and attribute names are read")
    func oldFormat() async throws {
        let read = try scratch.read(
            xml: """
                <HealthData><Record type="HKQuantityTypeIdentifierStepCount" source="Phone" unit="count"
                startDate="20140114084347-0800" endDate="20140114084447-0800" value="12" recordCount="1"/>
                </HealthData>
                """
        )

        #expect(
            try await read.all(.steps).map(\.start.rfc3339) == ["2014-01-14T16:43:47.000Z"]
        )
    }
}
