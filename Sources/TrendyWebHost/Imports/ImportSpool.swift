package import Foundation
import Synchronization
import TrendyModel
package import TrendyWeb

/// The uploads and imports of one account: files and records in a private folder.
///
/// A file is written as it arrives, so that an upload that is cut off goes on where it ended, also
/// after a restart. Imports run one at a time, in the order in which their uploads were complete.
package actor ImportSpool: WebImports {
    /// An import that is running.
    struct Running {
        let id: String
        let progress: ImportProgressBox
        let task: Task<WebImportReport, any Error>
    }

    package nonisolated let maximumFileBytes: Int64
    let limits: ImportLimits
    let importer: FileImporter
    let executor: ImportExecutor
    let dependencies: Dependencies
    /// The size of a form around its file, in bytes.
    private static let formBytes: Int64 = 64 * 1024

    private let directory: String
    private let space: ImportSpace
    /// The uploads, oldest first.
    var records: [UploadRecord]
    /// The writer of each upload: a newer one replaces it.
    private var writers: [String: Int] = [:]
    private var writerCount = 0
    /// The bytes of each upload that arrived in this process.
    private var sizes: [String: Int64] = [:]
    /// The bytes that were reserved in this process for each upload that is not complete.
    private var reserved: [String: Int64] = [:]
    /// The time at which bytes arrived last.
    private var activity: [String: Instant] = [:]
    var running: Running?
    var queue: Task<Void, Never>?
    var isStopped = false

    init(
        directory: String,
        limits: ImportLimits,
        space: ImportSpace,
        importer: FileImporter,
        executor: ImportExecutor,
        dependencies: Dependencies
    ) throws {
        self.directory = directory
        self.limits = limits
        self.space = space
        self.importer = importer
        self.executor = executor
        self.dependencies = dependencies
        maximumFileBytes = limits.fileBytes
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
        records = try Self.load(directory)
    }

    /// Reads the records, and deletes files that belong to none.
    private static func load(_ directory: String) throws -> [UploadRecord] {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        var records: [UploadRecord] = []
        for name in names where name.hasSuffix(".json") {
            let id = String(name.dropLast(".json".count))
            guard EntityID(id) != nil, let record = UploadRecord.read(directory + "/" + name),
                record.id == id, record.state != .receiving
            else { continue }
            records.append(record)
        }
        let kept = Set(records.flatMap { ["\($0.id).json", "\($0.id).data"] })
        for name in names where !kept.contains(name) { SpoolFile.remove(directory + "/" + name) }
        return records.sorted { ($0.startedAt, $0.id) < ($1.startedAt, $1.id) }
    }

    /// Deletes the expired uploads of a folder that no spool has open.
    static func removeExpired(
        in directory: String,
        limits: ImportLimits,
        at now: Instant
    ) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory)
        // A finished import has a record only, and records are small.
        guard names.contains(where: { !$0.hasSuffix(".json") }) else { return }
        for record in try load(directory) where record.state == .uploading {
            guard now - record.start > limits.uploadTime else { continue }
            SpoolFile.remove("\(directory)/\(record.id).data")
            SpoolFile.remove("\(directory)/\(record.id).json")
        }
    }

    // MARK: Uploads

    package func begin(
        name: String,
        size: Int64,
        fingerprint: String,
        zone: TimeZone
    ) async throws -> WebUpload {
        expire()
        guard size > 0 else { throw WebError.emptyUpload }
        guard size <= limits.fileBytes else { throw WebError.uploadTooLarge(limits.fileBytes) }
        // Records have the shortened one.
        let fingerprint = Self.shortened(fingerprint, limits.textBytes)
        if let known = records.last(where: { $0.fingerprint == fingerprint && $0.size == size }) {
            switch known.state {
            case .uploading, .waiting: return upload(known)
            case .done where !known.repeats: return upload(known)
            case .done, .failed, .receiving: break
            }
        }
        let record = try add(name, size: size, fingerprint: fingerprint, zone, reserving: size)
        return upload(record)
    }

    package func append(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        to id: String,
        at offset: Int64
    ) async throws -> WebUpload {
        let record = try record(id)
        guard record.state == .uploading, let size = record.size else { return upload(record) }
        guard offset == received(record) else {
            throw WebUploadMismatch(upload: upload(record))
        }
        if reserved[id] == nil {
            // The upload was begun by an earlier process.
            try reserve(size - offset, for: id, received: offset)
        }
        let end = try await write(body, to: record, largest: size)
        if end == size { try complete(id, size) }
        return upload(try self.record(id))
    }

    package func receive(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        name: String,
        largest: Int64?,
        zone: TimeZone
    ) async throws -> WebUpload {
        expire()
        if let largest, largest > limits.fileBytes + Self.formBytes {
            throw WebError.uploadTooLarge(limits.fileBytes)
        }
        let largest = min(largest ?? limits.fileBytes, limits.accountBytes)
        let record = try add(name, size: nil, fingerprint: "", zone, reserving: largest)
        do {
            let size = try await write(body, to: record, largest: limits.fileBytes)
            guard size > 0 else { throw WebError.emptyUpload }
            try complete(record.id, size)
        } catch {
            forget(record.id)
            throw error
        }
        return upload(try self.record(record.id))
    }

    /// Appends a body to the file of an upload and returns the size of the file.
    private func write(
        _ body: any AsyncSequence<[UInt8], any Error> & Sendable,
        to record: UploadRecord,
        largest: Int64
    ) async throws -> Int64 {
        writerCount += 1
        let writer = writerCount
        let id = record.id
        // A writer whose connection was cut off may still wait for bytes.
        writers[id] = writer
        do {
            let file = try SpoolFile(dataPath(id))
            for try await piece in body {
                guard writers[id] == writer else { throw WebError.uploadEnded }
                guard file.size + Int64(piece.count) <= largest else {
                    throw record.size == nil
                        ? WebError.uploadTooLarge(limits.fileBytes) : WebError.badRequest
                }
                try file.append(piece)
                sizes[id] = file.size
                activity[id] = dependencies.wallClock.now()
                space.received(Int64(piece.count), for: id)
            }
            guard writers[id] == writer else { throw WebError.uploadEnded }
            if file.size == record.size || record.size == nil { try file.sync() }
            return file.size
        } catch let failure as SpoolFile.Failure {
            forget(id)
            throw failure.isFull ? WebError.diskFull : WebError.unavailable
        }
    }

    private func add(
        _ name: String,
        size: Int64?,
        fingerprint: String,
        _ zone: TimeZone,
        reserving bytes: Int64
    ) throws -> UploadRecord {
        guard !isStopped else { throw WebError.unavailable }
        guard records.count(where: \.isUnfinished) < limits.unfinished else {
            throw WebError.tooManyUploads
        }
        let record = UploadRecord(
            id: "\(dependencies.ids.next())",
            name: Self.shortened(name, limits.textBytes),
            size: size,
            fingerprint: fingerprint,
            zone: zone.identifier,
            startedAt: dependencies.wallClock.now().milliseconds,
            state: size == nil ? .receiving : .uploading
        )
        try reserve(bytes, for: record.id)
        records.append(record)
        do {
            _ = try SpoolFile(dataPath(record.id), isNew: true)
            try record.write(recordPath(record.id))
        } catch {
            forget(record.id)
            throw WebError.diskFull
        }
        return record
    }

    /// Reserves space for the bytes that an upload still expects.
    private func reserve(_ bytes: Int64, for id: String, received: Int64 = 0) throws {
        let others = records.filter { $0.isUnfinished && $0.id != id }
        let used = others.reduce(received) { $0 + ($1.size ?? reserved[$1.id] ?? 0) }
        do throws(ImportSpace.Refusal) {
            try space.reserve(bytes, for: id, used: used)
        } catch {
            throw error == .account
                ? WebError.tooManyBytes(limits.accountBytes) : WebError.diskFull
        }
        reserved[id] = bytes
    }

    private func complete(_ id: String, _ size: Int64) throws {
        do {
            try update(id) { record in
                record.size = size
                record.state = .waiting
            }
        } catch {
            // The upload keeps all its bytes; the next request for it tries again.
            throw WebError.diskFull
        }
        space.release(id)
        reserved[id] = nil
        startQueue()
    }

    // MARK: List

    package func uploads() async throws -> [WebUpload] {
        maintain()
        return records.reversed().filter { $0.state != .receiving }.map { upload($0) }
    }

    package func remove(_ id: String) async throws {
        _ = try record(id)
        if let running, running.id == id { running.task.cancel() }
        forget(id)
    }

    /// Ends the running import, and deletes all uploads and their reservations.
    func removeAll() async {
        await stop()
        for record in records { forget(record.id) }
    }

    /// Deletes the file and the record of an upload.
    private func forget(_ id: String) {
        writers[id] = nil
        sizes[id] = nil
        reserved[id] = nil
        activity[id] = nil
        space.release(id)
        records.removeAll { $0.id == id }
        SpoolFile.remove(dataPath(id))
        SpoolFile.remove(recordPath(id))
    }

    /// Deletes what has expired, and starts imports that a full disk kept waiting.
    func maintain() {
        expire()
        startQueue()
    }

    /// Deletes uploads that were not continued, and the oldest finished imports.
    private func expire() {
        let now = dependencies.wallClock.now()
        for record in records where record.state == .uploading {
            if now - (activity[record.id] ?? record.start) > limits.uploadTime {
                forget(record.id)
            }
        }
        let finished = records.filter { !$0.isUnfinished }
        for record in finished.dropLast(limits.finished) { forget(record.id) }
    }

    private func upload(_ record: UploadRecord) -> WebUpload {
        let state: WebUpload.State =
            switch record.state {
            case .receiving, .uploading: .uploading
            case .waiting: running?.id == record.id ? running?.progress.state ?? .waiting : .waiting
            case .done(let report): .done(report)
            case .failed(let reason): .failed(reason: reason)
            }
        return WebUpload(
            id: record.id,
            name: record.name,
            size: record.size,
            received: record.isUnfinished ? received(record) : record.size ?? 0,
            startedAt: record.start,
            state: state,
            isActive: activity[record.id].map {
                dependencies.wallClock.now() - $0 < limits.activeTime
            } ?? false
        )
    }

    private func received(_ record: UploadRecord) -> Int64 {
        sizes[record.id] ?? SpoolFile.size(of: dataPath(record.id)) ?? 0
    }

    // MARK: Records

    func record(_ id: String) throws -> UploadRecord {
        guard let record = records.first(where: { $0.id == id }) else { throw WebError.notFound }
        return record
    }

    /// Changes a record, on the disk and in memory; nothing when it was removed.
    ///
    /// An error leaves both as they were.
    func update(_ id: String, _ change: (inout UploadRecord) -> Void) throws {
        guard let index = records.firstIndex(where: { $0.id == id }) else { return }
        var record = records[index]
        change(&record)
        try record.write(recordPath(id))
        records[index] = record
    }

    /// Deletes the file of an upload whose import has ended.
    func removeData(_ id: String) {
        SpoolFile.remove(dataPath(id))
        sizes[id] = nil
    }

    func dataPath(_ id: String) -> String { "\(directory)/\(id).data" }

    private func recordPath(_ id: String) -> String { "\(directory)/\(id).json" }

    private static func shortened(_ text: String, _ bytes: Int) -> String {
        var text = text
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
