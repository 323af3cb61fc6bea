/// The values of a category type: one of Apple's `HKCategoryValue` enumerations.
public struct HealthValueSet: Sendable, Hashable {
    /// One value.
    public struct Value: Sendable, Hashable {
        /// Apple's raw value.
        public let rawValue: Int
        /// The name in property keys, such as `moderate`.
        public let key: String
        /// The constants that exports print, such as `HKCategoryValueSeverityModerate`.
        let labels: [String]

        init(_ rawValue: Int, _ key: String, _ labels: String...) {
            self.rawValue = rawValue
            self.key = key
            self.labels = labels
        }
    }

    /// The set of types whose samples have no value.
    static let notApplicable = HealthValueSet(
        "HKCategoryValue",
        [Value(0, "not_applicable", "HKCategoryValueNotApplicable")]
    )

    /// The value of samples whose value this version does not know.
    package static let unknownValue = -1
    /// The key of ``unknownValue``.
    static let unknownKey = "other"

    /// Apple's name of the enumeration.
    public let name: String
    /// The values, in the order of their raw values.
    public let values: [Value]

    init(_ name: String, _ values: [Value]) {
        self.name = name
        self.values = values
    }

    /// The raw value of a constant that an export prints; ``unknownValue`` for one that this
    /// version does not know.
    package func rawValue(ofLabel label: String) -> Int {
        values.first { $0.labels.contains(label) }?.rawValue ?? Self.unknownValue
    }

    /// The raw value when it is one of the set, or else ``unknownValue``.
    package func known(_ rawValue: Int) -> Int {
        values.contains { $0.rawValue == rawValue } ? rawValue : Self.unknownValue
    }

    /// The key of a raw value.
    func key(of rawValue: Int) -> String {
        values.first { $0.rawValue == rawValue }?.key ?? Self.unknownKey
    }
}
