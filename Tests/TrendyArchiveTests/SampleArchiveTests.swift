import Foundation
import GRDB
import Testing
import TrendyImport
import TrendySQLite

@testable import TrendyArchive

@Suite("Archive of samples")
struct SampleArchiveTests {
    @Test("A record keeps all its attributes")
    func attributes() throws {
        let fixture = try ArchiveFixture()

        let summary = try fixture.load(
            steps(inside: "<MetadataEntry key=\"A &amp; B\" value=\"say &quot;x&quot;\"/>")
        )

        #expect(summary.records == 1)
        #expect(summary.added == 1)
        #expect(
            try fixture.rows("SELECT * FROM samples") == [
                "StepCount|2026-01-11T14:14:05Z|2026-01-11T14:19:23Z|173|count|Anna’s iPhone|18.3|"
                    + "name:iPhone, hardware:iPhone14,5|2026-01-11T14:32:27Z|"
                    + #"{"A & B":"say \"x\""}"#
            ]
        )
    }

    @Test("Categories, missing values and numbers of any form keep their meaning")
    func values() throws {
        let fixture = try ArchiveFixture()
        let texts = ["75", "0.602", "75.0", "1e-05", "HKCategoryValueNotApplicable", "", "-3.5"]

        try fixture.load(
            texts.map { steps($0) }.joined()
                + "<Record type=\"HKCategoryTypeIdentifierMindfulSession\" sourceName=\"S\" "
                + "startDate=\"2026-01-11 16:14:05 +0200\" endDate=\"2026-01-11 16:19:05 +0200\"/>"
        )

        #expect(
            try fixture.rows(
                "SELECT kind, typeof(value), value FROM samples ORDER BY 1, 2, value"
            ) == [
                "MindfulSession|null|-", "StepCount|integer|75", "StepCount|real|-3.5",
                "StepCount|real|1e-05", "StepCount|real|0.602", "StepCount|real|75.0",
                "StepCount|text|", "StepCount|text|HKCategoryValueNotApplicable",
            ]
        )
    }

    @Test("Records of a correlation are stored once, with a link")
    func correlation() throws {
        let fixture = try ArchiveFixture()
        let record = steps("118", type: "HKQuantityTypeIdentifierBloodPressureSystolic")
        let correlation =
            "<Correlation type=\"HKCorrelationTypeIdentifierBloodPressure\" sourceName=\"S\" "
            + "startDate=\"2026-01-11 16:14:05 +0200\" endDate=\"2026-01-11 16:19:23 +0200\">"
            + "<MetadataEntry key=\"K\" value=\"V\"/>\(record)</Correlation>"

        try fixture.load(record + correlation)
        try fixture.load(correlation + record)
        try fixture.load(correlation)

        #expect(
            try fixture.rows("SELECT kind, value FROM samples") == ["BloodPressureSystolic|118"]
        )
        #expect(
            try fixture.rows(
                "SELECT type, metadata, records ->> '$[0].value', records ->> '$[0].startDate' "
                    + "FROM correlations"
            ) == [#"BloodPressure|{"K":"V"}|118|2026-01-11T14:14:05Z"#]
        )
    }

    @Test("Equal records of different correlations are not merged with records beside them")
    func equalRecords() throws {
        let fixture = try ArchiveFixture()

        try fixture.load(steps() + steps() + "<Correlation type=\"X\">\(steps())</Correlation>")

        #expect(try fixture.rows("SELECT count(*) FROM sample") == ["2"])
    }

    @Test("Workouts keep statistics, events and metadata, but no positions")
    func workout() throws {
        let fixture = try ArchiveFixture()

        let summary = try fixture.load(
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="61.5"
             durationUnit="min" sourceName="Watch" device="&lt;&lt;HKDevice: 0x28&gt;, name:W&gt;"
             startDate="2026-04-11 12:35:15 +0200" endDate="2026-04-11 13:36:22 +0200">
              <MetadataEntry key="HKTimeZone" value="Europe/Paris"/>
              <WorkoutEvent type="HKWorkoutEventTypePause" date="2026-04-11 12:35:15 +0200">
               <MetadataEntry key="a" value="b"/>
              </WorkoutEvent>
              <WorkoutStatistics type="HKQuantityTypeIdentifierHeartRate" average="134.50"/>
              <WorkoutRoute sourceName="W">
               <Location latitude="1" longitude="2"></Location><Location latitude="1"/>
               <FileReference path="/a.gpx"/>
              </WorkoutRoute>
            </Workout>
            <ActivitySummary dateComponents="2026-04-10" activeEnergyBurned="454.697"/>
            """
        )

        #expect(summary.omittedPositions == 2)
        #expect(summary.addedElements == 2)
        #expect(
            try fixture.rows("SELECT activity, start, duration, device, metadata FROM workouts")
                == [
                    "Running|2026-04-11T10:35:15Z|61.5|name:W|" + #"{"HKTimeZone":"Europe/Paris"}"#
                ]
        )
        #expect(
            try fixture.rows("SELECT parts FROM workouts") == [
                #"[{"element":"WorkoutEvent","type":"HKWorkoutEventTypePause","#
                    + #""date":"2026-04-11T10:35:15Z","children":[{"element":"MetadataEntry","#
                    + #""key":"a","value":"b"}]},{"element":"WorkoutStatistics","#
                    + #""type":"HKQuantityTypeIdentifierHeartRate","average":"134.50"},"#
                    + #"{"element":"WorkoutRoute","sourceName":"W","children":"#
                    + #"[{"element":"FileReference","path":"/a.gpx"}]}]"#
            ]
        )
        #expect(
            try fixture.rows("SELECT day, active_energy FROM activity_summaries")
                == ["2026-04-10|454.697"]
        )
    }

    @Test("Single heart beats are counted and left out")
    func beats() throws {
        let fixture = try ArchiveFixture()
        let beat = "<InstantaneousBeatsPerMinute bpm=\"60\" time=\"7:31:04.46\"/>"

        let summary = try fixture.load(
            steps(
                inside: "<HeartRateVariabilityMetadataList>\(beat)\(beat)"
                    + "</HeartRateVariabilityMetadataList><MetadataEntry key=\"a\" value=\"1\"/>"
            )
        )

        #expect(summary.omittedBeats == 2)
        #expect(try fixture.rows("SELECT metadata FROM samples") == [#"{"a":"1"}"#])
    }

    @Test("A lost end tag loses no record")
    func damage() throws {
        let fixture = try ArchiveFixture()

        let summary = try fixture.load(
            "<Correlation type=\"X\"><Record type=\"B\" startDate=\"2026-01-11 16:14:05 +0200\">"
                + "<Workout workoutActivityType=\"Y\" startDate=\"2026-01-11 16:14:05 +0200\">"
                + steps() + steps("9")
        )

        #expect(try fixture.rows("SELECT count(*) FROM samples") == ["3"])
        #expect(summary.elements == 2)
    }

    @Test("The setting is off at first and is stored")
    func setting() throws {
        let fixture = try ArchiveFixture()
        #expect(try !fixture.archive.keepsSamples())

        try fixture.archive.setKeepsSamples(true)

        #expect(try fixture.archive.keepsSamples())
    }

    @Test("The file is private, durable, and refused as another kind of database")
    func file() throws {
        let fixture = try ArchiveFixture()
        let path = SampleArchive.path(in: fixture.directory)

        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        #expect(mode as? Int == 0o600)
        #expect(try fixture.rows("PRAGMA synchronous") == ["2"])
        #expect(try fixture.rows("PRAGMA application_id") == ["\(0x5472_6441)"])
        try fixture.archive.close()
        let other = try DatabaseQueue(path: path)
        try other.write { try $0.execute(sql: "PRAGMA application_id = 1") }
        try other.close()
        let error = #expect(throws: ArchiveError.self) {
            try SampleArchive(directory: fixture.directory)
        }
        #expect(error?.code == .unusable)
    }

    @Test("A query of a kind in the view uses the primary key")
    func plan() throws {
        let fixture = try ArchiveFixture()

        let plan = try fixture.archive.queue.plan(
            of: "SELECT start, value FROM samples WHERE kind = 'StepCount'"
        )

        #expect(plan.contains { $0.contains("sample USING PRIMARY KEY (kind=?)") }, "\(plan)")
    }
}
