import Foundation
import Synchronization
import TestSupport
import TrendyKit
import TrendyModel
import TrendyWeb

@testable import TrendyWebHost

/// Uploads in a temporary directory, imported into the engine of a site.
final class Spool: Sendable {
    let directory: URL
    let site: Site
    let limits: ImportLimits
    private let spools: Mutex<ImportSpools>

    /// Creates the site and its uploads.
    ///
    /// - `beforeImport`: runs before each import until a restart, with the account's folder.
    init(
        _ limits: ImportLimits = ImportLimits(),
        beforeImport: @escaping @Sendable (String) throws -> Void = { _ in }
    ) throws {
        directory = FileManager.default.temporaryDirectory.appending(
            path: "spool-\(UInt64.random(in: 0...UInt64.max))"
        )
        self.limits = limits
        let holder = Holder()
        let site = try Site { viewer in viewer.imports = holder.spool.withLock { $0 } }
        let spools = try ImportSpools(
            directory: directory.path,
            limits: limits,
            dependencies: site.dependencies
        )
        let engine = site.engine
        let folder = directory.path + "/ada"
        let spool = try spools.spool(account: "ada") {
            try beforeImport(folder)
            return (engine, ())
        }
        holder.spool.withLock { $0 = spool }
        self.site = site
        self.spools = Mutex(spools)
        self.holder = holder
    }

    private final class Holder: Sendable {
        let spool = Mutex<ImportSpool?>(nil)
    }

    private let holder: Holder

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    /// The uploads of all accounts.
    var all: ImportSpools { spools.withLock { $0 } }

    /// The uploads of another account.
    func uploads(of account: String) throws -> ImportSpool {
        let engine = site.engine
        return try all.spool(account: account) { (engine, ()) }
    }

    /// The uploads of the account.
    var imports: ImportSpool {
        get throws {
            guard let spool = holder.spool.withLock({ $0 }) else { throw WebError.notFound }
            return spool
        }
    }

    /// Ends the process of the uploads and starts another one, with a new folder of threads.
    func restart(gracefully: Bool = true) async throws {
        if gracefully { await spools.withLock { $0 }.stop() }
        let next = try ImportSpools(
            directory: directory.path,
            limits: limits,
            dependencies: site.dependencies
        )
        let engine = site.engine
        let spool = try next.spool(account: "ada") { (engine, ()) }
        spools.withLock { $0 = next }
        holder.spool.withLock { $0 = spool }
    }

    /// Waits until no upload waits or is imported.
    func finished() async throws -> [WebUpload] {
        while true {
            let uploads = try await imports.uploads()
            let isBusy = uploads.contains { upload in
                switch upload.state {
                case .waiting, .importing: true
                case .uploading, .done, .failed: false
                }
            }
            if !isBusy { return uploads }
            try await site.dependencies.clock.sleep(for: .milliseconds(5))
        }
    }

    /// The names of the files of the account.
    func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path + "/ada").sorted()
    }

    /// Keeps the records of a folder from being written, as a full disk does.
    static func blockRecords(in folder: String) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder)
        where name.hasSuffix(".json") {
            // A record is written to a file of this name first.
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name).new",
                withIntermediateDirectories: false
            )
        }
    }

    /// Lets the records of the account be written again.
    func unblockRecords() throws {
        for name in try files() where name.hasSuffix(".json.new") {
            try FileManager.default.removeItem(atPath: "\(directory.path)/ada/\(name)")
        }
    }

    /// A body of bytes in pieces, which breaks off when `isCutOff`.
    static func body(
        _ bytes: [UInt8],
        isCutOff: Bool = false
    ) -> AsyncThrowingStream<[UInt8], any Error> {
        let (stream, continuation) = AsyncThrowingStream.makeStream(of: [UInt8].self)
        var start = 0
        while start < bytes.count {
            continuation.yield(Array(bytes[start..<min(bytes.count, start + 1000)]))
            start += 1000
        }
        continuation.finish(throwing: isCutOff ? CutOff() : nil)
        return stream
    }

    /// The connection was lost.
    struct CutOff: Error {}

    /// A file of an Apple Health export with one step count a day.
    static func export(days: Int = 3) -> [UInt8] {
        let records = (1...days).map { day in
            let date = "2026-01-\(day < 10 ? "0" : "")\(day)"
            return "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" "
                + "unit=\"count\" startDate=\"\(date) 10:00:00 +0000\" "
                + "endDate=\"\(date) 11:00:00 +0000\" value=\"\(day * 100)\"/>\n"
        }.joined()
        return Array(
            ("<?xml version=\"1.0\"?>\n<HealthData locale=\"en_GB\">"
                + "<ExportDate value=\"2026-02-01 09:00:00 +0000\"/>\n\(records)"
                + "<Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPhone\" "
                + "unit=\"count\" startDate=\"2026-01-05 10:00:00 +0000\" "
                + "endDate=\"2026-01-04 11:00:00 +0000\" value=\"1\"/>\n"
                + "</HealthData>").utf8
        )
    }

    /// A track that stays at a position for an hour, then 30 minutes elsewhere.
    static func track() -> [UInt8] {
        func point(_ latitude: Double, _ hour: Int, _ minute: Int) -> String {
            let time = "2026-03-01T\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")"
            return "<trkpt lat=\"\(latitude)\" lon=\"8.5\"><time>\(time)\(minute):00Z</time>"
                + "</trkpt>"
        }
        let there = (0..<60).map { point(47.3, 8, $0) }
        let elsewhere = (0..<40).map { point(47.4, 10, $0) }
        return Array(
            ("<?xml version=\"1.0\"?><gpx version=\"1.1\"><trk><trkseg>"
                + (there + elsewhere).joined() + "</trkseg></trk></gpx>").utf8
        )
    }
}
