import TrendyImport
import TrendyModel

// Workouts, correlations and the other elements beside records.
extension SampleWriter {
    /// The elements beside records at the top level.
    private static let elements: [StaticString] = [
        "Workout", "Correlation", "ActivitySummary", "ClinicalRecord", "Audiogram",
        "VisionPrescription",
    ]

    /// An element with its identity.
    struct OpenElement {
        let name: StaticString
        let type: String
        let start: Int64
        let duration: Int64
        let isCorrelation: Bool
    }

    /// The name when an element of this name stands beside records.
    static func topElement(_ name: UnsafeRawBufferPointer) -> StaticString? {
        // Most names are those of metadata.
        guard name.count != 13 else { return nil }
        return elements.first { name.equals($0) }
    }

    mutating func openElement(_ element: ExportElement, named name: StaticString) throws {
        // The end tag of an element before was lost to damage.
        try finishElement()
        let type = element.value(of: "type") ?? element.value(of: "workoutActivityType")
        let start = seconds(element, "startDate", "receivedDate", "dateIssued") ?? day(element)
        let end = seconds(element, "endDate", "expirationDate") ?? start
        json.begin(element, dates: &dates)
        self.element = OpenElement(
            name: name,
            type: type.map { xmlText($0) } ?? "",
            start: start ?? 0,
            duration: (end ?? 0) - (start ?? 0),
            isCorrelation: element.name.equals("Correlation")
        )
        if element.isEmpty { try finishElement() }
    }

    mutating func appendChild(_ element: ExportElement) {
        if element.name.equals("Location") {
            summary.omittedPositions += 1
            json.skip(element)
        } else if !json.append(element, dates: &dates) {
            summary.omitted += 1
        }
    }

    mutating func finishElement() throws {
        guard let element else { return }
        self.element = nil
        summary.elements += 1
        let isNew = try elementTable.write(
            ElementTable.Row(
                name: "\(element.name)",
                type: element.type,
                start: element.start,
                duration: element.duration,
                content: json.finish()
            )
        )
        switch isNew {
        case true?: summary.addedElements += 1
        case false?: break
        case nil: summary.omitted += 1
        }
    }

    private mutating func seconds(_ element: ExportElement, _ names: StaticString...) -> Int64? {
        for name in names {
            if let instant = element.value(of: name).flatMap({ dates.parse($0) }) {
                return instant.seconds
            }
        }
        return nil
    }

    /// The midnight in UTC of the day of an activity summary.
    private func day(_ element: ExportElement) -> Int64? {
        element.value(of: "dateComponents")
            .flatMap { CalendarDay(String(decoding: $0, as: UTF8.self)) }
            .map { Int64($0.daysSinceEpoch) * 86_400 }
    }
}
