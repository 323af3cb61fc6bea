import Foundation
import HealthKit
import SimulatedHealthKit
import SimulatedPhone
import Testing

/// Rule 7.
struct AuthorizationTests {
    let test = TestPhone()

    // Rule 7: a query before any request fails with errorAuthorizationNotDetermined.
    @Test("Rule 7: queries fail as not determined before authorization was requested")
    func notDetermined() {
        let store = test.open(asking: false)
        test.health.add(test.makeSteps())

        #expect(
            code(test.page(TestPhone.steps, with: store).error)
                == .errorAuthorizationNotDetermined
        )
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()
        #expect(calls.values.map(code) == [.errorAuthorizationNotDetermined])
    }

    // Rule 7: success means that the sheet was answered; only share authorization is disclosed.
    @Test("Rule 7: a request succeeds with any answer, and read authorization stays hidden")
    func hiddenDenial() async throws {
        let store = test.open(asking: false)
        test.health.authorizationDecision = .allow(
            share: [TestPhone.water.identifier],
            read: []
        )
        test.health.add(test.makeSteps())

        try await test.wait {
            try await store.requestAuthorization(
                toShare: [TestPhone.water, TestPhone.mass],
                read: [TestPhone.steps]
            )
        }

        #expect(store.authorizationStatus(for: TestPhone.water) == .sharingAuthorized)
        #expect(store.authorizationStatus(for: TestPhone.mass) == .sharingDenied)
        #expect(store.authorizationStatus(for: TestPhone.steps) == .notDetermined)
        let page = test.page(TestPhone.steps, with: store)
        #expect(page.error == nil)
        #expect(page.samples.isEmpty)
    }

    // Rule 7: the app sees its own samples.
    @Test("Rule 7: an app with share authorization only sees its own samples")
    func ownSamples() async throws {
        let store = test.open(asking: false)
        test.health.setShareAuthorization(.sharingAuthorized, for: TestPhone.water)
        test.health.setReadAuthorization(.denied, for: TestPhone.water)
        let own = test.makeOwnWater()
        try await test.wait { try await store.save(own) }
        test.health.add(
            test.health.quantity(.dietaryWater, 1, .liter(), from: test.now, source: test.iPhone)
        )

        #expect(test.page(TestPhone.water, with: store).uuids == [own.uuid])
    }

    // Rule 7: shouldRequest=1, unnecessary=2; once per type.
    @Test("Rule 7: the sheet is shown once for each type")
    func requestStatus() async throws {
        let store = test.open(asking: false)
        test.health.behavior.sheetDelay = .seconds(20)
        let before = try await test.wait {
            try await store.statusForAuthorizationRequest(toShare: [], read: [TestPhone.steps])
        }
        let answers = Recorder<Bool>()
        store.requestAuthorization(toShare: nil, read: [TestPhone.steps]) { success, _ in
            answers.append(success)
        }
        test.settle()
        #expect(answers.count == 0)
        test.timeline.advance(by: .seconds(20))
        #expect(answers.values == [true])

        store.requestAuthorization(toShare: nil, read: [TestPhone.steps]) { success, _ in
            answers.append(success)
        }
        test.timeline.run(until: test.now)
        let after = try await test.wait {
            try await store.statusForAuthorizationRequest(toShare: [], read: [TestPhone.steps])
        }

        #expect(answers.values == [true, true], "The second time there is no sheet.")
        #expect(before == .shouldRequest)
        #expect(after == .unnecessary)
    }

    // The sheet can be ignored or closed.
    @Test("A closed sheet returns an error, and an ignored one no answer")
    func closedSheet() {
        let store = test.open(asking: false)
        let errors = Recorder<(any Error)?>()
        test.health.authorizationDecision = .cancel
        store.requestAuthorization(toShare: nil, read: [TestPhone.steps]) { errors.append($1) }
        test.settle()
        test.health.authorizationDecision = .ignore
        store.requestAuthorization(toShare: nil, read: [TestPhone.steps]) { errors.append($1) }
        test.timeline.advance(by: .seconds(3600))

        #expect(errors.values.map(code) == [.errorUserCanceled])
    }

    // Rule 7 (iOS 27): the boundary compares with the end of samples.
    @Test("Rule 7: limited history hides samples that end before its boundary")
    func limitedHistory() async throws {
        let store = test.open()
        let boundary = test.now
        let reachesIn = test.makeSteps(at: boundary.addingTimeInterval(-30))
        let before = test.makeSteps(at: boundary.addingTimeInterval(-120))
        test.health.add([before, reachesIn])
        test.health.setReadAuthorization(.limited(from: boundary), for: TestPhone.steps)

        let dates = try await test.wait {
            try await store.earliestAuthorizedSampleDate(for: [TestPhone.steps, TestPhone.mass])
        }

        #expect(test.page(TestPhone.steps, with: store).uuids == [reachesIn.uuid])
        #expect(dates == [TestPhone.steps: boundary])
    }

    // Rule 7: the person changes the authorization in Settings.
    @Test("Rule 7: a revoked type looks empty and cannot be saved")
    func revoke() async throws {
        let store = test.open()
        test.health.add(test.makeSteps())
        #expect(test.page(TestPhone.steps, with: store).samples.count == 1)
        let calls = test.observe(TestPhone.steps, with: store)
        test.settle()

        test.health.revoke(TestPhone.steps)
        test.health.add(test.makeSteps())
        test.settle()

        #expect(test.page(TestPhone.steps, with: store).samples.isEmpty)
        #expect(calls.count == 1)
        test.health.revoke(TestPhone.water)
        let own = test.makeOwnWater()
        await #expect(throws: HKError.self) {
            try await test.wait { try await store.save(own) }
        }
    }

    // Rule 19: errorHealthDataUnavailable.
    @Test("A device without health data reports it")
    func unavailable() {
        let store = test.open()
        #expect(test.phone.run { HKHealthStore.isHealthDataAvailable() })
        test.health.isHealthDataAvailable = false
        let errors = Recorder<(any Error)?>()
        store.requestAuthorization(toShare: nil, read: [HKQuantityType(.height)]) {
            errors.append($1)
        }
        test.settle()

        #expect(!test.phone.run { HKHealthStore.isHealthDataAvailable() })
        #expect(errors.values.map(code) == [.errorHealthDataUnavailable])
    }
}
