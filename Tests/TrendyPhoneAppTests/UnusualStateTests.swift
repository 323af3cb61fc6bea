import Foundation
import GRDB
import SimulatedSwiftUI
import SwiftUI
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@testable import TrendyAppSupport
@testable import TrendyPhoneApp

@Suite("Unusual states", .timeLimit(.minutes(20)))
@MainActor
struct UnusualStateTests {
    /// Waits for the banner of a problem on a tab of a signed-in person.
    private func banner(
        _ kind: AppProblem.Kind,
        count: Int = 0,
        _ host: ViewHost
    ) async throws -> AppProblem {
        let problem = AppProblem(kind, count: count)
        try await host.wait { screen in
            [problem.title, problem.text, problem.remedy].allSatisfy { screen.contains($0) }
        }
        return problem
    }

    @Test("Ten thousand pending changes are explained, and the app can be used meanwhile")
    func manyPending() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let now = world.clock.now()
            try await world.store.write { transaction in
                let type = try transaction.entities.create(EventType(name: "Tea"))
                for second in 0..<AppProblem.manyChanges {
                    try transaction.entities.create(
                        Event(
                            eventTypeID: type,
                            timestamp: now - .seconds(second),
                            sourceType: .manual
                        )
                    )
                }
            }
            let host = world.show()
            try await host.wait { $0.contains(AppProblem(.manyPending).title) }

            try host.tap("Timeline")

            try await host.wait { $0.contains("Tea") && $0.contains("Coffee") }
        }
    }

    @Test("A clock that is a year off is explained on every tab, with a way to the settings")
    func wrongClock() async throws {
        try await PhoneWorld.run(withServer: true, now: "2024-01-15T14:30:00Z") { world in
            await world.completeOnboarding()
            let host = world.show()
            let problem = try await banner(.clockWrong, host)

            try host.tap("Timeline")
            _ = try await banner(.clockWrong, host)
            try host.tap(try #require(problem.actionTitle))

            #expect(host.urlsOpenedBySystem.map(\.absoluteString) == ["app-settings:"])
        }
    }

    @Test("After the account was deleted elsewhere, the entries stay and the sign-in is offered")
    func deletedAccount() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { screen in
                screen.elements.last { $0.label == "Sync state" }?.value == "Synced"
            }
            let transport = try #require(world.app.connection?.transport)
            try await transport.deleteAccount(PasswordConfirmation(password: "long enough"))
            try host.tap("Sync state")
            try await host.press("Sync now")

            let problem = try await banner(.sessionEnded, host)
            try host.tap("Timeline")
            try await host.wait { $0.contains("Coffee") }
            try host.tap(try #require(problem.actionTitle))

            try await host.wait { $0.contains("Server address") }
            try await host.press("Cancel")
            #expect(host.navigationTitle == "Timeline")
        }
    }

    @Test("A web page in place of the server is explained, and the address can be changed")
    func otherServer() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            await world.completeOnboarding()
            let host = world.show()
            try await host.wait { screen in
                screen.elements.last { $0.label == "Sync state" }?.value == "Synced"
            }
            world.internet.isCaptured = true
            try host.tap("Sync state")
            try await host.press("Sync now")

            let problem = try await banner(.notTrendy, host)
            try host.tap(try #require(problem.actionTitle))

            try await host.wait { $0.contains("Server address") }
        }
    }

    @Test("Signing in where no Trendy server answers says so beside the fields")
    func otherServerAtSignIn() async throws {
        try await PhoneWorld.run(withServer: true) { world in
            world.internet.isCaptured = true
            let host = world.show()
            try await host.press("I have an account")
            try host.enter("a@example.org", into: "E-mail address")
            try host.enter("long enough", into: "Password")

            try host.submit("Password")

            try await host.wait { screen in
                screen.texts.contains { $0.hasPrefix("There is no Trendy server at this address.") }
            }
        }
    }

    @Test("Data that cannot be opened fills the screen, and trying again opens it")
    func notOpened() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let path = world.directory + "/files/local.sqlite"
            let aside = world.directory + "/aside.sqlite"
            try await world.relaunch {
                try FileManager.default.moveItem(atPath: path, toPath: aside)
                try FileManager.default.createDirectory(
                    atPath: path,
                    withIntermediateDirectories: true
                )
            }
            let host = world.show()
            let problem = try await banner(.databaseUnavailable, host)

            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: aside, toPath: path)
            try await host.press(try #require(problem.actionTitle))

            try await host.wait { _ in host.navigationTitle == "Today" }
            try host.tap("Timeline")
            try await host.wait { $0.contains("Coffee") }
        }
    }

    @Test("On a device full to the last byte an entry is not lost: it is saved when there is space")
    func full() async throws {
        try await PhoneWorld.run { world in
            await world.completeOnboarding()
            let host = world.show()
            try host.tap("Timeline")
            try await host.wait { $0.contains("Not sent yet") }
            try await world.store.fill()
            try host.tap("New entry")
            try await host.wait { $0.contains("Note") }
            try host.select("Coffee", in: "Type")
            try host.enter(String(repeating: "With milk. ", count: 2000), into: "Note")
            try host.tap("Save")

            try await host.wait { screen in
                screen.texts.contains { $0.hasPrefix("Not saved:") && $0.contains("full") }
            }
            #expect(try host.element(named: "Note").value?.hasPrefix("With milk.") == true)
            try await world.store.free()
            try await host.press("Save")

            try await host.wait { !$0.contains("Save") }
        }
    }
}

extension DeviceStore {
    /// Lets the database grow no more, as on a full disk.
    fileprivate func fill() throws {
        try database.write { db in
            let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
            try db.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    /// Lets the database grow again.
    fileprivate func free() throws {
        try database.write { try $0.execute(sql: "PRAGMA max_page_count = 1000000") }
    }
}
