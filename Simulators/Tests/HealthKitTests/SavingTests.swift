import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rules 18 and 19.
struct SavingTests {
    let test = TestPhone()

    // Rule 18: all or nothing.
    @Test("Rule 18: one invalid object prevents the whole save")
    func allOrNothing() async {
        let store = test.open()
        let right = test.makeOwnWater()
        let wrong = test.phone.run {
            HKQuantitySample(
                type: TestPhone.water,
                quantity: HKQuantity(unit: .gram(), doubleValue: 1),
                start: test.now,
                end: test.now
            )
        }

        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.save([right, wrong]) }
        }

        #expect(code(error) == .errorInvalidArgument)
        #expect(test.health.allSamples().isEmpty)
    }

    // Rule 18: the store's copy names the source that saved it.
    @Test("Rule 18: a saved object has the app as source and keeps its identifier")
    func ownSource() async throws {
        let store = test.open()
        let sample = test.makeOwnWater()
        try await test.wait { try await store.save(sample) }

        let saved = try #require(test.page(TestPhone.water, with: store).samples.first)

        #expect(saved.uuid == sample.uuid)
        #expect(saved is HKCumulativeQuantitySample)
        #expect(saved.sourceRevision.source.bundleIdentifier == "com.example.app")
        #expect(saved.sourceRevision.productType == "iPhone15,2")
    }

    // Rule 18: only own objects can be deleted.
    @Test("Rule 18: only the app's own objects can be deleted, all or none")
    func deleting() async throws {
        let store = test.open()
        let own = test.makeOwnWater()
        let other = test.health.quantity(
            .dietaryWater,
            1,
            .cupUS(),
            from: test.now,
            source: test.iPhone
        )
        try await test.wait { try await store.save(own) }
        test.health.add(other)

        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.delete([own, other]) }
        }
        #expect(code(error) == .errorAuthorizationDenied)
        #expect(test.health.allSamples(of: TestPhone.water).count == 2)

        let count = try await test.wait {
            try await store.deleteObjects(
                of: TestPhone.water,
                predicate: HKQuery.predicateForSamples(withStart: nil, end: nil)
            )
        }
        #expect(count == 1)
        #expect(test.health.allSamples(of: TestPhone.water).map(\.uuid) == [other.uuid])
    }

    // Rule 18: earliestPermittedSampleDate.
    @Test("Rule 18: samples older than the store permits are refused")
    func tooOld() async {
        test.health.behavior.earliestPermittedSampleDate = test.now.addingTimeInterval(1)
        let store = test.open()
        let sample = test.makeOwnWater()

        let error = await #expect(throws: HKError.self) {
            try await test.wait { try await store.save(sample) }
        }
        #expect(code(error) == .errorInvalidArgument)
        #expect(store.earliestPermittedSampleDate() == test.now.addingTimeInterval(1))
    }

    // A requested save is performed even if the process ends before the reply.
    @Test("A save is performed even if the process ends before the reply")
    func diesWhileSaving() {
        let store = test.open()
        let answers = Recorder<Bool>()
        store.save(test.makeOwnWater()) { success, _ in answers.append(success) }
        test.phone.terminate()
        test.settle()

        #expect(test.health.allSamples(of: TestPhone.water).count == 1)
        #expect(answers.count == 0)
    }

    // A process that ends leaves no hanging task.
    @Test("Waiting calls are cancelled when the process ends")
    func diesWhileWaiting() async {
        let store = test.open(asking: false)
        test.health.authorizationDecision = .ignore
        await #expect(throws: CancellationError.self) {
            try await test.wait { [test] in
                async let answer: Void = store.requestAuthorization(
                    toShare: [],
                    read: [TestPhone.steps]
                )
                await Task.yield()
                test.phone.terminate()
                try await answer
            }
        }
    }

    // Rule 19.
    @Test("Rule 19: errors have Apple's codes and can be caught by name")
    func errors() {
        let codes: [HKError.Code] = [
            .noError, .errorHealthDataUnavailable, .errorHealthDataRestricted,
            .errorInvalidArgument, .errorAuthorizationDenied, .errorAuthorizationNotDetermined,
            .errorDatabaseInaccessible, .errorUserCanceled, .errorAnotherWorkoutSessionStarted,
            .errorUserExitedWorkoutSession, .errorRequiredAuthorizationDenied, .errorNoData,
            .errorWorkoutActivityNotAllowed, .errorDataSizeExceeded,
            .errorBackgroundWorkoutSessionNotAllowed, .errorNotPermissibleForGuestUserMode,
        ]
        #expect(codes.map(\.rawValue) == Array(0...15))

        do {
            throw HKError(.errorDatabaseInaccessible)
        } catch HKError.errorDatabaseInaccessible {
            // As in app code.
        } catch {
            Issue.record("\(error) was not caught by name.")
        }
        let error: any Error = HKError(.errorNoData)
        #expect((error as NSError).domain == HKErrorDomain)
        #expect((error as NSError).code == 11)
        #expect((error as? HKError)?.code == .errorNoData)
    }
}
