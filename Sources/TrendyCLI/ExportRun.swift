import TrendyExport
import TrendyModel
import TrendyStore
import TrendySync

/// One run of `trendy export`: writes pages of events to a file or to standard output.
struct ExportRun {
    /// The period and the type.
    var period: EventFilter
    /// The format.
    let format: ExportFormat
    /// The events of the period to write.
    var filter = ExportFilter()
    /// The choices of the format.
    var options = ExportOptions()
    private var output: ExportOutput
    private let bar: ProgressBar

    init(period: EventFilter, format: ExportFormat, output: ExportOutput, bar: ProgressBar) {
        self.period = period
        self.format = format
        self.output = output
        self.bar = bar
    }

    /// Writes the events of a store.
    ///
    /// The next page is read while a page is written.
    mutating func write(_ store: DeviceStore, withTypes: Bool) async throws -> ExportResult {
        let period = period
        let total = try await store.read { try $0.entities.count(period) }
        let definitions = try await store.read { transaction in
            try [EntityKind.eventType, .propertyDefinition, .geofence]
                .map { try transaction.entities.fetchAll(kind: $0) }
        }.flatMap(\.self)
        var names = ExportNames()
        for entity in definitions { names.add(entity) }
        var export = EventExport(format, names: names, options: options, filter: filter)
        export.begin()
        if withTypes {
            for entity in definitions { export.write(definition: entity) }
        }
        var done = 0
        var page = try await store.read { try $0.entities.exportPage(period, after: nil) }
        while true {
            try Task.checkCancellation()
            let position = page.next
            async let following = Self.page(store, period, after: position)
            export.write(page.events)
            try flush(&export)
            done += page.events.count
            bar.update(
                "Exporting",
                done: Double(done),
                total: Double(max(total, done)),
                unit: "events"
            )
            guard let next = try await following else { break }
            page = next
        }
        export.end()
        try flush(&export)
        try output.finish()
        return ExportResult(export.summary, bytes: output.bytes)
    }

    /// Downloads the events of the account from the server.
    mutating func download(from device: Device) async throws -> ExportResult {
        guard let transport = device.transport else { throw Device.notSignedIn }
        try await transport.exportEvents(
            format: format.rawValue,
            contentType: format.contentType,
            from: period.from,
            to: period.to,
            types: [period.eventTypeID].compactMap(\.self)
        ) { piece in
            try output.write(piece)
        }
        try output.finish()
        return ExportResult(nil, bytes: output.bytes)
    }

    private static func page(
        _ store: DeviceStore,
        _ period: EventFilter,
        after position: (timestamp: Instant, id: EntityID)?
    ) async throws -> EntityRecords.ExportPage? {
        guard let position else { return nil }
        return try await store.read { try $0.entities.exportPage(period, after: position) }
    }

    private mutating func flush(_ export: inout EventExport) throws {
        try export.output.withBytes { try output.write($0) }
        export.output.removeAll()
    }
}

/// The result of an export.
struct ExportResult: Encodable {
    /// The events in the file; `nil` for a download, which is not read.
    let events: Int?
    /// The matching events that the format cannot express.
    let omitted: Int?
    /// The events whose stored content is damaged.
    let damaged: Int?
    /// The size of the file.
    let bytes: Int

    init(_ summary: EventExport.Summary?, bytes: Int) {
        events = summary?.written
        omitted = summary?.omitted
        damaged = summary?.damaged
        self.bytes = bytes
    }

    /// The summary for people; the first line names the file.
    func lines(format: ExportFormat, file: String?) -> [String] {
        let what = events.map { plural($0, "event") } ?? "the server's events"
        var lines = ["Wrote \(what) to \(file ?? "standard output"): \(ByteText.text(bytes))."]
        if let omitted, omitted > 0 {
            let reason =
                switch format {
                case .gpx, .geojson: "no position"
                case .ical: "a kind that --all adds, or a daily result"
                case .fhir, .omh: "no code in this format"
                case .csv, .json, .ndjson: "no form in this format"
                }
            lines.append("Left out \(plural(omitted, "event")) with \(reason).")
        }
        if let damaged, damaged > 0 {
            lines.append(
                "Left out \(plural(damaged, "damaged event")). 'trendy doctor' checks the database."
            )
        }
        return lines
    }
}
