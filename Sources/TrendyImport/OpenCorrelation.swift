import TrendyModel

/// A correlation whose end has not come yet.
///
/// Its records stand at the top of the export as well, and so are passed over. Where its end tag is
/// lost to damage, what follows must not be taken for them.
struct OpenCorrelation {
    /// What stands beside correlations, never in one.
    static let topElements: [StaticString] = [
        "Workout", "Correlation", "ActivitySummary", "ClinicalRecord", "Audiogram",
        "VisionPrescription",
    ]
    /// How the types of its records begin; `nil` when it is of a type that is not known.
    private var contents: StaticString?
    private var start: Instant?
    private var end: Instant?
    /// Records of other times than its own that could be used: if its end is missing they are most
    /// likely none of its.
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

    /// Whether a record of a type can stand in it.
    func holds(_ type: UnsafeRawBufferPointer) -> Bool {
        guard let contents else { return true }
        let length = contents.utf8CodeUnitCount
        return type.count >= length
            && UnsafeRawBufferPointer(rebasing: type[..<length]).equals(contents)
    }

    /// Looks at a record in it.
    mutating func note(_ tokenizer: borrowing XMLTokenizer, dates: inout ExportDates) {
        let recordStart = tokenizer.value(of: "startDate").flatMap { dates.parse($0) }
        let recordEnd = tokenizer.value(of: "endDate").flatMap { dates.parse($0) }
        if recordStart != start || recordEnd != end { strays += 1 }
    }
}
