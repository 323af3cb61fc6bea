import Foundation
import Synchronization
import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyStore

/// Values in memory.
private final class MemoryValues: KeyValueStore {
    private let values = Mutex<[String: String]>([:])

    func text(for key: String) throws -> String? { values.withLock { $0[key] } }
    func set(_ text: String?, for key: String) throws { values.withLock { $0[key] = text } }
    func move(_ key: String, to newKey: String) throws {
        values.withLock { $0[newKey] = $0.removeValue(forKey: key) }
    }
    func keys() throws -> [String] { values.withLock { Array($0.keys) } }
}

@MainActor
@Suite("Settings and diagnosis", .timeLimit(.minutes(20)))
struct SettingsViewModelTests {
    private let world: ScreenWorld
    private let values = MemoryValues()

    init() throws {
        world = try ScreenWorld()
    }

    private func model(_ account: AccountContext = AccountContext()) async -> SettingsViewModel {
        let model = SettingsViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            account: account,
            keyValues: values,
            appVersion: "1.2 (3)"
        )
        await model.refresh()
        return model
    }

    @Test("The account, the changes only this device has, versions and licences are shown")
    func overview() async throws {
        let local = await model()
        #expect(local.accountText == "Not signed in. Everything is on this device only.")
        #expect(local.unsentText == nil)
        try await world.log("Tea", "08:00")
        let model = await model(AccountContext(email: "a@example.org", isSignedIn: true))

        #expect(model.accountText == "Signed in as a@example.org")
        #expect(model.unsentText == "2 changes are on this device only")
        #expect(model.versions.map(\.value) == ["1.2 (3)", "\(DeviceStore.schemaVersion)"])
        #expect(model.licenses.map(\.name).contains("GRDB.swift"))
        #expect(model.licenses.allSatisfy { $0.text.count > 500 })
        let ended = await self.model(AccountContext(email: "a@example.org"))
        #expect(ended.accountText.hasPrefix("Signed out of a@example.org."))
    }

    @Test("The choice to sync less often is kept and read by the next process")
    func lessOften() async throws {
        let model = await model()
        #expect(!model.syncsLessOften)

        await model.setSyncsLessOften(true)

        #expect(model.syncsLessOften)
        #expect(await self.model().syncsLessOften)
        await model.setSyncsLessOften(false)
        #expect(await !self.model().syncsLessOften)
    }

    @Test("Erasing asks first, and says what would be lost")
    func erase() async throws {
        let erased = Mutex(0)
        var account = AccountContext(email: "a@example.org", isSignedIn: true) {
            erased.withLock { $0 += 1 }
        }
        let model = await model(account)
        await model.confirmErase()
        #expect(erased.withLock { $0 } == 0)
        await model.askToErase()
        #expect(model.eraseWarning?.contains("keeps its data") == true)
        model.cancelErase()
        await model.confirmErase()
        #expect(erased.withLock { $0 } == 0)

        try await world.log("Tea", "08:00")
        await model.askToErase()
        #expect(model.eraseWarning?.contains("2 changes were never sent") == true)
        await model.confirmErase()
        #expect(erased.withLock { $0 } == 1)
        #expect(!model.isErasing && model.eraseWarning == nil)

        account.email = nil
        account.isSignedIn = false
        let local = await self.model(account)
        await local.askToErase()
        #expect(local.eraseWarning?.contains("no other copy") == true)
    }

    @Test("An erase that fails says so")
    func failedErase() async throws {
        struct Failure: Error {}
        let model = await model(AccountContext(email: "a@example.org") { throw Failure() })
        await model.askToErase()

        await model.confirmErase()

        #expect(model.problem?.hasPrefix("Not everything was erased:") == true)
    }

    @Test("The diagnosis can be shared as a text and as a file, without notes and names")
    func diagnosis() async throws {
        try await world.log("Secret type", "08:00", notes: "secret note")
        let model = DiagnosisViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats,
            directory: URL(filePath: world.directory)
        )
        await model.refresh()

        #expect(model.sections.map(\.id) == ["data", "sync", "places", "health"])
        #expect(model.sections[0].lines.map(\.value).prefix(2) == ["1", "1"])
        #expect(model.findings.map(\.remedy) == ["Sign in to send them to your account."])
        #expect(model.summary == "1 problem found.")
        #expect(!model.canCheckServer)
        let file = try #require(await model.makeFile())
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(file.lastPathComponent == "trendy-diagnosis-2026-01-15.json")
        #expect(text.contains("\"pending\" : 2"))
        for shared in [text, model.shareText] {
            #expect(!shared.lowercased().contains("secret"))
        }
        #expect(model.shareText.contains("Not sent yet: 2"))
    }

    @Test("A remedy names no command of a terminal")
    func remedies() async throws {
        try await world.log("Tea", "08:00")
        try await world.store.refuseAll()
        let model = DiagnosisViewModel(
            engine: world.engine,
            dependencies: world.dependencies,
            formats: world.formats,
            directory: URL(filePath: world.directory + "/missing")
        )
        await model.refresh()

        #expect(
            model.findings.contains {
                $0.remedy == "Open Sync to try again, edit or discard them."
            }
        )
        #expect(model.findings.allSatisfy { !$0.remedy.contains("'") })
        #expect(await model.makeFile() == nil)
        #expect(model.problem?.hasPrefix("The file was not written:") == true)
    }
}
