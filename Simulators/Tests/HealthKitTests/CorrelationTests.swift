import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Blood pressure readings and meals.
struct CorrelationTests {
    let test = TestPhone()
    let pressure = HKCorrelationType(.bloodPressure)
    let systolic = HKQuantityType(.bloodPressureSystolic)
    let diastolic = HKQuantityType(.bloodPressureDiastolic)
    let cuff = SimulatedSource.app("Cuff", bundleIdentifier: "com.example.cuff")

    private func open() -> HKHealthStore {
        let store = test.open()
        for type in [systolic, diastolic] {
            test.health.setReadAuthorization(.allowed, for: type)
            test.health.setShareAuthorization(.sharingAuthorized, for: type)
        }
        return store
    }

    private func reading(_ high: Double = 120, _ low: Double = 80) -> HKCorrelation {
        test.health.bloodPressure(systolic: high, diastolic: low, at: test.now, source: cuff)
    }

    @Test("A blood pressure reading is found with both of its samples")
    func query() async throws {
        let store = open()
        test.health.add(reading())
        let descriptor = HKSampleQueryDescriptor(
            predicates: [.correlation(type: pressure)],
            sortDescriptors: []
        )

        let found = try await test.wait { try await descriptor.result(for: store) }

        let unit = HKUnit.millimeterOfMercury()
        let high = found.first?.objects(for: systolic).first as? HKQuantitySample
        let low = found.first?.objects(for: diastolic).first as? HKQuantitySample
        #expect(found.count == 1)
        #expect(high?.quantity.doubleValue(for: unit) == 120)
        #expect(low?.quantity.doubleValue(for: unit) == 80)
    }

    @Test("The samples of a reading are samples of their own types as well, with its source")
    func members() throws {
        let store = open()
        test.health.add(reading())

        let found = try #require(try test.samples(systolic, with: store)?.get())

        #expect(found.count == 1)
        #expect(found.first?.source == cuff.source)
        #expect(test.page(diastolic, with: store).samples.count == 1)
    }

    @Test("Readings are authorized through their samples")
    func authorization() throws {
        let store = test.open()
        test.health.add(reading())
        #expect(
            code(test.samples(pressure, with: store)?.error) == .errorAuthorizationNotDetermined
        )

        test.health.setReadAuthorization(.allowed, for: systolic)
        test.health.setReadAuthorization(.denied, for: diastolic)
        #expect(try test.samples(pressure, with: store)?.get().isEmpty == true)

        test.health.setReadAuthorization(.allowed, for: diastolic)
        #expect(try test.samples(pressure, with: store)?.get().count == 1)
    }

    // Apple raises an exception: "Authorization to read the following types is disallowed".
    @Test("Requesting authorization for a correlation is a programmer error")
    func disallowed() async {
        await #expect(processExitsWith: .failure) {
            let test = TestPhone()
            let store = test.open()
            store.requestAuthorization(
                toShare: [],
                read: [HKCorrelationType(.bloodPressure)]
            ) { _, _ in }
        }
    }

    @Test("A correlation cannot be observed; its samples can")
    func observing() {
        let store = open()
        let errors = test.observe(pressure, with: store)
        let calls = test.observe(systolic, with: store)
        test.settle()
        #expect(errors.values.map { code($0) } == [.errorInvalidArgument])

        test.health.add(reading())
        test.settle()

        #expect(calls.count == 2)
        #expect(errors.count == 1)
    }

    @Test("An app saves a reading with its samples")
    func saving() async throws {
        let store = open()
        let own = test.phone.run {
            let samples: [HKQuantitySample] = [(systolic, 118.0), (diastolic, 76)]
                .map { type, value in
                    HKQuantitySample(
                        type: type,
                        quantity: HKQuantity(unit: .millimeterOfMercury(), doubleValue: value),
                        start: test.now,
                        end: test.now
                    )
                }
            return HKCorrelation(
                type: pressure,
                start: test.now,
                end: test.now,
                objects: Set(samples)
            )
        }

        try await test.wait { try await store.save(own) }

        let saved = test.health.allSamples(of: systolic).first
        #expect(saved?.sourceRevision.version == test.phone.app.version)
        #expect(test.health.allSamples(of: pressure) == [own])

        test.health.setShareAuthorization(.sharingDenied, for: diastolic)
        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.save(reading()) }
        }
        #expect(error?.code == .errorAuthorizationDenied)
    }

    @Test("A deleted reading keeps its samples until they are deleted")
    func deletion() {
        let store = open()
        let reading = reading()
        test.health.add(reading)
        let anchor = test.page(pressure, with: store).anchor

        test.health.delete(uuids: [reading.uuid])

        let page = test.page(pressure, after: anchor, with: store)
        #expect(page.deleted.map(\.uuid) == [reading.uuid])
        #expect(test.page(systolic, with: store).samples.count == 1)
    }

    @Test("A restored reading contains the restored samples")
    func restore() throws {
        let backup = TestPhone(seed: 2)
        backup.health.add(
            backup.health.bloodPressure(systolic: 130, diastolic: 85, at: test.now, source: cuff)
        )
        test.health.restore(from: backup.phone)

        let samples = test.health.allSamples()
        let correlation = try #require(samples.last as? HKCorrelation)
        #expect(samples.count == 3)
        #expect(correlation.objects == Set(samples.dropLast()))
    }

    @Test("A reading that arrives while the phone is locked is complete after the unlock")
    func locked() {
        let store = open()
        test.phone.lock()
        test.timeline.advance(by: .seconds(700))
        test.health.add(reading())
        #expect(test.health.allSamples().isEmpty)

        test.phone.unlock()

        #expect(test.health.allSamples().count == 3)
        #expect(test.page(pressure, with: store).samples.count == 1)
    }

    @Test("A reading that reaches another phone twice is stored there once")
    func copy() throws {
        let reading = reading()
        test.health.add(reading)
        let other = TestPhone(timeline: test.timeline, seed: 2)

        test.health.copy(test.health.allSamples(), to: other.phone)
        test.health.copy([reading], to: other.phone, after: .seconds(5))
        test.timeline.advance(by: .seconds(10))

        #expect(Set(other.health.allSamples()) == Set(test.health.allSamples()))
        #expect(other.health.allSamples().count == 3)
    }

    @Test("A meal has a sample for each nutrient, and can be found by them")
    func food() throws {
        let store = test.open()
        let energy = HKQuantityType(.dietaryEnergyConsumed)
        let protein = HKQuantityType(.dietaryProtein)
        for type in [energy, protein] { test.health.setReadAuthorization(.allowed, for: type) }
        for (name, grams) in [("Soup", 8.0), ("Steak", 50)] {
            test.health.add(
                test.health.food(
                    name,
                    [
                        .dietaryEnergyConsumed: HKQuantity(
                            unit: .kilocalorie(),
                            doubleValue: 400
                        ),
                        .dietaryProtein: HKQuantity(unit: .gram(), doubleValue: grams),
                    ],
                    at: test.now.addingTimeInterval(grams),
                    source: cuff
                )
            )
        }
        let found = Recorder<[HKCorrelation]?>()
        store.execute(
            HKCorrelationQuery(
                type: HKCorrelationType(.food),
                predicate: nil,
                samplePredicates: [
                    protein: HKQuery.predicateForSamples(
                        withStart: test.now.addingTimeInterval(20),
                        end: nil
                    )
                ]
            ) { _, correlations, _ in found.append(correlations) }
        )
        test.settle()

        let meals = try #require(found.values.first ?? nil)
        #expect(meals.map { $0.metadata?[HKMetadataKeyFoodType] as? String } == ["Steak"])
        #expect(meals.first?.objects.count == 2)
    }
}
