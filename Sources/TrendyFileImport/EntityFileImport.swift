import Foundation
import TrendyExport
import TrendyModel
package import TrendyStore

/// Imports the entities of a JSON or NDJSON export into a device's database.
package struct EntityFileImport: Sendable {
    /// The reason why a file cannot be imported.
    package enum Failure: Error, Sendable, Equatable {
        /// It cannot be opened.
        case cannotOpen
        /// It is not JSON that Trendy exported; the text names the place. Entities before it may be
        /// stored.
        case unreadable(String)
        /// An entity cannot be stored, and the import is strict; nothing was stored.
        case invalid(String)
    }

    /// What became of the entities.
    package struct Result: Sendable, Equatable {
        /// The counts.
        package var summary: EntityImporter.Summary
        /// The number of lines about the account itself, which are not imported.
        package var ignored: Int
    }

    /// The entities of a transaction.
    private static let pageEntities = 500
    /// The bytes that are read at once.
    private static let pieceBytes = 256 * 1024

    /// The file; `-` for standard input.
    private let path: String
    private let progress: @Sendable (FileImportProgress) -> Void

    /// Creates an import of a file.
    ///
    /// - Parameters:
    ///   - path: the file; `-` for standard input.
    ///   - progress: receives the progress.
    package init(
        path: String,
        progress: @escaping @Sendable (FileImportProgress) -> Void = { _ in }
    ) {
        self.path = path
        self.progress = progress
    }

    /// Adds the entities.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - isStrict: whether an entity that cannot be stored ends the import before anything is
    ///     stored.
    /// - Returns: the counts.
    /// - Throws: ``Failure``, errors of the store, and `CancellationError`.
    package func run(into store: DeviceStore, isStrict: Bool = false) async throws -> Result {
        if isStrict { try await check() }
        var importer = EntityImporter()
        var page: [EntityImporter.Item] = []
        var ignored = 0
        try await readPieces(FileImportProgress.reading) { items in
            for item in items {
                switch item {
                case .success(let entity): page.append(entity)
                case .failure(.accountRecord): ignored += 1
                case .failure(.unreadable(let reason)): importer.summary.refuse(reason)
                }
            }
            while page.count >= Self.pageEntities {
                importer = try await Self.add(Array(page.prefix(500)), importer, store)
                page.removeFirst(Self.pageEntities)
            }
        }
        importer = try await Self.add(page, importer, store)
        return Result(summary: importer.summary, ignored: ignored)
    }

    private static func add(
        _ page: [EntityImporter.Item],
        _ importer: EntityImporter,
        _ store: DeviceStore
    ) async throws -> EntityImporter {
        guard !page.isEmpty else { return importer }
        return try await store.write { transaction in
            var importer = importer
            try importer.add(page, in: transaction)
            return importer
        }
    }

    /// Reads the whole file and throws for the first entity whose own fields are invalid.
    private func check() async throws {
        try await readPieces(FileImportProgress.checking) { items in
            for item in items {
                let problem: String?
                switch item {
                case .success(let item):
                    let entity = item.entity
                    problem = try entity.document().violations(as: entity.kind)
                        .first { !$0.field.hasPrefix("properties.") }
                        .map { "\(entity.kind.name) \(entity.id): \($0)" }
                case .failure(.accountRecord): problem = nil
                case .failure(.unreadable(let reason)): problem = reason
                }
                if let problem { throw Failure.invalid(problem) }
            }
        }
    }

    private typealias Parsed = Swift.Result<EntityImporter.Item, Unusable>

    /// Why an object of the file is not an entity.
    private enum Unusable: Error {
        /// A line of an account's export about the account itself.
        case accountRecord
        /// The text is not an entity.
        case unreadable(String)
    }

    private func readPieces(
        _ step: (Int64, Int64?) -> FileImportProgress,
        _ body: ([Parsed]) async throws -> Void
    ) async throws {
        let file = try open()
        defer { try? file.close() }  // it was only read
        let size = try? file.seekToEnd()  // a pipe has no size
        if size != nil { try file.seek(toOffset: 0) }
        var splitter = EntitySplitter()
        var done = 0
        var number = 0
        do {
            while let piece = try file.read(upToCount: Self.pieceBytes), !piece.isEmpty {
                try Task.checkCancellation()
                var items: [Parsed] = []
                try piece.withUnsafeBytes { bytes in
                    try splitter.take(bytes) { object in
                        number += 1
                        items.append(Self.item(object, number))
                    }
                }
                try await body(items)
                done += piece.count
                progress(step(Int64(done), size.map { Int64(clamping: $0) }))
            }
            try splitter.end()
        } catch let error as EntityFileError {
            throw Failure.unreadable("\(error)")
        }
    }

    private static func item(
        _ object: UnsafeRawBufferPointer,
        _ number: Int
    ) -> Parsed {
        if object.starts(withASCII: "{\"record\":") { return .failure(.accountRecord) }
        do throws(JSONError) {
            let entity = try ExportedEntity(json: object)
            return .success(
                EntityImporter.Item(
                    entity: entity.entity,
                    typeName: entity.typeName,
                    placeName: entity.placeName
                )
            )
        } catch {
            return .failure(.unreadable("Entity \(number) of the file: \(error.message)"))
        }
    }

    private func open() throws -> FileHandle {
        if path == "-" { return .standardInput }
        guard let file = FileHandle(forReadingAtPath: path) else { throw Failure.cannotOpen }
        return file
    }
}
