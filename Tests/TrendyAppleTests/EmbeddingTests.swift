import Foundation
import SimulatedPhone
import Testing
import TrendyAppSupport
import TrendyKit

@Suite("Embedding Trendy in an app", .timeLimit(.minutes(20)))
@MainActor
struct EmbeddingTests {
    @Test("The README contains the lines that are compiled here")
    func sample() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let root = here.deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let code = try String(contentsOf: here.appending(path: "Embedding.swift"), encoding: .utf8)

        let section = try #require(readme.split(separator: "## Embed it\n").dropFirst().first)
        let block = try #require(section.split(separator: "```swift\n").dropFirst().first)
        let sample = try #require(block.split(separator: "```").first)
        #expect(sample == code)
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 11)
    }

    @Test("The embedding code starts an app on a phone, with all its services")
    func runs() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "embed-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }  // it is temporary
        let phone = Phone(timeline: MainQueueTimeline(), randomness: SeededRandomness(seed: 1))
        phone.launch(.user)
        let app = phone.run { launchTrendy(in: directory) }
        phone.finishLaunching()

        #expect(app.router.route == .onboarding(.welcome))
        #expect(app.errorMessage == nil)
        #expect(app.auth.server == "https://trendy.example")
        #expect(app.models?.timeline.sections.isEmpty == true)
        #expect(app.engine?.capture != nil)
        #expect(app.engine?.places != nil)
        #expect(FileManager.default.fileExists(atPath: directory.path + "/local.sqlite"))
        await app.stop()
    }
}
