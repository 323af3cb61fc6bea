import Foundation
import SimulatedPhone
import Testing
import TrendyAppSupport

@testable import TrendyKit

@Suite("Embedding Trendy in an app", .timeLimit(.minutes(20)))
@MainActor
struct EmbeddingTests {
    @Test("The README's example has at most ten lines")
    func sample() throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let code = try String(
            contentsOf: here.appending(path: "Examples/Embedding.swift"),
            encoding: .utf8
        )

        // The first line names the page, and the last one ends with a line break.
        #expect(code.split(separator: "\n", omittingEmptySubsequences: false).count <= 12)
    }

    @Test("The embedding code starts an app on a phone, with all its services")
    func runs() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "embed-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }  // it is temporary
        let phone = Phone(timeline: ManualTimeline(), randomness: SeededRandomness(seed: 1))
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
