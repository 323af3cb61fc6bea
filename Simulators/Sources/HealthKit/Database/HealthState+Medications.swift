import SimulatedHealthBehavior

extension HealthState {
    /// The readable doses: those of the medications that the person shares.
    ///
    /// - Throws: when medications were never requested.
    func doseVisibility() throws -> Visibility {
        guard let sharedMedications else {
            throw HKError(
                .errorAuthorizationNotDetermined,
                "Authorization for medications was never requested."
            )
        }
        return .medications(sharedMedications)
    }

    /// The readable medications in the order in which the person added them.
    func readableMedications() throws -> [HKUserAnnotatedMedication] {
        guard case .medications(let shared) = try doseVisibility() else { return [] }
        return medications.filter { shared.contains($0.medication.identifier) }
    }

    /// Applies the person's answer to a request for medications; each request asks again.
    mutating func decideMedications() throws {
        let all = medications.map(\.medication.identifier)
        switch decision {
        case .cancel, .ignore: throw HKError(.errorUserCanceled, "The sheet was closed.")
        case .allowAll, .allowHistory: sharedMedications = Set(all)
        case .denyAll: sharedMedications = []
        case .allow(_, let read): sharedMedications = Set(all.filter { read.contains($0.key) })
        }
    }

    /// Adds a medication, or replaces the one with the same identifier.
    mutating func set(_ medication: HKUserAnnotatedMedication) {
        if let place = medications.firstIndex(of: medication) {
            medications[place] = medication
        } else {
            medications.append(medication)
        }
    }
}
