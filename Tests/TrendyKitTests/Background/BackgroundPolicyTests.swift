import Testing
import TrendyModel
import TrendySync

@testable import TrendyKit

@Suite("What the app asks its system for")
struct BackgroundPolicyTests {
    private let policy = BackgroundPolicy()
    private let now = Instant(seconds: 1_768_000_000)

    @Test("One request for each identifier that the property list permits")
    func identifiers() {
        let requests = policy.requests(now: now, processed: now, conditions: SyncConditions())

        #expect(requests.map(\.identifier) == BackgroundPolicy.identifiers)
        #expect(
            requests.map(\.kind) == [.refresh, .processing(needsNetwork: true, needsPower: false)]
        )
        #expect(
            requests.map(\.earliestBegin)
                == [now + policy.refreshInterval, now + policy.processingInterval]
        )
    }

    @Test("To spare power it asks for less, and for the long task on a charger only")
    func sparing() {
        var conditions = SyncConditions()
        conditions.isLowPower = true

        let requests = policy.requests(now: now, processed: now, conditions: conditions)

        #expect(requests[0].earliestBegin == now + policy.restrictedRefreshInterval)
        #expect(policy.restrictedRefreshInterval > policy.refreshInterval)
        #expect(requests[1].kind == .processing(needsNetwork: true, needsPower: true))
    }

    @Test("On a charger it asks for the long task sooner")
    func charging() {
        var conditions = SyncConditions()
        conditions.isCharging = true

        let requests = policy.requests(now: now, processed: now, conditions: conditions)

        #expect(policy.chargingProcessingInterval < policy.processingInterval)
        #expect(requests[1].earliestBegin == now + policy.chargingProcessingInterval)
        #expect(requests[1].kind == .processing(needsNetwork: true, needsPower: false))
    }

    @Test("The long task is due a day after its last time, however often it is asked for")
    func processing() {
        for hours in [Int64(1), 23, 30] {
            let requests = policy.requests(
                now: now + .seconds(hours * 3600),
                processed: now,
                conditions: SyncConditions()
            )

            #expect(requests[1].earliestBegin == now + .seconds(max(24, hours) * 3600))
        }
    }

    @Test("A task takes less than the system grants, the long one longer than the short one")
    func times() {
        #expect(policy.time(for: BackgroundPolicy.refresh) < .seconds(30))
        #expect(
            policy.time(for: BackgroundPolicy.processing)
                > policy.time(for: BackgroundPolicy.refresh)
        )
        // What is not known gets the short time.
        #expect(policy.time(for: "another") == policy.time(for: BackgroundPolicy.refresh))
    }
}
