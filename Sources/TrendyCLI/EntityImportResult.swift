import TrendyFileImport
import TrendyModel
import TrendyStore

/// The result of an import of entities.
struct EntityImportResult: Encodable {
    let created: [String: Int]
    let existing: Int
    let deleted: Int
    let invalid: Int
    let ignored: Int
    let problems: [String]

    init(_ result: EntityFileImport.Result) {
        let summary = result.summary
        created = Dictionary(
            uniqueKeysWithValues: summary.created.map { ($0.key.name, $0.value) }
        )
        existing = summary.existing
        deleted = summary.deleted
        invalid = summary.invalid
        problems = summary.problems
        ignored = result.ignored
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
