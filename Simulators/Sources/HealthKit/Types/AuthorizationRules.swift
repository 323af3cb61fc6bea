/// The types that an authorization request must not contain; iOS raises an exception for them.
enum AuthorizationRules {
    static func check(share: Set<HKSampleType>, read: Set<HKObjectType>) {
        let unwritable = share.filter { $0 is HKCorrelationType || isReadOnly($0) }
        precondition(
            unwritable.isEmpty,
            "Authorization to share the following types is disallowed: \(list(unwritable))"
        )
        // (unverified): that doses cannot be requested; the person shares them by medication.
        let unreadable = read.filter {
            $0 is HKCorrelationType || $0.requiresPerObjectAuthorization()
                || $0 is HKMedicationDoseEventType
        }
        precondition(
            unreadable.isEmpty,
            "Authorization to read the following types is disallowed: \(list(unreadable))"
        )
    }

    /// Whether only the system saves samples of a type.
    static func isReadOnly(_ type: HKObjectType) -> Bool {
        type is HKElectrocardiogramType || type is HKMedicationDoseEventType
    }

    private static func list(_ types: Set<some HKObjectType>) -> String {
        types.map(\.identifier).sorted().joined(separator: ", ")
    }
}
