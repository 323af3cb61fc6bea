import Foundation
import TrendyExport
import TrendyModel
import TrendyStore

/// Reads the entities of a JSON or NDJSON export into a store.
struct EntityFileImport {
    /// The entities of a transaction.
    private static let pageEntities = 500
    /// The bytes that are read at once.
    private static let pieceBytes = 256 * 1024

    /// The file; `-` for standard input.
    let path: String
    let bar: ProgressBar

    /// Adds the entities.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - isStrict: whether an entity that cannot be stored ends the import before anything is
    ///     stored.
    /// - Returns: the counts.
    /// - Throws: `CommandFailure` when the file cannot be read, and errors of the store.
    func run(into store: DeviceStore, isStrict: Bool) async throws -> EntityImportResult {
        if isStrict { try await check() }
        var importer = EntityImporter()
        var page: [EntityImporter.Item] = []
        var ignored = 0
        try await readPieces("Importing") { items in
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
        return EntityImportResult(importer.summary, ignored: ignored)
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
        try await readPieces("Checking") { items in
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
                if let problem {
                    throw CommandFailure(
                        code: EX_DATAERR,
                        message: "\(problem). Nothing was imported. Correct the file, or leave "
                            + "--strict out to import the rest."
                    )
                }
            }
        }
    }

    /// Why an object of the file is not an entity.
    private enum Unusable: Error {
        /// A line of an account's export about the account itself.
        case accountRecord
        /// The text is not an entity.
        case unreadable(String)
    }

    private func readPieces(
        _ label: String,
        _ body: ([Result<EntityImporter.Item, Unusable>]) async throws -> Void
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
                var items: [Result<EntityImporter.Item, Unusable>] = []
                try piece.withUnsafeBytes { bytes in
                    try splitter.take(bytes) { object in
                        number += 1
                        items.append(Self.item(object, number))
                    }
                }
                try await body(items)
                done += piece.count
                bar.update(
                    label,
                    done: Double(done) / 1_000_000,
                    total: Double(max(size.map { Int($0) } ?? done, done)) / 1_000_000,
                    unit: "MB"
                )
            }
            try splitter.end()
        } catch let error as EntityFileError {
            throw CommandFailure(
                code: EX_DATAERR,
                message: "\(path) cannot be read: \(error). Give a file of 'trendy export --format "
                    + "json' or ndjson. Entities before that place may be stored; importing again "
                    + "never duplicates them."
            )
        }
    }

    private static func item(
        _ object: UnsafeRawBufferPointer,
        _ number: Int
    ) -> Result<EntityImporter.Item, Unusable> {
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
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw CommandFailure(
                code: EX_NOINPUT,
                message: "\(path) cannot be opened. Check the name and that you may read it."
            )
        }
        return file
    }
}

/// The result of an import of entities.
struct EntityImportResult: Encodable {
    let created: [String: Int]
    let existing: Int
    let deleted: Int
    let invalid: Int
    let ignored: Int
    let problems: [String]

    init(_ summary: EntityImporter.Summary, ignored: Int) {
        created = Dictionary(
            uniqueKeysWithValues: summary.created.map { ($0.key.name, $0.value) }
        )
        existing = summary.existing
        deleted = summary.deleted
        invalid = summary.invalid
        problems = summary.problems
        self.ignored = ignored
    }

    func describe() {
        let events = created["event"] ?? 0
        let others = created.values.reduce(0, +) - events
        Console.text(
            "\(plural(events, "new event")), \(others) new types, properties and places, "
                + "\(existing) unchanged."
        )
        if deleted > 0 {
            Console.text("Left out \(deleted) that you deleted on this device.")
        }
        guard invalid > 0 else { return }
        Console.text(
            Style.error.paint("Warning: ") + "\(invalid) of the file cannot be stored:"
        )
        for problem in problems { Console.text("    \(problem)") }
        if invalid > problems.count { Console.text("    and \(invalid - problems.count) more") }
    }
}
