import Foundation
import HealthKit
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel
import TrendyStore

@Suite("The export of a traveller")
struct TravelExportTests {
    private static let paris = TimeZone(identifier: "Europe/Paris")
    private static let newYork = TimeZone(identifier: "America/New_York")

    private static func instant(_ text: String) throws -> Instant {
        try #require(Instant(rfc3339: text))
    }

    /// Steps for each waking hour, a run in New York, and the nights between; each zone's clock
    /// change adds an hour to one night.
    private static func export(_ zones: ZoneHistory) throws -> String {
        var text = "<HealthData><ExportDate value=\"2025-11-08 20:00:00 +0000\"/>\n"
        func date(_ instant: Instant) -> String {
            String(instant.rfc3339.prefix(19)).replacing("T", with: " ") + " +0000"
        }
        func local(_ day: CalendarDay, _ hours: Double) -> Instant {
            zones.start(of: day) + .milliseconds(Int64(hours * 3_600_000))
        }
        func zone(_ instant: Instant) -> String {
            "<MetadataEntry key=\"HKTimeZone\" value=\"\(zones.zone(at: instant).identifier)\"/>"
        }
        let first = try #require(CalendarDay("2025-10-24"))
        for number in 0..<15 {
            let day = first.advanced(by: number)
            let (start, end) = (local(day, 22.5), local(day.advanced(by: 1), 7))
            // No sleep in the night of the return flight.
            if day.description != "2025-11-03" {
                text += """
                    <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" \
                    startDate="\(date(start))" endDate="\(date(end))" \
                    value="HKCategoryValueSleepAnalysisAsleepCore">\(zone(start))</Record>

                    """
            }
            for hour in 8..<22 {
                let start = local(day, Double(hour))
                text += """
                    <Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" \
                    unit="count" startDate="\(date(start))" \
                    endDate="\(date(start + .seconds(600)))" value="\(100 + number)"/>

                    """
            }
        }
        let run = try instant("2025-10-30T16:00:00Z")
        text += """
            <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" \
            durationUnit="min" sourceName="Watch" startDate="\(date(run))" \
            endDate="\(date(run + .seconds(1800)))">\(zone(run))
            <MetadataEntry key="HKIndoorWorkout" value="0"/>
            <WorkoutStatistics type="HKQuantityTypeIdentifierDistanceWalkingRunning" sum="5.2" \
            unit="km"/></Workout>

            """
        return text + "</HealthData>"
    }

    @Test("The export's days equal the captured ones, around flights and clock changes")
    func days() throws {
        // Regression: an import let all days begin at the midnights of one zone.
        let (paris, newYork) = (try #require(Self.paris), try #require(Self.newYork))
        let zones = ZoneHistory(
            paris,
            changes: [
                .init(start: try Self.instant("2025-10-28T18:00:00Z"), zone: newYork),
                .init(start: try Self.instant("2025-11-04T06:00:00Z"), zone: paris),
            ]
        )
        let directory =
            FileManager.default.temporaryDirectory.path + "/journey-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let path = directory + "/export.xml"
        try Data(try Self.export(zones).utf8).write(to: URL(filePath: path))
        let export = try AppleHealthExport.read(path: path, spoolDirectory: directory)

        CapturingPhone.live { phone in
            try await ExportIdentityTests.fill(phone, from: export)
            let capture = HealthCaptureCoordinator(
                store: phone.store,
                source: phone.source,
                dependencies: phone.dependencies,
                zones: { zones }
            )
            try await capture.capture()
            let captured = try await ExportIdentityTests.events(of: phone.store)
            let exportZones = export.zones(otherwise: paris)
            let importer = HealthCaptureCoordinator(
                store: phone.store,
                source: export,
                dependencies: phone.dependencies,
                zones: { exportZones }
            )

            let imported = try await importer.capture()

            #expect(captured.count == 15 + 14 + 1)
            #expect(imported.created == 0 && imported.updated == 0 && imported.deleted == 0)
            let after = try await ExportIdentityTests.events(of: phone.store)
            #expect(after == captured)
            let steps = try await phone.values()
            #expect(steps["2025-10-28"] == "1456" && steps["2025-11-03"] == "1540")
        }
    }

    @Test("The zone of one workout abroad applies to a day around it, and to nothing beyond")
    func oneWorkout() throws {
        let (paris, newYork) = (try #require(Self.paris), try #require(Self.newYork))
        let directory =
            FileManager.default.temporaryDirectory.path + "/journey-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let path = directory + "/export.xml"
        func workout(_ day: String, _ zone: String) -> String {
            """
            <Workout workoutActivityType="HKWorkoutActivityTypeYoga" sourceName="Watch" \
            startDate="\(day) 10:00:00 +0000" endDate="\(day) 11:00:00 +0000">\
            <MetadataEntry key="HKTimeZone" value="\(zone)"/></Workout>
            """
        }
        let workouts =
            workout("2025-06-20", "Nowhere/At all") + workout("2025-06-10", "America/New_York")
        try Data("<HealthData>\(workouts)</HealthData>".utf8).write(to: URL(filePath: path))

        let zones = try AppleHealthExport.read(path: path, spoolDirectory: directory)
            .zones(otherwise: paris)

        #expect(
            zones
                == ZoneHistory(
                    paris,
                    changes: [
                        .init(start: try Self.instant("2025-06-09T10:00:00Z"), zone: newYork),
                        .init(start: try Self.instant("2025-06-11T11:00:00Z"), zone: paris),
                    ]
                )
        )
    }
}
