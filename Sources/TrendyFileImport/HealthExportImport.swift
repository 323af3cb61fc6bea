package import Foundation
package import TrendyArchive
package import TrendyHealth
package import TrendyImport
package import TrendyModel
package import TrendyStore

/// Imports an Apple Health export into a device's database.
///
/// Importing again adds only new data: derived events have the ids of their natural keys.
package struct HealthExportImport: Sendable {
    /// What an import did.
    package struct Result: Sendable {
        /// What was stored.
        package var outcome: DerivedOutcome
        /// Counts and warnings of the export.
        package var summary: ImportSummary
        /// The inferred order of sources; `nil` when it was given or there was nothing to compare.
        package var inference: SourcePriorityInference?
        /// The samples that were kept; `nil` when none are kept.
        package var samples: SampleImportSummary?
    }

    /// A source of highest priority that the export does not have.
    package struct UnknownSource: Error, Sendable {
        /// The name that was given.
        package let name: String
        /// The sources of the export, sorted.
        package let known: [String]
    }

    /// The zip or XML file.
    package var path: String
    /// Whether damaged XML is an error.
    package var isStrict = false
    /// The sources of highest priority; inferred from Apple's sums when `nil`.
    package var sourcePriority: [String]? = []
    /// The time zone where the export has no evidence of another one.
    package var zone: TimeZone
    /// The directory for temporary files.
    package var temporaryDirectory: String
    /// Clocks, random numbers and ids.
    package var dependencies: Dependencies

    /// Creates an import of a file.
    package init(
        path: String,
        zone: TimeZone,
        temporaryDirectory: String,
        dependencies: Dependencies
    ) {
        self.path = path
        self.zone = zone
        self.temporaryDirectory = temporaryDirectory
        self.dependencies = dependencies
    }

    /// Reads the export and stores the events of its days.
    ///
    /// - Parameters:
    ///   - store: the device's database.
    ///   - archive: keeps the raw samples; closed afterwards. `nil` keeps none.
    ///   - progress: receives the progress.
    /// - Returns: what was stored and left out.
    /// - Throws: `ImportError` when the export cannot be read, ``UnknownSource``, errors of the
    ///   store, and `CancellationError`; what was stored until then stays.
    package func run(
        into store: DeviceStore,
        archive: SampleArchive? = nil,
        progress: @escaping @Sendable (FileImportProgress) -> Void
    ) async throws -> Result {
        // Samples are kept only when the whole export is accepted.
        let (export, samples) = try SampleArchive.keeping(in: archive) { sink in
            let export = try AppleHealthExport.read(
                path: path,
                strict: isStrict,
                spoolDirectory: temporaryDirectory,
                sink: sink
            ) { progress(.reading(done: $0, total: $1)) }
            try check(sourcePriority ?? [], in: export)
            return export
        }
        let zones = export.zones(otherwise: zone)
        let inference = try await inference(export, zones)
        var options = HealthCaptureOptions()
        options.capturesEverything = true
        options.sourceOrder = sourcePriority ?? inference?.order ?? []
        let coordinator = HealthCaptureCoordinator(
            store: store,
            source: export,
            dependencies: dependencies,
            options: options,
            categories: export.metrics,
            zones: { zones }
        )
        try await store.setPageCache(kilobytes: DeviceStore.importCacheKilobytes)
        let outcome: DerivedOutcome
        do {
            outcome = try await coordinator.capture { step in
                progress(
                    .computing(step.category, doneDays: step.doneDays, totalDays: step.totalDays)
                )
            }
        } catch {
            // The first error has the cause; a larger cache only takes memory.
            try? await store.setPageCache(kilobytes: nil)
            throw error
        }
        try await store.setPageCache(kilobytes: nil)
        return Result(
            outcome: outcome,
            summary: export.summary,
            inference: inference,
            samples: samples
        )
    }

    private func inference(
        _ export: AppleHealthExport,
        _ zones: ZoneHistory
    ) async throws -> SourcePriorityInference? {
        guard sourcePriority == nil else { return nil }
        return try await SourcePriorityInference.fit(
            export,
            to: export.summary.activitySummaries.map {
                (day: $0.day, total: $0.activeEnergyKilocalories)
            },
            zones: zones
        )
    }

    private func check(
        _ names: [String],
        in export: AppleHealthExport
    ) throws(UnknownSource) {
        let unknown = names.first { name in !export.sources.contains { $0.isNamed(name) } }
        guard let unknown else { return }
        let known = Dictionary(
            export.sources.map { ($0.typedName, $0.name) },
            uniquingKeysWith: { first, _ in first }
        ).values
        throw UnknownSource(name: unknown, known: known.sorted())
    }
}
