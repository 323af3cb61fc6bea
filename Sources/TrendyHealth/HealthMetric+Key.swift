extension HealthMetric {
    /// The prefixes of Apple's identifiers.
    private static let prefixes = [
        "HKQuantityTypeIdentifier", "HKCategoryTypeIdentifier", "HKScoredAssessmentTypeIdentifier",
        "HKMedicationDoseEventTypeIdentifier", "HKDataTypeIdentifier", "HKDataType", "HK",
    ]

    /// The name of a metric of Apple's identifier: its words in lower case, joined by underscores.
    ///
    /// `HKQuantityTypeIdentifierVO2Max` becomes `vo2_max`. A version that does not know a type and
    /// one that does give it the same name, so its events keep their ids.
    package static func key(ofIdentifier identifier: String) -> String {
        words(ofIdentifier: identifier).joined(separator: "_").lowercased()
    }

    /// The words of Apple's identifier without its prefix.
    static func words(ofIdentifier identifier: String) -> [String] {
        let prefix = prefixes.first { identifier.hasPrefix($0) && identifier != $0 } ?? ""
        let name = Array(identifier.dropFirst(prefix.count))
        var words: [String] = []
        for (index, character) in name.enumerated() {
            guard character.isASCII, character.isLetter || character.isNumber else {
                words.append("")
                continue
            }
            let previous = index > 0 ? name[index - 1] : nil
            let next = index + 1 < name.count ? name[index + 1] : nil
            let isStart =
                character.isUppercase
                && (previous.map { !$0.isUppercase } ?? true || next?.isLowercase == true)
            if isStart || words.isEmpty { words.append("") }
            words[words.count - 1].append(character)
        }
        return words.filter { !$0.isEmpty }
    }
}
