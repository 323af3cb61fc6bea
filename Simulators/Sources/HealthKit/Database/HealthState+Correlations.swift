extension HKCorrelationType {
    /// The types of the samples that a correlation of this type contains.
    var memberTypes: [HKQuantityType] {
        guard identifier != HKCorrelationTypeIdentifier.bloodPressure.rawValue else {
            return [
                HKQuantityType(.bloodPressureSystolic), HKQuantityType(.bloodPressureDiastolic),
            ]
        }
        return QuantityCatalog.entries.keys
            .filter { $0.rawValue.hasPrefix("HKQuantityTypeIdentifierDietary") }
            .sorted { $0.rawValue < $1.rawValue }
            .map { HKQuantityType($0) }
    }
}

extension HealthState {
    /// The readable correlations: those whose samples are all readable.
    ///
    /// The person authorizes the contained types, not the correlation. (unverified): what iOS
    /// returns when only some of them are readable.
    ///
    /// - Throws: when no contained type was ever requested.
    func correlationVisibility(of type: HKCorrelationType) throws -> Visibility {
        let wasRequested = type.memberTypes.contains { (try? visibility(of: $0)) != nil }
        guard wasRequested else {
            throw HKError(
                .errorAuthorizationNotDetermined,
                "Authorization for the samples of \(type.identifier) was never requested."
            )
        }
        return .members
    }

    func areMembersVisible(_ sample: HKSample) -> Bool {
        guard let correlation = sample as? HKCorrelation else { return false }
        return correlation.objects.allSatisfy { object in
            guard let visibility = try? visibility(of: object.sampleType) else { return false }
            return isVisible(object, visibility)
        }
    }
}
