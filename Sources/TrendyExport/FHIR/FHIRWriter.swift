import TrendyModel

/// Writes a FHIR R4 bundle of type `collection`: a patient without data, and an observation for
/// each health result with a mapping.
///
/// The readings of a day have their mean as the value, and the lowest and highest value
/// as components with the codes of FHIR's observation statistics.
struct FHIRWriter: EventWriter {
    /// The patient that the observations refer to.
    private static let patient = EntityID.derived(kind: "fhir_patient", naturalKey: "self")
    private static let statistics: [(property: StaticString, display: StaticString)] = [
        ("minimum", "Minimum"), ("maximum", "Maximum"),
    ]

    private let decoder = TextDecoder()

    func begin(_ out: inout ExportBuffer) {
        out.append("{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\n")
        out.append("{\"fullUrl\":\"urn:uuid:")
        out.append(Self.patient)
        out.append("\",\"resource\":{\"resourceType\":\"Patient\",\"id\":\"")
        out.append(Self.patient)
        out.append("\"}}")
    }

    func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        let category = String(decoding: decoder.text(fields.category), as: UTF8.self)
        guard let mapping = FHIRMapping.of(category), let start = fields.start else {
            return false
        }
        let value = mapping.properties.lazy.map { fields.number($0) }.first { !$0.isEmpty }
        let parts = mapping.parts.filter { !fields.number($0.property).isEmpty }
        // A panel has only parts; every other observation has a value.
        guard mapping.properties.isEmpty ? !parts.isEmpty : value != nil else { return false }
        open(event.row.id, mapping, &out)
        writeTime(from: start, to: fields.end, &out)
        if let value {
            out.append(",\"valueQuantity\":")
            writeQuantity(value, mapping.unit, &out)
        }
        writeComponents(fields, mapping, parts, &out)
        writeNote(fields.notes, &out)
        out.append("}}")
        return true
    }

    func end(_ out: inout ExportBuffer) {
        out.append("\n]}\n")
    }

    private func open(_ id: EntityID, _ mapping: FHIRMapping, _ out: inout ExportBuffer) {
        out.append(",\n{\"fullUrl\":\"urn:uuid:")
        out.append(id)
        out.append("\",\"resource\":{\"resourceType\":\"Observation\",\"id\":\"")
        out.append(id)
        out.append(
            """
            ","status":"final","category":[{"coding":[{"system":\
            "http://terminology.hl7.org/CodeSystem/observation-category","code":"
            """
        )
        out.append(mapping.isVitalSign ? "vital-signs" : "activity")
        out.append("\"}]}],\"code\":")
        writeCodes(mapping, &out)
        out.append(",\"subject\":{\"reference\":\"urn:uuid:")
        out.append(Self.patient)
        out.append("\"}")
    }

    private func writeTime(from start: Instant, to end: Instant?, _ out: inout ExportBuffer) {
        guard let end, end > start else {
            out.append(",\"effectiveDateTime\":\"")
            out.append(start)
            return out.append("\"")
        }
        out.append(",\"effectivePeriod\":{\"start\":\"")
        out.append(start)
        out.append("\",\"end\":\"")
        out.append(end)
        out.append("\"}")
    }

    private func writeComponents(
        _ fields: EventFields,
        _ mapping: FHIRMapping,
        _ parts: [FHIRMapping.Part],
        _ out: inout ExportBuffer
    ) {
        var isFirst = true
        func begin(_ out: inout ExportBuffer) {
            out.append(isFirst ? ",\"component\":[{\"code\":" : ",{\"code\":")
            isFirst = false
        }
        for (property, display) in Self.statistics {
            let value = fields.number(property)
            guard !value.isEmpty else { continue }
            begin(&out)
            writeCode(
                "http://terminology.hl7.org/CodeSystem/observation-statistics",
                property,
                display,
                &out
            )
            out.append(",\"valueQuantity\":")
            writeQuantity(value, mapping.unit, &out)
            out.append("}")
        }
        for part in parts {
            begin(&out)
            writeCode("http://loinc.org", part.code.code, part.code.display, &out)
            out.append(",\"valueQuantity\":")
            writeQuantity(fields.number(part.property), part.unit, &out)
            out.append("}")
        }
        if !isFirst { out.append("]") }
    }

    private func writeNote(_ notes: EventFields.Slice, _ out: inout ExportBuffer) {
        guard notes.first == UInt8(ascii: "\""), notes.count > 2 else { return }
        out.append(",\"note\":[{\"text\":")
        out.append(notes)
        out.append("}]")
    }

    /// Writes the code of an observation, and the one that its profile requires.
    private func writeCodes(_ mapping: FHIRMapping, _ out: inout ExportBuffer) {
        out.append("{\"coding\":[")
        writeCoding("http://loinc.org", mapping.code.code, mapping.code.display, &out)
        if let code = mapping.profileCode {
            out.append(",")
            writeCoding("http://loinc.org", code.code, code.display, &out)
        }
        out.append("]}")
    }

    private func writeCode(
        _ system: StaticString,
        _ code: StaticString,
        _ display: StaticString,
        _ out: inout ExportBuffer
    ) {
        out.append("{\"coding\":[")
        writeCoding(system, code, display, &out)
        out.append("]}")
    }

    private func writeCoding(
        _ system: StaticString,
        _ code: StaticString,
        _ display: StaticString,
        _ out: inout ExportBuffer
    ) {
        out.append("{\"system\":\"")
        out.append(system)
        out.append("\",\"code\":\"")
        out.append(code)
        out.append("\",\"display\":\"")
        out.append(display)
        out.append("\"}")
    }

    private func writeQuantity(
        _ value: EventFields.Slice,
        _ unit: StaticString,
        _ out: inout ExportBuffer
    ) {
        out.append("{\"value\":")
        out.append(value)
        out.append(",\"unit\":\"")
        out.append(unit)
        out.append("\",\"system\":\"http://unitsofmeasure.org\",\"code\":\"")
        out.append(unit)
        out.append("\"}")
    }
}
