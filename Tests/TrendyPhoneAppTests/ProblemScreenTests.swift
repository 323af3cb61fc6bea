import Foundation
import SimulatedPhone
import SimulatedSwiftUI
import Testing
import TrendyAppSupport

@testable import TrendyPhoneApp

@Suite("Problem screens", .timeLimit(.minutes(20)))
@MainActor
struct ProblemScreenTests {
    /// The paths of the databases of a phone.
    private func databases(_ world: PhoneWorld) throws -> [String] {
        let directory = world.directory + "/files"
        return try FileManager.default.contentsOfDirectory(atPath: directory)
            .filter { $0.hasSuffix(".sqlite") }
            .map { "\(directory)/\($0)" }
    }

    @Test("A damaged database is set aside with one tap, and nothing is deleted")
    func damaged() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            try await world.relaunch {
                for path in try databases(world) {
                    try Data(repeating: 7, count: 8192).write(to: URL(filePath: path))
                }
            }
            let host = world.show()
            let problem = try #require(world.app.problem)
            #expect(host.screen.contains(problem.title))
            #expect(host.screen.contains(problem.text))
            #expect(host.screen.contains(problem.remedy))

            try host.tap(try #require(problem.actionTitle))

            try await host.wait { $0.contains("Account") }
            let names = try FileManager.default.contentsOfDirectory(
                atPath: world.directory + "/files"
            )
            #expect(names.count > 1)
        }
    }

    @Test("A damaged profile explains itself at the sign-in")
    func profile() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            try await world.relaunch {
                let path = world.directory + "/files/profile.json"
                try Data("{".utf8).write(to: URL(filePath: path))
            }
            let host = world.show()
            let problem = try #require(world.app.problem)

            #expect(problem.kind == .profileDamaged)
            #expect(!problem.isBlocking)
            #expect(host.screen.contains("Welcome back"))
            #expect(host.screen.contains(problem.text))
        }
    }

    @Test("The button of a problem performs its action")
    func action() throws {
        var taps = 0
        let host = ViewHost(
            ProblemContent(
                title: "Newer data",
                text: "A newer version of Trendy wrote this device's data.",
                remedy: "Update Trendy to continue.",
                actionTitle: "Update Trendy"
            ) { taps += 1 }
        )

        try host.tap("Update Trendy")

        #expect(taps == 1)
    }
}
