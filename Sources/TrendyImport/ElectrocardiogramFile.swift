import TrendyHealth
import TrendyModel

/// The header of an electrocardiogram in an export: lines of a label, a comma and a value, before
/// the voltages.
///
/// The labels are in the language of the phone, and the order is always the same. A file in another
/// language than English is read by the order.
struct ElectrocardiogramFile {
    /// The number of bytes in which the header is searched.
    static let headBytes = 16 * 1024
    /// The maximum number of lines of a header.
    private static let maximumLines = 40
    /// The maximum length of a value that is stored.
    private static let maximumDeviceLength = 100

    /// The position of a value after the line with the date.
    private enum Offset: Int {
        case classification = 1
        case symptoms = 2
        case device = 4
        case sampleRate = 5
    }

    private let fields: [(label: String, value: String)]
    private let dateIndex: Int
    private let isEnglish: Bool
    /// The start of the recording.
    let start: Instant

    /// Parses the first bytes of a file; `nil` when they are no header.
    init?(head: [UInt8]) {
        var fields: [(label: String, value: String)] = []
        for line in String(decoding: head, as: UTF8.self).split(whereSeparator: \.isNewline)
            .prefix(Self.maximumLines)
        {
            guard let comma = line.firstIndex(of: ",") else { continue }
            var label = line[..<comma]
            if label.first == "\u{FEFF}" { label = label.dropFirst() }
            var value = line[line.index(after: comma)...]
            // A value may contain commas whether it is quoted or not.
            if value.count > 1, value.first == "\"", value.last == "\"" {
                value = value.dropFirst().dropLast()
            }
            fields.append((Self.trimmed(label).lowercased(), Self.trimmed(value)))
        }
        var dates = ExportDates()
        func date(_ text: String) -> Instant? {
            Array(text.utf8).withUnsafeBytes { dates.parse($0) }
        }
        let labelled = fields.firstIndex { $0.label == "recorded date" }
        guard let index = labelled ?? fields.firstIndex(where: { date($0.value) != nil }),
            let start = date(fields[index].value)
        else { return nil }
        self.fields = fields
        self.start = start
        dateIndex = index
        isEnglish = labelled != nil
        guard value("classification", .classification) != nil else { return nil }
    }

    /// The summary as HealthKit has it.
    ///
    /// It has no end, so its evidence is less than that of HealthKit, which knows the average heart
    /// rate in addition.
    var sample: SummarySample {
        SummarySample(start: start, properties: electrocardiogram.properties)
    }

    private var electrocardiogram: Electrocardiogram {
        let label = value("classification", .classification) ?? ""
        let device = value("device", .device).map { String($0.prefix(Self.maximumDeviceLength)) }
        return Electrocardiogram(
            classification: ElectrocardiogramClassification(exportLabel: label),
            averageHeartRate: number("average heart rate", nil, in: 1...1000),
            samplingHertz: number("sample rate", .sampleRate, in: 1...100_000),
            hasSymptoms: hasSymptoms,
            device: device.flatMap { $0.isEmpty ? nil : $0 }
        )
    }

    /// Whether the person reported symptoms; `nil` when the file does not say.
    ///
    /// Other languages than English have another word for "None".
    private var hasSymptoms: Bool? {
        guard isEnglish, let text = value("symptoms", .symptoms)?.lowercased(), !text.isEmpty else {
            return nil
        }
        return text != "none"
    }

    private func value(_ label: String, _ offset: Offset?) -> String? {
        if isEnglish { return fields.first { $0.label == label }?.value }
        guard let offset, fields.indices.contains(dateIndex + offset.rawValue) else { return nil }
        return fields[dateIndex + offset.rawValue].value
    }

    /// The number at the beginning of a value such as `512.844 hertz`, with a point or a comma.
    private func number(
        _ label: String,
        _ offset: Offset?,
        in range: ClosedRange<Double>
    ) -> Double? {
        guard let text = value(label, offset) else { return nil }
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        guard let number = Double(digits.map { $0 == "," ? "." : String($0) }.joined()),
            range.contains(number)
        else { return nil }
        return number
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        let end = text.lastIndex { !$0.isWhitespace }.map { text.index(after: $0) } ?? start
        return String(text[start..<end])
    }
}
