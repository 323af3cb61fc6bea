import GRDB
import TrendyImport
import TrendyModel
import TrendySQLite

/// Writes the records and other elements of an export to the archive, within one transaction.
///
/// Each record is decoded from the bytes of its tag; nothing is allocated unless a text appears for
/// the first time. The statements are prepared at the start; afterwards another thread than that of
/// the connection may call it, as long as no two do at the same time.
struct SampleWriter {
    var summary = SampleImportSummary()
    var dates = ExportDates()
    private var kinds: KindTable
    private var origins: OriginTable
    private var metadata: MetadataTable
    private let labels: TextTable
    private var labelCache = InternCache<Int64>()
    private let samples: SampleTable
    let elementTable: ElementTable
    /// The open record; its metadata follows.
    private var record: SampleRow?
    /// The open element with its identity; `nil` at the top level.
    var element: OpenElement?
    var json = ElementJSON()

    init(_ db: Database) throws {
        let next = try PreparedStatement(
            db,
            "UPDATE archive SET imports = imports + 1 RETURNING imports"
        )
        let number = try next.firstRow { $0.int(0) } ?? 1
        kinds = try KindTable(db)
        origins = try OriginTable(db)
        metadata = try MetadataTable(db)
        labels = try TextTable(db, table: "label")
        samples = try SampleTable(db, importNumber: number)
        elementTable = try ElementTable(db, importNumber: number)
    }

    mutating func open(_ element: ExportElement) throws {
        if element.name.equals("Record") {
            try openRecord(element)
        } else if let name = Self.topElement(element.name) {
            try finishRecord()
            try openElement(element, named: name)
        } else {
            if record != nil { readPart(element) }
            if self.element != nil { appendChild(element) }
        }
    }

    private mutating func readPart(_ element: ExportElement) {
        if element.name.equals("MetadataEntry") {
            addMetadata(element)
        } else if element.name.equals("InstantaneousBeatsPerMinute") {
            summary.omittedBeats += 1
        }
    }

    mutating func close(_ name: UnsafeRawBufferPointer) throws {
        if name.equals("Record") { try finishRecord() }
        if let element {
            if name.equals(element.name) {
                try finishElement()
            } else {
                json.close()
            }
        }
        if name.equals("HealthData") { try finish() }
    }

    /// Writes what is still open after the last tag.
    mutating func finish() throws {
        try finishRecord()
        try finishElement()
    }

    /// Removes what the import made superfluous; call it once, at the end.
    func cleanUp() throws {
        try kinds.removeUnusedUnits()
    }

    private mutating func openRecord(_ element: ExportElement) throws {
        try finishRecord()
        var isNested = false
        if let open = self.element {
            if open.isCorrelation {
                isNested = true
                appendChild(element)
            } else {
                // The end tag of the element before was lost to damage.
                try finishElement()
            }
        }
        if !isNested { summary.records += 1 }
        metadata.clear()
        record = try row(of: element, isNested: isNested)
        if element.isEmpty { try finishRecord() }
    }

    private mutating func row(of element: ExportElement, isNested: Bool) throws -> SampleRow? {
        let attributes = RecordAttributes(element)
        if attributes.hasOthers {
            // Exports of iOS 8 have metadata as attributes.
            for attribute in element.attributes where !RecordAttributes.isKnown(attribute.name) {
                addMetadata(attribute.name, attribute.value)
            }
        }
        guard let type = attributes.type, let kind = try kinds.index(of: type) else {
            summary.omitted += 1
            return nil
        }
        guard let start = attributes.start.flatMap({ dates.parse($0) })?.seconds else {
            if !isNested { summary.undated += 1 }
            return nil
        }
        let end = attributes.end.flatMap { dates.parse($0) }?.seconds ?? start
        let created = attributes.created.flatMap { dates.parse($0) }?.seconds
        let origin = try origins.origin(of: attributes)
        let value = SampleValue(attributes.value)
        return SampleRow(
            kind: kinds.kinds[kind].id,
            start: start,
            duration: end - start,
            delay: created.map { $0 - end } ?? SampleRow.unknownDelay,
            value: value,
            label: try label(of: value, attributes.value),
            origin: origin.id,
            unit: origin.unit,
            isMixed: try kinds.note(unit: origin.unit, of: kind),
            isNested: isNested
        )
    }

    private mutating func label(
        of value: SampleValue,
        _ text: UnsafeRawBufferPointer?
    ) throws -> Int64 {
        guard value == .label, let text else { return value == .absent ? -1 : 0 }
        let key = UnsafeRawBufferPointer(rebasing: text.prefix(maximumXMLTextBytes))
        let hash = InternCache<Int64>.hash(key)
        if let id = labelCache.value(of: key, hash: hash) { return id }
        let id = try labels.id(of: xmlText(key))
        labelCache.store(id, of: key, hash: hash)
        return id
    }

    private mutating func addMetadata(_ element: ExportElement) {
        guard let key = element.value(of: "key") else { return }
        addMetadata(key, element.value(of: "value") ?? UnsafeRawBufferPointer(start: nil, count: 0))
    }

    private mutating func addMetadata(
        _ key: UnsafeRawBufferPointer,
        _ value: UnsafeRawBufferPointer
    ) {
        if !metadata.append(key: key, value: value) { summary.omitted += 1 }
    }

    private mutating func finishRecord() throws {
        guard var row = record else { return }
        record = nil
        row.metadata = try metadata.id()
        switch try samples.write(row) {
        case .added: if !row.isNested { summary.added += 1 }
        case .known: if !row.isNested { summary.known += 1 }
        case .converted: summary.converted += 1
        case .repeated: break
        case .omitted: summary.omitted += 1
        }
    }
}
