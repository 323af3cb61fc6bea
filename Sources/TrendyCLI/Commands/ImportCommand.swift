import ArgumentParser
import Foundation
import TrendyArchive
import TrendyHealth
import TrendyImport
import TrendyKit
import TrendyModel
import TrendyStore

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Import an export of Apple Health, or events that Trendy exported.",
        discussion: """
            Create the export on the iPhone: Health, your picture, Export All Health Data. Both \
            the zip and the XML inside it can be imported.

            Examples:
              trendy import export.zip
              trendy import export.zip --verify
              trendy import export.zip --source-priority "Anna's Watch"
              trendy import export.zip --keep-samples
              trendy import --events events.ndjson

            Importing again adds only new data and never duplicates any. The imported events are \
            on this device; 'trendy sync' sends them.
            """
    )

    @Argument(help: "The export of Apple Health, a zip or XML file.")
    var path: String?

    @Option(
        help: ArgumentHelp(
            "Import the events of 'trendy export --format json' or ndjson instead (- for standard "
                + "input).",
            valueName: "file"
        )
    )
    var events: String?

    @Flag(help: "Import nothing when a part of the export is damaged.")
    var strict = false

    @Flag(help: "Compare each day's active energy with Apple's own sums in the export.")
    var verify = false

    @Option(
        help: ArgumentHelp(
            "The source with the highest priority where several measured at the same time; repeat "
                + "it for the next one.",
            valueName: "name"
        )
    )
    var sourcePriority: [String] = []

    @Flag(help: "Choose the source priority that is closest to Apple's own sums in the export.")
    var inferSourcePriority = false

    @Flag(
        inversion: .prefixedNo,
        help: "Keep every record of the export on this device (default: 'trendy samples keep')."
    )
    var keepSamples: Bool?

    @OptionGroup var zone: ZoneOptions
    @OptionGroup var device: DeviceOptions

    func validate() throws {
        guard sourcePriority.isEmpty || !inferSourcePriority else {
            throw ValidationError("Give --source-priority or --infer-source-priority, not both.")
        }
        guard (path == nil) != (events == nil) else {
            throw ValidationError(
                "Give the export of Apple Health, or --events with a file of 'trendy export'."
            )
        }
        if events != nil, verify || inferSourcePriority || !sourcePriority.isEmpty {
            throw ValidationError("With --events, only --strict applies.")
        }
        if events == "-", strict {
            throw ValidationError("--strict reads a file twice. Give --events a file.")
        }
    }

    func run() async throws {
        if let events { return try await importEntities(events) }
        guard let path else { return }
        let bar = ProgressBar(isQuiet: device.output.json)
        let result = try await Device.with(device.directory) { opened in
            defer { bar.clear() }
            let archive = try SampleArchive.forImport(
                keepSamples,
                directory: opened.profile.directory
            )
            return try await importExport(
                path,
                strict: strict,
                verify: verify,
                sourcePriority: inferSourcePriority ? nil : sourcePriority,
                zone: zone.zone,
                into: opened.engine.store,
                archive: archive,
                bar: bar
            )
        }
        if device.output.json { try printJSON(result) } else { result.describe() }
    }

    private func importEntities(_ file: String) async throws {
        let bar = ProgressBar(isQuiet: device.output.json)
        let result = try await Device.with(device.directory) { opened in
            defer { bar.clear() }
            return try await EntityFileImport(path: file, bar: bar)
                .run(into: opened.engine.store, isStrict: strict)
        }
        if device.output.json { try printJSON(result) } else { result.describe() }
    }
}

/// The result of an import.
struct ImportResult: Encodable {
    struct Inference: Encodable {
        let order: [String]
        let meanError: Double
        let defaultMeanError: Double
    }

    struct Verification: Encodable {
        struct Day: Encodable {
            let day: String
            let error: Double
        }

        let days: Int
        let withinOnePercent: Int
        let worstDay: String?
        let worstError: Double?
        /// The error of each day, as a share of Apple's sum.
        let errors: [Day]
    }

    /// The largest relative error at which a day's sum agrees with Apple's.
    static let agreement = 0.01

    /// What became of the records of one type.
    struct Kind: Encodable {
        /// Apple's identifier, or the name of the element.
        let identifier: String
        let records: Int
        let used: Int
        let skipped: [String: Int]
        /// Whether this version does not know the type: its unit and the way of aggregation are
        /// guessed.
        let isUnknown: Bool

        init(_ identifier: String, _ kind: ImportSummary.Kind) {
            self.identifier = identifier
            records = kind.records
            used = kind.used
            isUnknown = kind.isUnknown
            skipped = Dictionary(
                uniqueKeysWithValues: kind.rejections.map { ($0.key.rawValue, $0.value) }
            )
        }

        /// The identifier without Apple's prefix.
        var name: String {
            let prefixes = ["HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKDataType"]
            let prefix = prefixes.first { identifier.hasPrefix($0) } ?? ""
            return String(identifier.dropFirst(prefix.count))
        }
    }

    /// The records of each type, by identifier.
    let kinds: [Kind]
    let created: Int
    let updated: Int
    let deleted: Int
    let unchanged: Int
    let kept: Int
    let records: Int
    let used: Int
    let skipped: [String: Int]
    let bytes: Int64
    let exportedAt: String?
    let warning: String?
    /// The routes of workouts that could not be read.
    let routeWarning: String?
    let verification: Verification?
    let sourceOrder: Inference?
    /// The samples in the archive; `nil` when they are not kept.
    let samples: KeptSamples?

    func describe() {
        Console.text(
            "Read \(records) records of \(plural(kinds.count, "kind")); kept \(used)."
        )
        Console.text(
            "\(plural(created, "new event")), \(updated) changed, \(unchanged) unchanged."
        )
        if deleted > 0 { Console.text("Deleted \(plural(deleted, "event")).") }
        if kept > 0 {
            Console.text(
                "Kept \(plural(kept, "event")): another device has more data, or you deleted it."
            )
        }
        for (reason, count) in skipped.sorted(by: { $0.key < $1.key }) {
            Console.text("Ignored \(count): \(reason).")
            for kind in kinds {
                guard let part = kind.skipped[reason] else { continue }
                Console.text("    \(kind.name): \(part)")
            }
        }
        for kind in kinds where kind.used == 0 && kind.skipped.isEmpty {
            Console.text("Not kept: \(kind.records) of \(kind.name), which Trendy cannot show.")
        }
        let unknown = kinds.filter { $0.isUnknown && $0.used > 0 }
        if !unknown.isEmpty {
            let names = unknown.map { "\($0.name) (\($0.used))" }.joined(separator: ", ")
            Console.text(
                "New to this version, so that the way to sum them up is a guess: \(names)."
            )
        }
        samples?.describe()
        for warning in [warning, routeWarning].compactMap(\.self) {
            Console.text(Style.error.paint("Warning: ") + "\(warning)")
        }
        if let fit = sourceOrder {
            let from = String(format: "%.2f %%", fit.defaultMeanError * 100)
            let error = String(format: "%.2f %%", fit.meanError * 100)
            let order = fit.order.joined(separator: ", ")
            Console.text(
                order.isEmpty
                    ? "Apple's default order of sources fits best: the mean error is \(from)."
                    : "Sources in the order \(order): the mean error is \(error), not \(from)."
            )
        }
        guard let verification else { return }
        Console.text(
            "Active energy agrees with Apple's within 1 % on \(verification.withinOnePercent) of "
                + "\(verification.days) days."
        )
        if let day = verification.worstDay, let error = verification.worstError {
            Console.text("Largest error: \(day), \(String(format: "%+.2f", error * 100)) %.")
        }
        for day in verification.errors where abs(day.error) > Self.agreement {
            Console.text("    \(day.day) \(String(format: "%+.2f", day.error * 100)) %")
        }
    }
}

/// Reads an export into a store.
///
/// - `sourcePriority`: the sources of highest priority; inferred from Apple's sums when `nil`.
/// - `archive`: keeps the raw samples; closed afterwards.
func importExport(
    _ path: String,
    strict: Bool,
    verify: Bool,
    sourcePriority: [String]? = [],
    zone: TimeZone,
    into store: DeviceStore,
    archive: SampleArchive? = nil,
    bar: ProgressBar
) async throws -> ImportResult {
    // Samples are kept only when the whole export is accepted.
    let (export, kept) = try SampleArchive.keeping(in: archive) { sink in
        let export = try readExport(path, strict: strict, sink: sink, bar: bar)
        try check(sourcePriority ?? [], in: export)
        return export
    }
    let zones = export.zones(otherwise: zone)
    var options = HealthCaptureOptions()
    options.capturesEverything = true
    var fit: SourcePriorityInference?
    if let sourcePriority {
        options.sourceOrder = sourcePriority
    } else {
        fit = try await SourcePriorityInference.fit(
            export,
            to: export.summary.activitySummaries.map { ($0.day, $0.activeEnergyKilocalories) },
            zones: zones
        )
        options.sourceOrder = fit?.order ?? []
    }
    let coordinator = HealthCaptureCoordinator(
        store: store,
        source: export,
        dependencies: .live(),
        options: options,
        categories: export.metrics,
        zones: { zones }
    )
    let outcome = try await coordinator.capture { progress in
        bar.update(
            "Computing \(progress.category.text)",
            done: Double(progress.doneDays),
            total: Double(progress.totalDays),
            unit: "days"
        )
    }
    let activity = export.summary.activitySummaries
    let verification = verify ? try await compare(activity, store) : nil
    return ImportResult(outcome, export.summary, verification, fit, kept)
}

private func readExport(
    _ path: String,
    strict: Bool,
    sink: (any ExportRecordSink)?,
    bar: ProgressBar
) throws -> AppleHealthExport {
    let megabyte = 1_000_000.0
    return try AppleHealthExport.read(
        path: path,
        strict: strict,
        spoolDirectory: temporaryDirectory,
        sink: sink
    ) { read, total in
        bar.update(
            "Reading",
            done: Double(read) / megabyte,
            total: Double(max(total ?? read, read)) / megabyte,
            unit: "MB"
        )
    }
}

extension ImportResult {
    fileprivate init(
        _ outcome: DerivedOutcome,
        _ summary: ImportSummary,
        _ verification: Verification?,
        _ inference: SourcePriorityInference?,
        _ kept: SampleImportSummary?
    ) {
        self.init(
            kinds: summary.kinds.sorted { $0.key < $1.key }.map { Kind($0.key, $0.value) },
            created: outcome.created,
            updated: outcome.updated,
            deleted: outcome.deleted,
            unchanged: outcome.unchanged,
            kept: outcome.skipped,
            records: summary.records,
            used: summary.used,
            skipped: Dictionary(
                uniqueKeysWithValues: summary.rejections.map { ($0.key.rawValue, $0.value) }
            ),
            bytes: summary.bytes,
            exportedAt: summary.exportedAt?.rfc3339,
            warning: summary.warning,
            routeWarning: summary.routeWarning,
            verification: verification,
            sourceOrder: inference.map {
                .init(
                    order: $0.order,
                    meanError: $0.meanError,
                    defaultMeanError: $0.defaultMeanError
                )
            },
            samples: kept.map { KeptSamples($0) }
        )
    }
}

private func check(_ names: [String], in export: AppleHealthExport) throws {
    let unknown = names.first { name in !export.sources.contains { $0.isNamed(name) } }
    guard let unknown else { return }
    let known = Dictionary(
        export.sources.map { ($0.typedName, $0.name) },
        uniquingKeysWith: { first, _ in first }
    ).values
    throw CommandFailure(
        code: EX_DATAERR,
        message: "The export has no source '\(unknown)'. It has: "
            + "\(known.sorted().joined(separator: ", ")). Nothing was stored."
    )
}

private func compare(
    _ summaries: [ActivitySummary],
    _ store: DeviceStore
) async throws -> ImportResult.Verification {
    guard !summaries.isEmpty else {
        throw CommandFailure(
            code: EX_DATAERR,
            message: "The export has no activity summaries to compare with; only a Watch "
                + "records them. Everything was imported."
        )
    }
    let days = try await VerifyActiveEnergy(store: store)(
        summaries.map { ($0.day, $0.activeEnergyKilocalories) }
    )
    let worst = days.max { abs($0.error) < abs($1.error) }
    return ImportResult.Verification(
        days: days.count,
        withinOnePercent: days.count { abs($0.error) <= ImportResult.agreement },
        worstDay: worst?.day.description,
        worstError: worst?.error,
        errors: days.map { .init(day: $0.day.description, error: $0.error) }
    )
}

/// The directory for temporary files.
private var temporaryDirectory: String {
    ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
}
