import Foundation
import Testing
import TrendyHealth
import TrendyImport

@Suite("Exports from other projects")
struct FixtureTests {
    private func path(_ name: String) throws -> String {
        let directory = try #require(Bundle.module.resourceURL)
        return directory.appendingPathComponent("Fixtures/\(name)").path
    }

    @Test(
        "Every export is read without damage",
        arguments: [
            ("alxdrcirilo.xml", 1), ("alxdrcirilo.zip", 1), ("dogsheep.xml", 1),
            ("dogsheep-zip-export.xml", 1), ("paulstaab-v13.xml", 1), ("paulstaab-v13.zip", 1),
            ("tagbug.xml", 1),
        ]
    )
    func read(name: String, atLeast: Int) throws {
        let scratch = try Scratch()
        let read = try scratch.read(try path(name), strict: true)

        #expect(read.summary.records >= atLeast)
        #expect(read.summary.warning == nil)
    }

    @Test(
        "Every record of every export is used or counted as rejected, by its name",
        arguments: ["alxdrcirilo.xml", "dogsheep.xml", "paulstaab-v13.xml", "tagbug.xml"]
    )
    func accounting(name: String) throws {
        let path = try path(name)
        let summary = try Scratch().read(path, strict: true).summary

        // Records inside correlations are repeated at the top level.
        let text = try String(contentsOfFile: path, encoding: .utf8)
            .replacing(#/<!DOCTYPE[^>]*\[.*?\]>/#.dotMatchesNewlines(), with: "")
            .replacing(#/<Correlation.*?<\/Correlation>/#.dotMatchesNewlines(), with: "")
        for element in ["Record", "Workout", "ActivitySummary"] {
            let count = text.matches(of: try Regex("<\(element)[\\s>]")).count
            let counted = summary.kinds.filter { name, _ in
                switch name {
                case "HKWorkoutTypeIdentifier": element == "Workout"
                case "ActivitySummary": element == "ActivitySummary"
                default: element == "Record" && name.hasPrefix("HK")
                }
            }
            #expect(counted.values.reduce(0) { $0 + $1.records } == count, "\(element)")
        }
        for (name, kind) in summary.kinds {
            let rejected = kind.rejections.values.reduce(0, +)
            #expect(kind.records == kind.used + rejected, "\(name)")
        }
        #expect(summary.records == summary.kinds.values.reduce(0) { $0 + $1.records })
        // Five heart rates of one export have no unit; every unit and label is known.
        let withoutUnit = name == "paulstaab-v13.xml" ? 5 : nil
        #expect(summary.rejections[.noValue] == withoutUnit)
    }

    @Test("A zip and its XML give the same result")
    func same() async throws {
        let scratch = try Scratch()
        let zip = try scratch.read(try path("paulstaab-v13.zip"))
        let routes = scratch.path + "/workout-routes"
        try FileManager.default.createDirectory(
            atPath: routes,
            withIntermediateDirectories: true
        )
        for day in ["2023-12-28", "2024-06-10", "2025-02-01", "2025-03-01"] {
            try FileManager.default.copyItem(
                atPath: path("paulstaab-route_\(day).gpx"),
                toPath: "\(routes)/route_\(day).gpx"
            )
        }
        try FileManager.default.copyItem(
            atPath: path("paulstaab-v13.xml"),
            toPath: scratch.path + "/export.xml"
        )
        let xml = try scratch.read(scratch.path + "/export.xml")

        #expect(zip.summary == xml.summary)
        #expect(zip.summary.routes == 4)
        #expect(await zip.allWorkouts() == xml.allWorkouts())
        let run = try #require(await zip.allWorkouts().first { $0.distanceMeters == 2500 })
        guard case .summary(let route) = run.route else {
            Issue.record("no summary")
            return
        }
        // 0.0225 degrees of a meridian.
        #expect(route.meters.rounded() == 2502)
        #expect(route.points == 4)
    }
}
