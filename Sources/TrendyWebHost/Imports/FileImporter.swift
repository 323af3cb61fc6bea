import Crypto
import Foundation
import TrendyArchive
import TrendyFileImport
import TrendyImport
import TrendyKit
import TrendyLocalization
import TrendyModel
import TrendySync
import TrendyWeb

/// Imports an uploaded file into the database of an account.
struct FileImporter: Sendable {
    /// A file whose content is not imported; the text says what it is and what to upload instead.
    struct NotImportable: Error {
        let kind: ImportFileKind.Other
    }

    /// What is known of a file before its import.
    struct Examined: Sendable {
        let kind: ImportFileKind
        /// The SHA-256 of the content, hexadecimal.
        let digest: String
    }

    /// Opens the account's engine.
    let engine: ImportSpools.EngineProvider
    /// The directory of the archive of raw samples; `nil` keeps none.
    let samples: String?
    /// The directory for temporary files.
    let temporaryDirectory: String
    let dependencies: Dependencies

    private static let pieceBytes = 1 << 20

    /// Recognizes a file and computes its digest.
    func examine(_ path: String, on executor: ImportExecutor) async throws -> Examined {
        try await withTaskExecutorPreference(executor) { try await examine(path) }
    }

    private func examine(_ path: String) async throws -> Examined {
        guard let file = FileHandle(forReadingAtPath: path) else { throw WebError.unavailable }
        defer { try? file.close() }  // it was only read
        var head: [UInt8] = []
        var hash = SHA256()
        while let piece = try file.read(upToCount: Self.pieceBytes), !piece.isEmpty {
            try Task.checkCancellation()
            if head.isEmpty { head = Array(piece.prefix(ImportFileKind.headBytes)) }
            hash.update(data: piece)
        }
        let digest = hash.finalize().map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0\(text)" : text
        }.joined()
        return Examined(kind: ImportFileKind(head: head), digest: digest)
    }

    /// Imports a file.
    ///
    /// - Returns: what was added and left out.
    /// - Throws: ``NotImportable``, `ImportError`, `EntityFileImport.Failure`, errors of the store,
    ///   and `CancellationError`; what was imported until then stays.
    func run(
        _ path: String,
        as kind: ImportFileKind,
        zone: String,
        progress: @escaping @Sendable (FileImportProgress) -> Void
    ) async throws -> WebImportReport {
        if case .other(let kind) = kind { throw NotImportable(kind: kind) }
        let opened = try await engine()
        let report: WebImportReport
        switch kind {
        case .zip, .healthExport:
            let run = HealthExportImport(
                path: path,
                zone: TimeZone(identifier: zone) ?? .gmt,
                temporaryDirectory: temporaryDirectory,
                dependencies: dependencies
            )
            let archive = try samples.flatMap { try SampleArchive.forImport(nil, directory: $0) }
            report = WebImportReport(
                try await run.run(
                    into: opened.engine.store,
                    archive: archive,
                    progress: progress
                )
            )
        case .gpx:
            let run = TrackImport(path: path, dependencies: dependencies)
            report = WebImportReport(try await run.run(into: opened.engine, progress: progress))
        case .json:
            let run = EntityFileImport(path: path, progress: progress)
            report = WebImportReport(try await run.run(into: opened.engine.store))
        case .other(let kind): throw NotImportable(kind: kind)
        }
        // Everything is stored and pending; the status shows a failure, and a later sync sends it.
        _ = try? await opened.engine.coordinator?.sync()
        withExtendedLifetime(opened.lease) {}
        return report
    }
}
