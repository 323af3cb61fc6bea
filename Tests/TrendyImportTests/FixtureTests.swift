import Foundation
import Testing
import TrendyHealth
import TrendyImport

@Suite("Exports that others made")
struct FixtureTests {
    private func path(_ name: String) throws -> String {
        let directory = try #require(Bundle.module.resourceURL)
        return directory.appendingPathComponent("Fixtures/\(name)").path
    }

    @Test(
        "Each is read without damage",
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

    @Test("A zip and the XML in it are the same")
    func same() async throws {
        let scratch = try Scratch()
        let zip = try scratch.read(try path("paulstaab-v13.zip"))
        let xml = try scratch.read(try path("paulstaab-v13.xml"))

        #expect(zip.summary == xml.summary)
        #expect(await zip.allWorkouts() == xml.allWorkouts())
        #expect(await zip.allWorkouts().contains { $0.distanceMeters == 2500 })
    }
}
