import Foundation
import Testing
import TrendyHealth
import TrendyImport
import TrendyModel

@Suite("Dated summaries of an export")
struct SummaryEventTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    /// The events of an export of these elements, by metric, of a person far east of UTC.
    private func events(_ body: String) async throws -> [String: [Event]] {
        let device = try ImportingDevice(in: scratch)
        let zone = try #require(TimeZone(identifier: "Pacific/Auckland"))
        _ = try await device.capture(
            scratch.read(xml: export(body)),
            zones: ZoneHistory(zone)
        )
        return try await device.events()
    }

    @Test("The rings of a day are an event of that day in any time zone")
    func rings() async throws {
        let found = try await events(
            """
            <ActivitySummary dateComponents="2026-01-15" activeEnergyBurned="512.5" \
            activeEnergyBurnedGoal="500" activeEnergyBurnedUnit="kcal" appleMoveTime="0" \
            appleMoveTimeGoal="0" appleExerciseTime="31" appleExerciseTimeGoal="30" \
            appleStandHours="11" appleStandHoursGoal="12"/>
            """
        )

        let rings = try #require(found["activity_summary"]?.first)
        #expect(rings.naturalKey == "activity_summary/2026-01-15")
        #expect(rings.isAllDay)
        #expect(rings.properties["active_energy_kilocalories"] == .number(JSONNumber(512.5) ?? 0))
        #expect(rings.properties["exercise_minutes"] == .number(31))
        #expect(rings.properties["stand_goal_hours"] == .number(12))
        #expect(rings.properties["move_minutes"] == nil)
    }

    @Test("A hearing test has the mean threshold of each ear")
    func audiogram() async throws {
        let points = [(250, 90), (500, 10), (1000, 20), (2000, 30), (4000, 40), (8000, 90)]
            .map { frequency, level in
                """
                <SensitivityPoint frequencyValue="\(frequency)" frequencyUnit="Hz" \
                leftEarValue="\(level)" leftEarUnit="dBHL" rightEarValue="\(level + 4)" \
                rightEarUnit="dBHL"/>
                """
            }
        let found = try await events(
            """
            <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="Mimi" \
            startDate="2026-01-15 08:00:00 +0000" endDate="2026-01-15 08:05:00 +0000">
            """ + points.joined() + "</Audiogram>"
        )

        let test = try #require(found["audiogram"]?.first)
        #expect(test.properties["left_threshold"] == .number(25))
        #expect(test.properties["right_threshold"] == .number(29))
        #expect(test.properties["frequencies"] == .number(6))
    }
}
