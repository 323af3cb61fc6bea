import TrendyHealth
import TrendyModel

/// A lookup table of the record types that are imported, by the bytes of their names.
struct ExportTypes {
    /// An imported type.
    struct Wanted {
        /// The index of its category in ``categories``.
        let categoryIndex: Int
        /// The index of the type in the category.
        let type: UInt8
        let kind: HealthType.Kind

        /// Parses the value of a record in the stored unit; `nil` when it is missing or does not
        /// fit.
        func number(
            _ value: UnsafeRawBufferPointer,
            unit: UnsafeRawBufferPointer
        ) -> Double? {
            switch kind {
            case .quantity(let wanted):
                guard let factor = ExportUnits.factor(unit, to: wanted) else { return nil }
                return ExportNumbers.parse(value).map {
                    ExportAmounts.amount($0, as: value, times: factor, in: wanted)
                }
            case .sleepAnalysis: return ExportTypes.stage(value).map { Double($0.rawValue) }
            case .span: return 0
            case .workout: return nil
            }
        }
    }

    /// The categories that have samples.
    let categories: [HealthMetric]
    private let names: [[UInt8]]
    private let wanted: [Wanted]

    init() {
        categories = HealthMetric.allCases.filter { $0 != .workout }
        var names: [[UInt8]] = []
        var wanted: [Wanted] = []
        for (categoryIndex, category) in categories.enumerated() {
            for (index, type) in category.types.enumerated() {
                names.append(Array(type.identifier.utf8))
                wanted.append(
                    Wanted(
                        categoryIndex: categoryIndex,
                        type: UInt8(index),
                        kind: type.kind
                    )
                )
            }
        }
        self.names = names
        self.wanted = wanted
    }

    /// Finds a type by name; `nil` when it is not imported.
    func type(named name: UnsafeRawBufferPointer) -> Wanted? {
        for index in names.indices where names[index].count == name.count {
            let isSame = names[index].withUnsafeBytes { $0.elementsEqual(name) }
            if isSame { return wanted[index] }
        }
        return nil
    }

    private static func stage(_ label: UnsafeRawBufferPointer) -> SleepStage? {
        let prefix = "HKCategoryValueSleepAnalysis"
        guard label.count > prefix.utf8.count else { return nil }
        let rest = UnsafeRawBufferPointer(rebasing: label[prefix.utf8.count...])
        if rest.equals("InBed") { return .inBed }
        if rest.equals("Asleep") || rest.equals("AsleepUnspecified") { return .asleepUnspecified }
        if rest.equals("Awake") { return .awake }
        if rest.equals("AsleepCore") { return .asleepCore }
        if rest.equals("AsleepDeep") { return .asleepDeep }
        if rest.equals("AsleepREM") { return .asleepREM }
        return nil
    }
}
