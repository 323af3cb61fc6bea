import Foundation
import Synchronization
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync

@Suite("Files of the system's backup", .timeLimit(.minutes(20)))
struct BackupRuleTests {
    private let account = "0195a0c8-0000-7000-8000-000000000001.sqlite"

    @Test("Only what can be fetched again is omitted")
    func rule() {
        func isExcluded(_ name: String, current: String? = nil, local: Bool = false) -> Bool {
            BackupRule.isExcluded(name, current: current ?? account, hasLocalContent: local)
        }

        for suffix in ["", "-wal", "-shm"] {
            #expect(isExcluded(account + suffix))
            #expect(!isExcluded(account + suffix, local: true))
            #expect(!isExcluded("local.sqlite" + suffix, current: "local.sqlite"))
        }
        #expect(isExcluded(account + ".lock") && isExcluded("Uploads"))
        for name in [
            "profile.json", "local.sqlite", "another.sqlite", "\(account).damaged-1",
            "profile.json.damaged-1", "unknown",
        ] {
            #expect(!isExcluded(name), "\(name)")
        }
    }

    /// Records what is set.
    private final class Recorder: BackupExclusion {
        let marks = Mutex<[String: Bool]>([:])

        func set(isExcluded: Bool, path: String) throws {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            marks.withLock { $0[name] = isExcluded }
        }
    }

    @Test("A database is omitted once everything is sent, and not any more after a change")
    func database() async throws {
        let directory = FileManager.default.temporaryDirectory.path + "/backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }  // it is temporary
        let path = "\(directory)/\(account)"
        let store = try DeviceStore(path: path, dependencies: .live())
        let recorder = Recorder()
        let exclude = ExcludeFromBackup(
            directory: directory,
            files: LocalProfileFiles(),
            exclusion: recorder
        )
        func isExcluded() async throws -> Bool? {
            try await exclude(store, databasePath: path)
            return recorder.marks.withLock { $0[account] }
        }

        #expect(try await isExcluded() == false)
        _ = try await store.write {
            try $0.sync.apply(changes: [], cursor: "c", policy: ConflictResolver())
        }
        #expect(try await isExcluded() == true)
        try await store.log("Tea")
        #expect(try await isExcluded() == false)
        try await store.acceptAll(version: 1)
        #expect(try await isExcluded() == true)
        try await store.close()
    }
}
