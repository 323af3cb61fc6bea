import Foundation
import GRDB
import Logging
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@testable import TrendyAppSupport

@MainActor
@Suite("Problems with this device's data", .timeLimit(.minutes(20)))
struct AppProblemTests {
    private let directory: String

    init() throws {
        directory = FileManager.default.temporaryDirectory.path + "/problem-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
    }

    private func app() throws -> TrendyApp {
        let lifecycle = BackgroundLifecycle()
        lifecycle.enterForeground()
        return TrendyApp(
            AppPlatform(
                dependencies: .live(),
                directory: directory,
                keyValues: FileKeyValueStore(directory: directory + "/values"),
                system: lifecycle,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                makeExchange: { _ in preconditionFailure("nobody is signed in") }
            )
        )
    }

    private func finish(_ app: TrendyApp) async {
        await app.stop()
        try? FileManager.default.removeItem(atPath: directory)  // it is temporary
    }

    @Test("A damaged database can be kept aside, and the app starts with a new one")
    func damaged() async throws {
        let path = directory + "/local.sqlite"
        let damage = String(repeating: "damaged ", count: 2_000)
        try damage.write(toFile: path, atomically: true, encoding: .utf8)
        let app = try app()
        app.start()

        let problem = try #require(app.problem)
        #expect(problem.kind == .databaseDamaged && problem.isBlocking)
        #expect(problem.action == .setAside && app.models == nil)
        #expect(app.errorMessage?.contains(directory) == false)

        await app.resolve(problem)

        #expect(app.problem == nil && app.errorMessage == nil && app.models != nil)
        let kept = try String(contentsOfFile: path + ".damaged-1", encoding: .utf8)
        #expect(kept == damage)
        await finish(app)
    }

    @Test("A database of a newer version is not touched, and the way out is an update")
    func newer() async throws {
        let path = directory + "/local.sqlite"
        let store = try DeviceStore(path: path, dependencies: .live())
        try await store.close()
        let queue = try DatabaseQueue(path: path)
        try await queue.write { db in
            try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('9999')")
        }
        try queue.close()
        let app = try app()
        app.start()

        let problem = try #require(app.problem)
        #expect(problem.kind == .databaseNewer && problem.action == .updateApp)
        await app.resolve(problem)
        #expect(app.problem?.kind == .databaseNewer)
        #expect(FileManager.default.fileExists(atPath: path))
        await finish(app)
    }

    @Test("Data that cannot be read now is opened by the next try")
    func unavailable() async throws {
        let path = directory + "/local.sqlite"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let app = try app()
        app.start()
        let problem = try #require(app.problem)
        #expect(problem.kind == .databaseUnavailable && problem.action == .tryAgain)

        await app.resolve(problem)
        #expect(app.problem == problem)
        try FileManager.default.removeItem(atPath: path)
        await app.resolve(problem)

        #expect(app.problem == nil && app.models != nil)
        await finish(app)
    }

    @Test("A damaged profile is a problem that does not hide the data, with signing in as way out")
    func profile() async throws {
        try "{".write(toFile: directory + "/profile.json", atomically: true, encoding: .utf8)
        let app = try app()
        app.start()

        #expect(app.problem?.kind == .profileDamaged && app.problem?.isBlocking == false)
        #expect(app.problem?.action == .signIn && app.models != nil)
        await finish(app)
    }

    @Test("A locked device and a full disk at the start are recognized")
    func opening() {
        let full = StoreError(
            .diskFull,
            .databaseNotOpened(.diskFull, path: "/private/x", details: nil)
        )

        #expect(AppProblem.opening(full, isLocked: true).kind == .locked)
        #expect(AppProblem.opening(full, isLocked: false).kind == .deviceFull)
        #expect(AppProblem.opening(full, isLocked: false).isBlocking)
    }

    @Test("Every problem has texts and says what to do", arguments: AppProblem.Kind.allCases)
    func texts(kind: AppProblem.Kind) {
        let problem = AppProblem(kind, count: 12_345)

        #expect(!problem.title.isEmpty && !problem.text.isEmpty && !problem.remedy.isEmpty)
        #expect((problem.action == nil) == (problem.actionTitle == nil))
        for text in [problem.title, problem.text, problem.remedy] {
            #expect(text.firstMatch(of: /[{}\/]|[a-z]_[a-z]|[a-z]{2}[A-Z]/) == nil, "\(text)")
        }
    }
}
