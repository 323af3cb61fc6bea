extension QueryTable {
    /// The raw samples.
    static let samples = samples(archived: false)

    /// The schema name of the attached archive.
    static let archive = "archive"
    /// The file of the archive, beside the device's database.
    static let archiveFile = "samples.sqlite"
    /// The view of the archive that the table reads; it has the columns of the table.
    static let archiveView = "samples"

    /// The raw samples of the attached archive, or no rows.
    static func samples(archived: Bool) -> QueryTable {
        let columns: [Column] = [
            .text("kind", "Apple's identifier, such as HKQuantityTypeIdentifierStepCount"),
            .text("start", "The start, ISO 8601 in UTC"),
            .text("end", "The end, ISO 8601 in UTC"),
            .text("value", "The number, or the name of a category's value"),
            .text("unit", "The unit of the number"),
            .text("source", "The name of the app or device that wrote the sample"),
            .text("source_version", "The version of the source"),
            .text("device", "The device that measured it"),
            .text("created", "When it was stored, ISO 8601 in UTC"),
            .text("metadata", "JSON of the metadata"),
        ]
        let names = columns.map { "\"\($0.name)\"" }
        return QueryTable(
            name: "samples",
            summary: "One row for each raw sample that an import kept (--keep-samples); else empty",
            columns: columns,
            indexes: [["kind", "start"]],
            select: archived
                ? "SELECT \(names.joined(separator: ", ")) FROM \(archive).\(archiveView)"
                : "SELECT \(names.map { _ in "NULL" }.joined(separator: ", ")) WHERE 0"
        )
    }
}
