import Foundation
import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendyWeb

@testable import TrendyWebHost

@Suite("Uploads and imports")
struct ImportSpoolTests {
    private func begin(
        _ spool: Spool,
        _ bytes: [UInt8],
        name: String = "export.xml",
        fingerprint: String = "export.xml 1"
    ) async throws -> WebUpload {
        try await spool.imports.begin(
            name: name,
            size: Int64(bytes.count),
            fingerprint: fingerprint,
            zone: .gmt
        )
    }

    private func result(_ upload: WebUpload?) throws -> WebImportReport {
        guard case .done(let report) = try #require(upload).state else {
            throw Failure(state: "\(String(describing: upload?.state))")
        }
        return report
    }

    private func events(_ spool: Spool) async throws -> Int {
        try await spool.site.engine.store.read { try $0.entities.count(EventFilter()) }
    }

    struct Failure: Error {
        let state: String
    }

    @Test("An upload that is cut off goes on where it ended, also after a restart")
    func resumed() async throws {
        let spool = try Spool()
        let bytes = Spool.export(days: 20)
        let upload = try await begin(spool, bytes)

        await #expect(throws: Spool.CutOff.self) {
            try await spool.imports.append(
                Spool.body(Array(bytes.prefix(1500)), isCutOff: true),
                to: upload.id,
                at: 0
            )
        }
        try await spool.restart()
        let resumed = try await begin(spool, bytes)
        #expect(resumed.id == upload.id && resumed.received == 1500)
        #expect(resumed.state == .uploading)
        _ = try await spool.imports.append(
            Spool.body(Array(bytes[1500...])),
            to: upload.id,
            at: 1500
        )

        let report = try result(try await spool.finished().first)
        #expect(report.facts.first { $0.name == "New events" }?.count == 20)
        #expect(report.leftOut.map(\.reason) == ["end before start"])
        #expect(report.leftOut.map(\.name) == ["Step Count"])
        #expect(try await events(spool) == 20)
        #expect(try spool.files() == ["\(upload.id).json"])
    }

    @Test("Bytes at another offset are refused, with the offset to go on at")
    func offsets() async throws {
        let spool = try Spool()
        let bytes = Spool.export()
        let upload = try await begin(spool, bytes)
        _ = try await spool.imports.append(
            Spool.body(Array(bytes.prefix(100))),
            to: upload.id,
            at: 0
        )

        for offset in [0, 99, 101, Int64.max] {
            let error = await #expect(throws: WebUploadMismatch.self) {
                try await spool.imports.append(Spool.body(bytes), to: upload.id, at: offset)
            }
            #expect(error?.upload.received == 100)
        }
        await #expect(throws: WebError.badRequest) {
            try await spool.imports.append(Spool.body(bytes), to: upload.id, at: 100)
        }
    }

    @Test("The same file again is recognised and adds nothing")
    func twice() async throws {
        let spool = try Spool()
        let bytes = Spool.export()
        let first = try await begin(spool, bytes)
        _ = try await spool.imports.append(Spool.body(bytes), to: first.id, at: 0)
        _ = try await spool.finished()

        let again = try await begin(spool, bytes)
        #expect(again.id == first.id)
        let copy = try await spool.imports.receive(
            Spool.body(bytes),
            name: "copy.xml",
            largest: nil,
            zone: .gmt
        )
        let uploads = try await spool.finished()
        #expect(try result(uploads.first { $0.id == copy.id }).isRepeated)
        #expect(try await events(spool) == 3)

        try await spool.imports.remove(copy.id)
        try await spool.imports.remove(first.id)
        let new = try await begin(spool, bytes)
        _ = try await spool.imports.append(Spool.body(bytes), to: new.id, at: 0)
        let report = try result(try await spool.finished().first)
        #expect(report.facts.first { $0.name == "Unchanged events" }?.count == 3)
        #expect(try await events(spool) == 3)
    }

    @Test("A track records visits to places, also to those that are added later")
    func track() async throws {
        let spool = try Spool()
        let receive = {
            _ = try await spool.imports.receive(
                Spool.body(Spool.track()),
                name: "day.gpx",
                largest: nil,
                zone: .gmt
            )
            return try await spool.finished()
        }

        let none = try result(try await receive().first)
        #expect(none.facts.first { $0.name == "New visits" }?.count == 0)
        #expect(none.leftOut.map(\.count) == [2])
        let place = Geofence(name: "Cabin", latitude: 47.3, longitude: 8.5, radiusMeters: 150)
        let id = spool.site.dependencies.ids.next()
        try await spool.site.engine.store.write { try $0.entities.create([(id, place)]) }

        let one = try result(try await receive().first)
        #expect(one.facts.first { $0.name == "New visits" }?.count == 1)
        let again = try result(try await receive().first)
        #expect(again.facts.first { $0.name == "New visits" }?.count == 0)
        #expect(again.facts.first { $0.name == "Visits already recorded" }?.count == 1)
    }

    @Test(
        "A file that is no export says what it is and what to upload instead",
        arguments: [
            ("%PDF-1.7 …", "PDF"), ("date,steps\n2026-01-01,5\n", "table"),
            ("<html><body>Sign in</body></html>", "web page"), ("hello", "plain text"),
            ("<kml></kml>", "KML"), ("{\"a\": [1, 2", "JSON"), ("[[[[[[", "JSON"),
            ("<gpx><trk></trk></gpx>", "no track point"), ("PK\u{3}\u{4}nonsense", "zip"),
            ("<HealthData", "truncated"),
        ]
    )
    func notAnExport(_ content: String, _ named: String) async throws {
        let spool = try Spool()

        let upload = try await spool.imports.receive(
            Spool.body(Array(content.utf8)),
            name: "file",
            largest: nil,
            zone: .gmt
        )

        let state = try await spool.finished().first?.state
        if case .failed(let reason) = state {
            #expect(reason.localizedCaseInsensitiveContains(named), "\(reason)")
            #expect(!reason.contains(spool.directory.path))
        } else if named == "truncated", case .done(let report) = state {
            #expect(!report.notes.isEmpty)
        } else {
            Issue.record("\(String(describing: state))")
        }
        #expect(try await events(spool) == 0)
        #expect(try spool.files() == ["\(upload.id).json"])
    }

    @Test("Files, accounts and disks have limits, and what exceeds them leaves nothing")
    func limits() async throws {
        var limits = ImportLimits()
        limits.fileBytes = 5000
        limits.accountBytes = 6000
        limits.unfinished = 2
        let spool = try Spool(limits)

        await #expect(throws: WebError.uploadTooLarge(5000)) {
            try await begin(spool, [UInt8](repeating: 0x61, count: 5001))
        }
        await #expect(throws: WebError.uploadTooLarge(5000)) {
            try await spool.imports.receive(
                Spool.body([UInt8](repeating: 0x61, count: 5001)),
                name: "large",
                largest: nil,
                zone: .gmt
            )
        }
        await #expect(throws: WebError.emptyUpload) {
            try await spool.imports.receive(
                Spool.body([]),
                name: "empty",
                largest: nil,
                zone: .gmt
            )
        }
        #expect(try spool.files().isEmpty)
        _ = try await begin(spool, [UInt8](repeating: 0x61, count: 4000), fingerprint: "1")
        await #expect(throws: WebError.tooManyBytes(6000)) {
            try await begin(spool, [UInt8](repeating: 0x61, count: 4000), fingerprint: "2")
        }
        _ = try await begin(spool, [UInt8](repeating: 0x61, count: 100), fingerprint: "3")
        await #expect(throws: WebError.tooManyUploads) {
            try await begin(spool, [UInt8](repeating: 0x61, count: 100), fingerprint: "4")
        }
    }

    @Test("A full disk refuses an upload before it begins")
    func fullDisk() async throws {
        var limits = ImportLimits()
        limits.freeBytes = .max / 2
        let spool = try Spool(limits)

        await #expect(throws: WebError.diskFull) { try await begin(spool, Spool.export()) }
        #expect(try spool.files().isEmpty)
    }

    @Test("A form that is cut off leaves nothing")
    func cutOffForm() async throws {
        let spool = try Spool()

        await #expect(throws: Spool.CutOff.self) {
            try await spool.imports.receive(
                Spool.body(Spool.export(), isCutOff: true),
                name: "export.xml",
                largest: nil,
                zone: .gmt
            )
        }

        #expect(try spool.files().isEmpty)
        #expect(try await spool.imports.uploads().isEmpty)
    }

    @Test("An import that the process ended in is repeated, and given up after some attempts")
    func crashes() async throws {
        let spool = try Spool()
        let bytes = Spool.export()
        let upload = try await begin(spool, bytes)
        let folder = spool.directory.path + "/ada/\(upload.id)"
        var record = try #require(UploadRecord.read(folder + ".json"))
        record.state = .waiting
        record.attempts = spool.limits.attempts - 1
        try Data(bytes).write(to: URL(filePath: folder + ".data"))
        try record.write(folder + ".json")

        try await spool.restart()
        #expect(try result(try await spool.finished().first).facts.count > 2)

        record.attempts = spool.limits.attempts
        try Data(bytes).write(to: URL(filePath: folder + ".data"))
        try record.write(folder + ".json")
        try await spool.restart()
        guard case .failed = try await spool.finished().first?.state else {
            throw Failure(state: "not given up")
        }
    }

    @Test("Damaged records and files without one are deleted at the start")
    func damagedRecords() async throws {
        let spool = try Spool()
        let folder = spool.directory.path + "/ada/"
        let id = "\(spool.site.dependencies.ids.next())"
        for (name, text) in [
            ("\(id).json", "{\"id\":"), ("\(id).data", "x"), ("stray.data", "y"), ("../x", "z"),
        ] {
            try Data(text.utf8).write(to: URL(filePath: folder + name))
        }

        try await spool.restart()

        #expect(try spool.files().isEmpty)
        #expect(try await spool.imports.uploads().isEmpty)
    }

    @Test(
        "A text whose examined part ends inside a character is recognised",
        arguments: [0, 1, 2]
    )
    func cutOffCharacter(_ offset: Int) async throws {
        let spool = try Spool()
        let text = String(repeating: "a", count: offset) + String(repeating: "日", count: 6000)

        _ = try await spool.imports.receive(
            Spool.body(Array(text.utf8)),
            name: "text",
            largest: nil,
            zone: .gmt
        )

        guard case .failed(let reason) = try await spool.finished().first?.state else {
            throw Failure(state: "not refused")
        }
        #expect(reason.localizedCaseInsensitiveContains("plain text"), "\(reason)")
    }

    @Test("A long fingerprint finds its upload again")
    func longFingerprint() async throws {
        let spool = try Spool()
        let bytes = Spool.export()
        let fingerprint = String(repeating: "長", count: 300)

        let first = try await begin(spool, bytes, fingerprint: fingerprint)
        let second = try await begin(spool, bytes, fingerprint: fingerprint)

        #expect(first.id == second.id)
    }

    @Test("The bytes that a form may still send count for the account")
    func formsReserve() async throws {
        var limits = ImportLimits()
        limits.fileBytes = 5000
        limits.accountBytes = 6000
        let spool = try Spool(limits)
        let bytes = [UInt8](repeating: 0x61, count: 4000)
        let (body, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        let form = Task {
            try await spool.imports.receive(body, name: "form", largest: 4000, zone: .gmt)
        }
        while try await spool.imports.records.isEmpty {
            try await spool.site.dependencies.clock.sleep(for: .milliseconds(5))
        }

        await #expect(throws: WebError.tooManyBytes(6000)) { try await begin(spool, bytes) }
        continuation.finish()
        await #expect(throws: WebError.emptyUpload) { try await form.value }
        _ = try await begin(spool, bytes)
    }

    @Test("An upload that goes on after a restart reserves its remaining bytes")
    func reservesAfterRestart() async throws {
        var limits = ImportLimits()
        limits.totalBytes = 6000
        let spool = try Spool(limits)
        let bytes = [UInt8](repeating: 0x61, count: 4000)
        let upload = try await begin(spool, bytes)
        try await spool.restart()
        let other = try spool.uploads(of: "bob")
        let beginOther = { @Sendable () async throws -> WebUpload in
            try await other.begin(name: "b", size: 4000, fingerprint: "b", zone: .gmt)
        }
        let append = { @Sendable () async throws -> WebUpload in
            try await spool.imports.append(
                Spool.body(Array(bytes.prefix(100)), isCutOff: true),
                to: upload.id,
                at: 0
            )
        }

        let first = try await beginOther()
        await #expect(throws: WebError.diskFull) { try await append() }
        try await other.remove(first.id)
        await #expect(throws: Spool.CutOff.self) { try await append() }
        await #expect(throws: WebError.diskFull) { try await beginOther() }
        #expect(try await spool.imports.uploads().map(\.received) == [100])
    }

    @Test("The uploads of a removed account free their space")
    func removedAccount() async throws {
        var limits = ImportLimits()
        limits.totalBytes = 6000
        let spool = try Spool(limits)
        _ = try await begin(spool, [UInt8](repeating: 0x61, count: 4000))
        let other = try spool.uploads(of: "bob")
        let beginOther = { @Sendable () async throws -> WebUpload in
            try await other.begin(name: "b", size: 4000, fingerprint: "b", zone: .gmt)
        }
        await #expect(throws: WebError.diskFull) { try await beginOther() }

        try await spool.all.removeAbandoned { $0 == "bob" }

        _ = try await beginOther()
        let folders = try FileManager.default.contentsOfDirectory(atPath: spool.directory.path)
        #expect(folders == ["bob"])
        #expect(try await spool.imports.uploads().isEmpty)
    }

    @Test("Uploads of unknown accounts and expired ones are deleted, also when they are not open")
    func abandoned() async throws {
        let spool = try Spool()
        let upload = try await begin(spool, Spool.export())
        let now = spool.site.dependencies.wallClock.now().milliseconds
        for (account, id, days) in [
            ("bob", "0198a000-0000-7000-8000-000000000001", 0),
            ("eve", "0198a000-0000-7000-8000-000000000002", 6),
            ("eve", "0198a000-0000-7000-8000-000000000003", 8),
        ] {
            let folder = URL(filePath: spool.directory.path + "/" + account)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let record = UploadRecord(
                id: id,
                name: "export.xml",
                size: 10,
                fingerprint: "1",
                zone: "GMT",
                startedAt: now - Int64(days) * 86_400_000,
                state: .uploading
            )
            try record.write(folder.path + "/\(id).json")
            try Data("x".utf8).write(to: folder.appending(path: "\(id).data"))
        }

        try await spool.all.removeAbandoned { $0 != "bob" }

        let paths = try FileManager.default.subpathsOfDirectory(atPath: spool.directory.path)
        let kept = "eve/0198a000-0000-7000-8000-000000000002"
        #expect(
            paths.sorted() == [
                "ada", "ada/\(upload.id).data", "ada/\(upload.id).json", "eve", "\(kept).data",
                "\(kept).json",
            ]
        )
    }

    @Test("A database that cannot be read deletes no uploads")
    func unknownAccounts() async throws {
        let spool = try Spool()
        _ = try await begin(spool, Spool.export())
        let files = try spool.files()

        await #expect(throws: WebError.unavailable) {
            try await spool.all.removeAbandoned { _ in throw WebError.unavailable }
        }

        #expect(try spool.files() == files)
    }

    @Test("A complete upload waits while its record cannot be written")
    func fullDiskBeforeImport() async throws {
        let spool = try Spool()
        let folder = spool.directory.path + "/ada"
        let bytes = Spool.export()
        let upload = try await begin(spool, bytes)
        try Spool.blockRecords(in: folder)

        await #expect(throws: WebError.diskFull) {
            try await spool.imports.append(Spool.body(bytes), to: upload.id, at: 0)
        }
        let refused = try await begin(spool, bytes)
        #expect(refused.state == .uploading && refused.received == Int64(bytes.count))

        try spool.unblockRecords()
        var record = try #require(UploadRecord.read("\(folder)/\(upload.id).json"))
        record.state = .waiting
        try record.write("\(folder)/\(upload.id).json")
        try Spool.blockRecords(in: folder)
        try await spool.restart()
        for _ in 1...5 {
            #expect(try await spool.imports.uploads().map(\.state) == [.waiting])
            let queue = try await spool.imports.queue
            await queue?.value
        }

        try spool.unblockRecords()
        #expect(try result(try await spool.finished().first).facts.count > 2)
        #expect(try spool.files() == ["\(upload.id).json"])
    }

    @Test("An upload whose completion could not be stored is completed by an empty piece")
    func completeWithoutBytes() async throws {
        let spool = try Spool()
        let bytes = Spool.export()
        let upload = try await begin(spool, bytes)
        try Spool.blockRecords(in: spool.directory.path + "/ada")
        await #expect(throws: WebError.diskFull) {
            try await spool.imports.append(Spool.body(bytes), to: upload.id, at: 0)
        }
        try spool.unblockRecords()

        _ = try await spool.imports.append(
            Spool.body([]),
            to: upload.id,
            at: Int64(bytes.count)
        )

        #expect(try result(try await spool.finished().first).facts.count > 2)
    }

    @Test("The file of an import whose result cannot be written stays for a later process")
    func fullDiskAfterImport() async throws {
        let spool = try Spool(beforeImport: { try Spool.blockRecords(in: $0) })
        let bytes = Spool.export()
        let upload = try await begin(spool, bytes)
        _ = try await spool.imports.append(Spool.body(bytes), to: upload.id, at: 0)

        #expect(try result(try await spool.finished().first).facts.count > 2)
        #expect(try spool.files().contains("\(upload.id).data"))

        try await spool.restart()
        try spool.unblockRecords()
        let report = try result(try await spool.finished().first)
        #expect(report.facts.first { $0.name == "Unchanged events" }?.count == 3)
        #expect(try spool.files() == ["\(upload.id).json"])
    }
}
