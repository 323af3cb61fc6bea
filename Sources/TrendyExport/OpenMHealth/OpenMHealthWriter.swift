import TrendyModel

/// Writes Open mHealth data points, one JSON object a line, for health results with a schema.
///
/// The readings of a day become three data points with the statistics average, minimum and maximum.
/// The first has the event's id, the others ids derived from it.
struct OpenMHealthWriter: EventWriter {
    private let decoder = TextDecoder()

    func begin(_ out: inout ExportBuffer) {}

    func write(_ event: ExportedEvent, to out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        guard fields.start != nil else { return false }
        switch String(decoding: decoder.text(fields.category), as: UTF8.self) {
        case "blood_pressure": return writeBloodPressure(event, &out)
        case "sleep": return writeSleep(event, &out)
        case "workout": return writeWorkout(event, &out)
        case let category:
            guard let mapping = OpenMHealthMapping.of(category) else { return false }
            return writeMeasure(event, mapping, &out)
        }
    }

    func end(_ out: inout ExportBuffer) {}

    private func writeMeasure(
        _ event: ExportedEvent,
        _ mapping: OpenMHealthMapping,
        _ out: inout ExportBuffer
    ) -> Bool {
        let fields = event.fields
        guard !mapping.needsPeriod || fields.end != nil,
            let property = mapping.properties.first(where: { !fields.number($0).isEmpty })
        else { return false }
        let isAverage = "\(property)" == "average"
        point(event.row.id, event, mapping, property, statistic: isAverage ? "average" : nil, &out)
        guard isAverage else { return true }
        for statistic in ["minimum", "maximum"] as [StaticString]
        where !fields.number(statistic).isEmpty {
            let id = EntityID.derived(kind: "omh", naturalKey: "\(event.row.id)/\(statistic)")
            point(id, event, mapping, statistic, statistic: statistic, &out)
        }
        return true
    }

    private func point(
        _ id: EntityID,
        _ event: ExportedEvent,
        _ mapping: OpenMHealthMapping,
        _ property: StaticString,
        statistic: StaticString?,
        _ out: inout ExportBuffer
    ) {
        header(id, event, mapping.schema, mapping.version, &out)
        writeValue(mapping.measure, event.fields.number(property), mapping.unit, &out)
        if let statistic {
            out.append(",\"descriptive_statistic\":\"")
            out.append(statistic)
            out.append("\"")
        }
        timeFrame(event.fields, &out)
    }

    private func writeBloodPressure(_ event: ExportedEvent, _ out: inout ExportBuffer) -> Bool {
        let systolic = event.fields.number("systolic")
        let diastolic = event.fields.number("diastolic")
        guard !systolic.isEmpty, !diastolic.isEmpty else { return false }
        header(event.row.id, event, "blood-pressure", "4.0", &out)
        writeValue("systolic_blood_pressure", systolic, "mmHg", &out)
        out.append(",")
        writeValue("diastolic_blood_pressure", diastolic, "mmHg", &out)
        timeFrame(event.fields, &out)
        return true
    }

    private func writeSleep(_ event: ExportedEvent, _ out: inout ExportBuffer) -> Bool {
        let asleep = event.fields.number("asleep")
        guard !asleep.isEmpty, event.fields.end != nil else { return false }
        header(event.row.id, event, "sleep-episode", "1.0", &out)
        writeValue("total_sleep_time", asleep, "sec", &out)
        timeFrame(event.fields, &out)
        return true
    }

    private func writeWorkout(_ event: ExportedEvent, _ out: inout ExportBuffer) -> Bool {
        let fields = event.fields
        let name = fields.property("activity_name")
        guard name.first == UInt8(ascii: "\"") else { return false }
        header(event.row.id, event, "physical-activity", "1.2", &out)
        out.append("\"activity_name\":")
        out.append(name)
        for (measure, property, unit) in [
            ("distance", "distance_meters", "m"), ("kcal_burned", "energy_kilocalories", "kcal"),
        ] as [(StaticString, StaticString, StaticString)] {
            let value = fields.number(property)
            guard !value.isEmpty else { continue }
            out.append(",")
            writeValue(measure, value, unit, &out)
        }
        timeFrame(fields, &out)
        return true
    }

    /// Writes the header and opens the body.
    private func header(
        _ id: EntityID,
        _ event: ExportedEvent,
        _ schema: StaticString,
        _ version: StaticString,
        _ out: inout ExportBuffer
    ) {
        out.append("{\"header\":{\"id\":\"")
        out.append(id)
        out.append("\",\"creation_date_time\":\"")
        out.append(event.row.createdAt)
        out.append("\",\"schema_id\":{\"namespace\":\"omh\",\"name\":\"")
        out.append(schema)
        out.append("\",\"version\":\"")
        out.append(version)
        out.append("\"},\"acquisition_provenance\":{\"source_name\":\"Trendy\",\"modality\":\"")
        let isManual = event.fields.sourceType.equals("\"manual\"")
        out.append(isManual ? "self-reported" : "sensed")
        out.append("\"}},\"body\":{")
    }

    private func writeValue(
        _ measure: StaticString,
        _ value: EventFields.Slice,
        _ unit: StaticString,
        _ out: inout ExportBuffer
    ) {
        out.append("\"")
        out.append(measure)
        out.append("\":{\"unit\":\"")
        out.append(unit)
        out.append("\",\"value\":")
        out.append(value)
        out.append("}")
    }

    /// Writes the time and closes the body.
    private func timeFrame(_ fields: EventFields, _ out: inout ExportBuffer) {
        out.append(",\"effective_time_frame\":{")
        if let start = fields.start {
            if let end = fields.end, end > start {
                out.append("\"time_interval\":{\"start_date_time\":\"")
                out.append(start)
                out.append("\",\"end_date_time\":\"")
                out.append(end)
                out.append("\"}")
            } else {
                out.append("\"date_time\":\"")
                out.append(start)
                out.append("\"")
            }
        }
        out.append("}}}\n")
    }
}
