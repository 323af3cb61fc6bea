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
            to: export.summary.activitySummaries.map {
                (day: $0.day, total: $0.activeEnergyKilocalories)
            },
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
