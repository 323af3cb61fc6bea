import TrendyModel

/// A correlation whose end tag has not been read.
///
/// Its records are repeated at the top level of the export and are therefore skipped here. When its
/// end tag is lost to damage, the records that follow must not be skipped.
struct OpenCorrelation {
    /// The elements that are siblings of correlations and workouts, and never inside one.
    static let topElements: [StaticString] = [
        "Workout", "Correlation", "ActivitySummary", "ClinicalRecord", "Audiogram",
        "VisionPrescription",
    ]
    /// The common prefix of the types of its records; `nil` when its own type is unknown.
    private var contents: StaticString?
    private var start: Instant?
    private var end: Instant?
    /// The number of usable records with times other than its own.
    ///
    /// When its end tag is lost, they most likely do not belong to it.
    private(set) var strays = 0

    init() {}

    init(_ tokenizer: borrowing XMLTokenizer, dates: inout ExportDates) {
        if let type = tokenizer.value(of: "type") {
            if type.equals("HKCorrelationTypeIdentifierFood") {
                contents = "HKQuantityTypeIdentifierDietary"
            } else if type.equals("HKCorrelationTypeIdentifierBloodPressure") {
                contents = "HKQuantityTypeIdentifierBloodPressure"
            }
        }
        start = tokenizer.value(of: "startDate").flatMap { dates.parse($0) }
        end = tokenizer.value(of: "endDate").flatMap { dates.parse($0) }
    }

    /// Whether the correlation can contain a record of a type.
    func canContain(_ type: UnsafeRawBufferPointer) -> Bool {
        guard let contents else { return true }
        let length = contents.utf8CodeUnitCount
        return type.count >= length
            && UnsafeRawBufferPointer(rebasing: type[..<length]).equals(contents)
    }

    /// Notes a record inside the correlation.
    mutating func note(_ tokenizer: borrowing XMLTokenizer, dates: inout ExportDates) {
        let recordStart = tokenizer.value(of: "startDate").flatMap { dates.parse($0) }
        let recordEnd = tokenizer.value(of: "endDate").flatMap { dates.parse($0) }
        if recordStart != start || recordEnd != end { strays += 1 }
    }
}
