import Foundation
import SimulatedPhone
import SimulatedSwiftUI
import Testing

@testable import TrendyAppSupport
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

            try await host.press(#require(problem.actionTitle))

            try await host.wait { _ in host.navigationTitle == "Today" }
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

    @Test(
        "Each problem says what happened, what is safe and what helps",
        arguments: AppProblem.Kind.allCases
    )
    func texts(kind: AppProblem.Kind) async throws {
        try await PhoneWorld.run { world in
            let problem = AppProblem(kind, count: 12_345)
            let host = ViewHost(ProblemBanner(app: world.app, problem: problem))

            let buttons = problem.actionTitle.map { [$0] } ?? []
            #expect(
                host.screen.texts == [problem.title, problem.text, problem.remedy] + buttons
            )
        }
    }

    @Test(
        "A full device and a wrong clock lead to the Settings app, an old app to the App Store",
        arguments: [
            (AppProblem.Kind.deviceFull, "app-settings:"), (.clockWrong, "app-settings:"),
            (.appTooOld, ProblemActions.appStore), (.databaseNewer, ProblemActions.appStore),
        ]
    )
    func links(kind: AppProblem.Kind, address: String) async throws {
        try await PhoneWorld.run { world in
            let problem = AppProblem(kind)
            let host = ViewHost(ProblemScreen(app: world.app, problem: problem))

            try host.tap(try #require(problem.actionTitle))

            #expect(host.urlsOpenedBySystem.map(\.absoluteString) == [address])
        }
    }

    @Test("An ended session and another server lead to the sign-in, which can be closed again")
    func signIn() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()

            await world.app.resolve(AppProblem(.sessionEnded))

            try await host.wait { $0.contains("Server address") }
            try await host.press("Cancel")
            #expect(!world.app.wantsSignIn)
            #expect(host.navigationTitle == "Today")
        }
    }
}
