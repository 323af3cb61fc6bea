import ArgumentParser
import Foundation
import TrendyArchive
import TrendyFileImport
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
            do {
                return EntityImportResult(
                    try await EntityFileImport(path: file) { bar.show($0) }
                        .run(into: opened.engine.store, isStrict: strict)
                )
            } catch let failure as EntityFileImport.Failure {
                throw CommandFailure(failure, file)
            }
        }
        if device.output.json { try printJSON(result) } else { result.describe() }
    }
}

extension CommandFailure {
    /// The failure of an import of entities.
    fileprivate init(_ failure: EntityFileImport.Failure, _ path: String) {
        switch failure {
        case .cannotOpen:
            self.init(
                code: EX_NOINPUT,
                message: "\(path) cannot be opened. Check the name and that you may read it."
            )
        case .unreadable(let problem):
            self.init(
                code: EX_DATAERR,
                message: "\(path) cannot be read: \(problem). Give a file of 'trendy export "
                    + "--format json' or ndjson. Entities before that place may be stored; "
                    + "importing again never duplicates them."
            )
        case .invalid(let problem):
            self.init(
                code: EX_DATAERR,
                message: "\(problem). Nothing was imported. Correct the file, or leave --strict "
                    + "out to import the rest."
            )
        }
    }
}

extension ProgressBar {
    /// Shows the progress of an import.
    func show(_ progress: FileImportProgress) {
        let megabyte = 1_000_000.0
        switch progress {
        case .checking(let done, let total):
            show("Checking", Double(done) / megabyte, Double(total ?? done) / megabyte, "MB")
        case .reading(let done, let total):
            show("Reading", Double(done) / megabyte, Double(total ?? done) / megabyte, "MB")
        case .computing(let metric, let done, let total):
            show("Computing \(metric.text)", Double(done), Double(total), "days")
        }
    }

    private func show(_ label: String, _ done: Double, _ total: Double, _ unit: String) {
        update(label, done: done, total: max(total, done), unit: unit)
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
    var run = HealthExportImport(
        path: path,
        zone: zone,
        temporaryDirectory: temporaryDirectory,
        dependencies: .live()
    )
    run.isStrict = strict
    run.sourcePriority = sourcePriority
    do {
        let result = try await run.run(into: store, archive: archive) { bar.show($0) }
        let activity = result.summary.activitySummaries
        let verification = verify ? try await compare(activity, store) : nil
        return ImportResult(
            result.outcome,
            result.summary,
            verification,
            result.inference,
            result.samples
        )
    } catch let error as HealthExportImport.UnknownSource {
        throw CommandFailure(
            code: EX_DATAERR,
            message: "The export has no source '\(error.name)'. It has: "
                + "\(error.known.joined(separator: ", ")). Nothing was stored."
        )
    }
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
