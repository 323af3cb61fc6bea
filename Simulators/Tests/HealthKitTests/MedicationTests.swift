import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Medications, which the person shares one by one, and their doses.
struct MedicationTests {
    let test = TestPhone()

    private func request(with store: HKHealthStore) async throws {
        try await test.wait {
            try await store.requestPerObjectReadAuthorization(
                for: .userAnnotatedMedicationType(),
                predicate: nil
            )
        }
    }

    private func dose(
        of medication: HKUserAnnotatedMedication,
        _ status: HKMedicationDoseEvent.LogStatus,
        scheduled: Date? = nil
    ) -> HKMedicationDoseEvent {
        test.health.dose(
            of: medication,
            status,
            quantity: 2,
            at: test.now,
            scheduled: scheduled,
            source: test.iPhone
        )
    }

    @Test("Doses are readable for the medications that the person shares")
    func sharing() async throws {
        let store = test.open()
        let type = HKObjectType.medicationDoseEventType()
        let iron = test.health.setMedication("iron", name: "Iron", hasSchedule: true)
        let other = test.health.setMedication("other")
        test.health.add([dose(of: iron, .taken, scheduled: test.now), dose(of: other, .taken)])
        #expect(code(test.samples(type, with: store)?.error) == .errorAuthorizationNotDetermined)

        test.health.authorizationDecision = .allow(share: [], read: ["iron"])
        try await request(with: store)

        let doses = try #require(try test.samples(type, with: store)?.get())
        let event = try #require(doses.first as? HKMedicationDoseEvent)
        #expect(doses.count == 1)
        #expect(event.medicationConceptIdentifier == iron.medication.identifier)
        #expect(event.scheduleType == .schedule)
        #expect(event.scheduledDate == test.now)
        #expect(event.doseQuantity == 2)
        #expect(event.logStatus == .taken)
        let medications = try await test.wait {
            try await HKUserAnnotatedMedicationQueryDescriptor().result(for: store)
        }
        #expect(medications.map(\.medication.displayText) == ["Iron"])
    }

    @Test("Medications and doses are found by predicate")
    func predicates() async throws {
        let store = test.open()
        let old = test.health.setMedication("old", isArchived: true)
        let new = test.health.setMedication("new")
        test.health.shareMedications([old, new])
        test.health.add([dose(of: old, .skipped), dose(of: new, .taken), dose(of: new, .skipped)])

        let current = try await test.wait {
            try await HKUserAnnotatedMedicationQueryDescriptor(
                predicate: HKQuery.predicateForUserAnnotatedMedications(isArchived: false),
                limit: 5
            )
            .result(for: store)
        }
        let descriptor = HKSampleQueryDescriptor(
            predicates: [
                .medicationDoseEvent(
                    NSCompoundPredicate(andPredicateWithSubpredicates: [
                        HKQuery.predicateForMedicationDoseEvent(status: .skipped),
                        HKQuery.predicateForMedicationDoseEvent(
                            medicationConceptIdentifier: new.medication.identifier
                        ),
                    ])
                )
            ],
            sortDescriptors: []
        )
        let skipped = try await test.wait { try await descriptor.result(for: store) }

        #expect(current == [new])
        #expect(skipped.count == 1)
        #expect(skipped.first?.scheduledDate == nil)
    }

    @Test("Each request asks again; a closed sheet is an error")
    func asking() async throws {
        let store = test.open()
        test.health.setMedication("a")
        test.health.authorizationDecision = .denyAll
        try await request(with: store)
        #expect(
            try test.samples(.medicationDoseEventType(), with: store)?.get().isEmpty == true
        )

        test.health.authorizationDecision = .cancel
        let error = await #expect(throws: HKError.self) { try await request(with: store) }
        #expect(error?.code == .errorUserCanceled)
    }

    // Apple raises an exception: "Authorization to read the following types is disallowed".
    @Test("Requesting medications like other types is a programmer error")
    func disallowed() async {
        #expect(HKObjectType.userAnnotatedMedicationType().requiresPerObjectAuthorization())
        #expect(!HKQuantityType(.stepCount).requiresPerObjectAuthorization())
        await #expect(processExitsWith: .failure) {
            TestPhone().open()
                .requestAuthorization(toShare: [], read: [.userAnnotatedMedicationType()]) { _, _ in
                }
        }
    }

    @Test("Identifiers of medications can be archived")
    func archive() throws {
        let medication = test.health.setMedication("iron").medication

        let data = try NSKeyedArchiver.archivedData(
            withRootObject: medication.identifier,
            requiringSecureCoding: true
        )
        let copy = try NSKeyedUnarchiver.unarchivedObject(
            ofClass: HKHealthConceptIdentifier.self,
            from: data
        )

        #expect(copy == medication.identifier)
    }
}
