import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// States of mind, questionnaires, electrocardiograms and audiograms.
struct RecordTests {
    let test = TestPhone()

    private func open() -> HKHealthStore {
        let store = test.open()
        for type: HKSampleType in [
            .stateOfMindType(), .electrocardiogramType(), .audiogramSampleType(),
            HKScoredAssessmentType(.GAD7), HKScoredAssessmentType(.PHQ9),
            HKCategoryType(.rapidPoundingOrFlutteringHeartbeat),
        ] {
            test.health.setReadAuthorization(.allowed, for: type)
            test.health.setShareAuthorization(.sharingAuthorized, for: type)
        }
        return store
    }

    private func results<Sample: HKSample>(
        _ predicate: HKSamplePredicate<Sample>,
        with store: HKHealthStore
    ) async throws -> [Sample] {
        let descriptor = HKSampleQueryDescriptor(predicates: [predicate], sortDescriptors: [])
        return try await test.wait { try await descriptor.result(for: store) }
    }

    @Test("An app saves a state of mind and finds it by its label")
    func stateOfMind() async throws {
        let store = open()
        let own = test.phone.run {
            HKStateOfMind(
                date: test.now,
                kind: .dailyMood,
                valence: 0.8,
                labels: [.grateful, .calm],
                associations: [.family]
            )
        }
        try await test.wait { try await store.save(own) }
        test.health.add(
            test.health.stateOfMind(
                .momentaryEmotion,
                valence: -0.9,
                labels: [.angry],
                at: test.now,
                source: test.watch
            )
        )

        let calm = try await results(
            .stateOfMind(HKQuery.predicateForStatesOfMind(with: HKStateOfMind.Label.calm)),
            with: store
        )

        #expect(calm == [own])
        #expect(calm.first?.kind == .dailyMood)
        #expect(calm.first?.associations == [.family])
        #expect(try await results(.stateOfMind(), with: store).count == 2)
    }

    @Test(
        "A valence from -1 to 1 belongs to one of seven ranges",
        arguments: [
            (-1.0, HKStateOfMind.ValenceClassification.veryUnpleasant), (-0.6, .unpleasant),
            (-0.3, .slightlyUnpleasant), (0, .neutral), (0.3, .slightlyPleasant),
            (0.6, .pleasant), (1, .veryPleasant),
        ]
    )
    func valence(value: Double, expected: HKStateOfMind.ValenceClassification) {
        #expect(HKStateOfMind.ValenceClassification(valence: value) == expected)
        #expect(HKStateOfMind.ValenceClassification(valence: value + 2.5) == nil)
    }

    @Test("Questionnaires have a score and a risk")
    func assessments() async throws {
        let store = open()
        test.health.add([
            test.health.gad7(
                [.nearlyEveryDay, .nearlyEveryDay] + Array(repeating: .severalDays, count: 5),
                at: test.now,
                source: test.iPhone
            ),
            test.health.phq9(
                Array(repeating: .moreThanHalfTheDays, count: 8) + [.preferNotToAnswer],
                at: test.now,
                source: test.iPhone
            ),
        ])

        let anxiety = try await results(.gad7Assessment(), with: store)
        let depression = try await results(.phq9Assessment(), with: store)

        #expect(anxiety.map(\.score) == [11])
        #expect(anxiety.first?.risk == .moderate)
        #expect(depression.map(\.score) == [16])
        #expect(depression.first?.risk == .moderatelySevere)
    }

    @Test("An electrocardiogram has voltages and symptoms")
    func electrocardiogram() async throws {
        let store = open()
        let recorded = test.health.electrocardiogram(
            .atrialFibrillation,
            beatsPerMinute: 96,
            symptoms: .present,
            voltages: [0.0001, -0.0002, 0.0003],
            from: test.now,
            source: test.watch
        )
        test.health.add(recorded)
        test.health.add(
            [
                test.health.category(
                    .rapidPoundingOrFlutteringHeartbeat,
                    HKCategoryValueSeverity.mild.rawValue,
                    from: test.now,
                    to: test.now,
                    source: test.watch
                )
            ],
            to: recorded
        )

        let found = try await results(
            .electrocardiogram(
                HKQuery.predicateForElectrocardiograms(classification: .atrialFibrillation)
            ),
            with: store
        )
        let ecg = try #require(found.first)
        let voltages = try await test.wait {
            var voltages: [(time: TimeInterval, microvolts: Double?)] = []
            for try await voltage in HKElectrocardiogramQueryDescriptor(ecg).results(for: store) {
                let quantity = voltage.quantity(for: .appleWatchSimilarToLeadI)
                voltages.append(
                    (
                        voltage.timeSinceSampleStart,
                        quantity?.doubleValue(for: .voltUnit(with: .micro)).rounded()
                    )
                )
            }
            return voltages
        }
        let symptoms = test.samples(
            HKCategoryType(.rapidPoundingOrFlutteringHeartbeat),
            HKQuery.predicateForObjectsAssociated(electrocardiogram: ecg),
            with: store
        )

        #expect(ecg.numberOfVoltageMeasurements == 3)
        #expect(ecg.averageHeartRate?.doubleValue(for: TestPhone.beats) == 96)
        #expect(voltages.map(\.microvolts) == [100, -200, 300])
        #expect(voltages.last?.time == 2.0 / 512)
        #expect(try symptoms?.get().count == 1)
    }

    @Test("An app cannot save an electrocardiogram, nor request to")
    func readOnly() async throws {
        let store = open()
        let ecg = test.health.electrocardiogram(
            .sinusRhythm,
            from: test.now,
            source: test.watch
        )

        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.save(ecg) }
        }

        #expect(error?.code == .errorAuthorizationDenied)
        await #expect(processExitsWith: .failure) {
            let test = TestPhone()
            test.open().requestAuthorization(toShare: [.electrocardiogramType()], read: []) {
                _,
                _ in
            }
        }
    }

    @Test("An audiogram has the sensitivity of each ear by frequency")
    func audiogram() async throws {
        let store = open()
        let points = try [(500.0, 10.0), (1000, 25)].map { frequency, level in
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: .hertz(), doubleValue: frequency),
                leftEarSensitivity: HKQuantity(unit: .decibelHearingLevel(), doubleValue: level),
                rightEarSensitivity: nil
            )
        }
        test.health.add(test.health.audiogram(points, from: test.now, source: test.iPhone))

        let found = try await results(.audiogram(), with: store)

        let second = try #require(found.first?.sensitivityPoints.last)
        #expect(second.frequency.doubleValue(for: .hertz()) == 1000)
        #expect(second.leftEarSensitivity?.doubleValue(for: .decibelHearingLevel()) == 25)
        #expect(second.rightEarSensitivity == nil)
        #expect(second.tests.map(\.side) == [.left])
        #expect(throws: HKError.self) {
            try HKAudiogramSensitivityPoint(
                frequency: HKQuantity(unit: .count(), doubleValue: 1),
                tests: []
            )
        }
    }

    @Test("Records are observed, and read by anchor with their deletions and replacements")
    func changes() throws {
        let store = open()
        let type = HKObjectType.stateOfMindType()
        let calls = test.observe(type, with: store)
        let first = test.health.stateOfMind(
            .dailyMood,
            valence: 0,
            at: test.now,
            source: test.iPhone,
            metadata: [HKMetadataKeySyncIdentifier: "a", HKMetadataKeySyncVersion: 1]
        )
        test.health.add(first)
        test.settle()
        let page = test.page(type, with: store)

        let second = test.health.replace(
            first,
            with: test.health.stateOfMind(
                .dailyMood,
                valence: 0.5,
                at: test.now,
                source: test.iPhone
            )
        )
        test.settle()

        let changes = test.page(type, after: page.anchor, with: store)
        #expect(calls.count == 2)
        #expect(page.uuids == [first.uuid])
        #expect(changes.uuids == [second.uuid])
        #expect((changes.samples.first as? HKStateOfMind)?.valence == 0.5)
        #expect(changes.deleted.map(\.uuid) == [first.uuid])
    }

    @Test("A record wakes the app, unless its type was never requested")
    func backgroundDelivery() async throws {
        let store = open()
        try await test.wait {
            try await store.enableBackgroundDelivery(
                for: .electrocardiogramType(),
                frequency: .immediate
            )
        }
        #expect(test.health.backgroundDelivery(for: .electrocardiogramType()) == .immediate)

        test.health.setReadAuthorization(.notDetermined, for: .stateOfMindType())
        test.health.setShareAuthorization(.notDetermined, for: .stateOfMindType())
        #expect(
            code(test.samples(.stateOfMindType(), with: store)?.error)
                == .errorAuthorizationNotDetermined
        )
    }
}
