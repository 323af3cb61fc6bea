import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore

@Suite("Commands for refused changes, conflicts, edits and erasing", .serialized)
struct DecisionCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private var profile: String { scratch.path + "/a" }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        let process = try TrendyProcess(arguments + ["--profile", profile])
        return await process.wait()
    }

    private func list(_ text: String) throws -> [[String: Any]] {
        let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
        return try #require(value as? [[String: Any]])
    }

    /// Changes the profile's database between two commands.
    private func withStore(_ body: (DeviceStore) async throws -> Void) async throws {
        let files = FileManager.default.enumerator(atPath: profile)?.compactMap { $0 as? String }
        let name = try #require(files?.first { $0.hasSuffix(".sqlite") })
        let store = try DeviceStore(path: "\(profile)/\(name)", dependencies: .live())
        try await body(store)
        try await store.close()
    }

    /// Applies an answer in which the server refuses one of the pending events permanently.
    private func refuseOne() async throws {
        let problem = RawJSON(
            unchecked: Data(
                #"{"type":"urn:trendy:error:validation","title":"Invalid","status":422,"#
                    .utf8
            ) + Data(#""detail":"The event has no type."}"#.utf8)
        )
        try await withStore { store in
            let batch = try #require(
                try await store.write { try $0.queue.nextBatch(limit: 9, byteLimit: .max) }
            )
            let event = try #require(batch.mutations.first { $0.kind == .event })
            _ = try await store.write {
                try $0.queue.apply(
                    batch,
                    outcomes: [event.id: .refused(problem: problem, retryAt: nil)],
                    cursorRange: nil,
                    policy: ConflictPolicy(),
                    nextLimit: 1,
                    nextByteLimit: 1
                )
            }
        }
    }

    private struct ConflictPolicy: MergePolicy {
        func resolve(_ divergence: Divergence) -> Resolution {
            Resolution(merged: divergence.remote, losses: [])
        }
    }

    @Test("A refused change is listed with its reason, exported, retried and discarded")
    func failed() async throws {
        #expect(try await run("failed").output.contains("No change was refused."))
        try #require(try await run("log", "Coffee", "--note", "kept").code == 0)
        try await refuseOne()

        let listed = try list(try await run("failed", "--json").output)
        let id = try #require(listed.first?["id"] as? String)
        let text = try await run("failed").output
        let export = try await run("failed", "export")
        let one = try await run("failed", "export", id)
        let status = try await run("status")
        let unknown = try await run("failed", "retry", "01890a5d-ac96-774b-bcce-b302099a8057")
        let wrong = try await run("failed", "retry", "abc")
        let neither = try await run("failed", "discard")

        #expect(listed.count == 1)
        #expect(text.hasPrefix("\(id)  Coffee, "))
        #expect(text.contains(" was recorded\n    Some of what you entered"))
        #expect(listed.first?["code"] as? String == "validation")
        #expect((listed.first?["reason"] as? String)?.hasPrefix("Some of what you entered") == true)
        #expect((listed.first?["detail"] as? String)?.contains("no type") == true)
        #expect(export.output.contains(#""notes":"kept""#))
        #expect(export.output.contains("no type"))
        #expect(one.output == export.output)
        #expect(
            try await run("failed", "export", "01890a5d-ac96-774b-bcce-b302099a8057").code == 65
        )
        #expect(try await run("failed", "export", "abc").code == 64)
        #expect(status.output.contains("Coffee"))
        #expect(status.output.contains("Some of what you entered"))
        #expect(status.output.contains("trendy failed"))
        #expect(unknown.code == 66)
        #expect(wrong.code == 64)
        #expect(neither.code == 64)

        #expect(try await run("failed", "retry", id).code == 0)
        #expect(try list(try await run("failed", "--json").output).isEmpty)
        try await refuseOne()
        let discarded = try await run("failed", "discard", "--all")
        #expect(discarded.output.contains("Discarded: "))
        #expect(try await run("events").output.contains("Coffee") == false)
        #expect(try await run("failed").output.contains("No change was refused."))
    }

    @Test("The doctor reports problems and none of the recorded data")
    func doctor() async throws {
        try #require(try await run("log", "Secret", "--note", "private words").code == 0)
        let signedOut = try await run("doctor", "--json")
        try await refuseOne()
        let failed = try await run("doctor", "--json")
        let text = try await run("doctor")

        #expect(signedOut.code == 1)
        #expect(signedOut.output.contains("signed_out"))
        #expect(failed.output.contains(#""validation" : 1"#))
        #expect(text.output.contains("trendy failed"))
        for output in [signedOut.output, failed.output, text.output] {
            #expect(!output.contains("Secret"))
            #expect(!output.contains("private"))
            #expect(!output.contains("no type"))
        }

        let server = try await ServerProcess(database: scratch.path + "/doctor.sqlite")
        let other = scratch.path + "/well"
        let sign = ["--server", server.url, "--email", "d@example.org", "--profile", other]
        try #require(try await TrendyProcess(["signup"] + sign).wait().code == 0)
        try await TrendyProcess.run("log", "Tea", "--profile", other)
        try #require(try await TrendyProcess.run("sync", "--profile", other).code == 0)
        let well = try await TrendyProcess.run("doctor", "--online", "--profile", other)
        #expect(well.code == 0)
        #expect(well.output.contains("Device and server hold the same."))
        #expect(well.output.contains("Nothing is wrong."))
    }

    @Test("Two devices that create a type of one name cause a conflict that can be acknowledged")
    func conflicts() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let other = scratch.path + "/b"
        let sign = ["--server", server.url, "--email", "a@example.org"]
        try #require(
            try await TrendyProcess(["signup", "--profile", other] + sign).wait().code == 0
        )
        try await TrendyProcess.run("log", "Coffee", "--profile", other)
        try #require(try await TrendyProcess.run("sync", "--profile", other).code == 0)
        try #require(
            try await TrendyProcess(["login", "--profile", profile] + sign).wait().code == 0
        )
        try #require(try await run("log", "coffee").code == 0)
        try #require(try await run("sync").code == 0)

        let history = try await run("status", "--history")
        #expect(history.output.contains("Sent 2, received"))
        let listed = try list(try await run("conflicts", "--json").output)
        let number = try #require(listed.first?["id"] as? Int)
        let words = try await run("conflicts").output
        let restored = try await run("conflicts", "restore", "999")
        let acknowledged = try await run("conflicts", "acknowledge", "\(number)")

        #expect(listed.count == 1)
        #expect(words.contains("name"))
        #expect(restored.code == 66)
        #expect(acknowledged.code == 0)
        #expect(try await run("conflicts").output.contains("No conflicts."))
    }

    @Test("A refused change that is corrected becomes pending again")
    func editFailed() async throws {
        try #require(try await run("log", "Coffee").code == 0)
        try await refuseOne()
        let failed = try list(try await run("failed", "--json").output)
        let id = try #require(failed.first?["id"] as? String)

        #expect(try await run("failed", "edit", id).code == 64)
        #expect(try await run("failed", "edit", id, "--set", "notes=milk").code == 0)
        #expect(try list(try await run("failed", "--json").output).isEmpty)
        let events = try list(try await run("events", "--json").output)
        #expect(events.first?["notes"] as? String == "milk")
        #expect(try await run("failed", "edit", id, "--set", "notes=x").code == 65)
    }

    @Test("Events are edited and deleted by id; invalid fields and ids are refused")
    func editAndDelete() async throws {
        try #require(try await run("log", "Coffee", "--note", "black").code == 0)
        let event = try #require(try list(try await run("events", "--json").output).first)
        let id = try #require(event["id"] as? String)

        #expect(try await run("edit", id, "--set", "is_all_day=true", "--clear", "notes").code == 0)
        let changed = try #require(try list(try await run("events", "--json").output).first)
        #expect(changed["is_all_day"] as? Bool == true)
        #expect(changed["notes"] == nil)
        #expect(try await run("edit", id, "--set", "timestamp=yesterday").code == 65)
        #expect(try await run("edit", "nonsense", "--set", "notes=x").code == 64)
        #expect(try await run("delete", id).code == 0)
        #expect(try await run("delete", id).code == 0)
        #expect(try list(try await run("events", "--json").output).isEmpty)
    }

    @Test("Erasing needs a confirmation and refuses to delete unsynced changes")
    func erase() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let sign = ["--server", server.url, "--email", "a@example.org", "--profile", profile]
        try #require(try await TrendyProcess(["signup"] + sign).wait().code == 0)
        try #require(try await run("log", "Coffee").code == 0)

        #expect(try await run("erase", "--confirm", "b@example.org").code == 64)
        let unsent = try await run("erase", "--confirm", "a@example.org")
        #expect(unsent.code == 1)
        #expect(unsent.error.contains("2 changes are on this device only"))
        #expect(try list(try await run("events", "--json").output).count == 1)
        try #require(try await run("sync").code == 0)
        #expect(try await run("erase", "--confirm", "a@example.org").code == 0)
        #expect(try await run("status").output.contains("Not signed in."))
        #expect(try list(try await run("events", "--json").output).isEmpty)
        try #require(try await TrendyProcess(["login"] + sign).wait().code == 0)
        try #require(try await run("sync").code == 0)
        #expect(try list(try await run("events", "--json").output).count == 1)
    }

    @Test("sync --watch shows changes of another device and ends on SIGTERM")
    func watch() async throws {
        let server = try await ServerProcess(database: scratch.path + "/server.sqlite")
        let other = scratch.path + "/b"
        let sign = ["--server", server.url, "--email", "a@example.org", "--profile"]
        try #require(try await TrendyProcess(["signup"] + sign + [profile]).wait().code == 0)
        try #require(try await TrendyProcess(["login"] + sign + [other]).wait().code == 0)
        let watcher = try TrendyProcess(["sync", "--watch", "--json", "--profile", other])
        _ = await watcher.firstOutput()
        try #require(try await run("log", "Coffee", "--note", "watched").code == 0)
        try #require(try await run("sync").code == 0)
        var text = ""
        while watcher.isRunning, !text.contains("\"pulled\":2") {
            text += await watcher.firstOutput().filter { !$0.isWhitespace }
        }
        watcher.terminate()

        #expect(await watcher.wait().code == 0)
        let events = try await TrendyProcess.run("events", "--json", "--profile", other).output
        #expect(events.contains("watched"))
    }
}
