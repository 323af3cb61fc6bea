import Testing
import TrendyModel
import TrendySync

@testable import TrendyKit

@Suite("Background task requests")
struct BackgroundPolicyTests {
    private let policy = BackgroundPolicy()
    private let now = Instant(seconds: 1_768_000_000)

    @Test("There is one request for each identifier that the property list permits")
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

    @Test("In Low Power Mode requests are less frequent, and processing requires a charger")
    func sparing() {
        var conditions = SyncConditions()
        conditions.isLowPower = true

        let requests = policy.requests(now: now, processed: now, conditions: conditions)

        #expect(requests[0].earliestBegin == now + policy.restrictedRefreshInterval)
        #expect(policy.restrictedRefreshInterval > policy.refreshInterval)
        #expect(requests[1].kind == .processing(needsNetwork: true, needsPower: true))
    }

    @Test("On a charger the processing task is requested sooner")
    func charging() {
        var conditions = SyncConditions()
        conditions.isCharging = true

        let requests = policy.requests(now: now, processed: now, conditions: conditions)

        #expect(policy.chargingProcessingInterval < policy.processingInterval)
        #expect(requests[1].earliestBegin == now + policy.chargingProcessingInterval)
        #expect(requests[1].kind == .processing(needsNetwork: true, needsPower: false))
    }

    @Test("The processing task is due a day after its last run, however often it is requested")
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

    @Test("A task's limit is below the system's grant, and processing has the longer limit")
    func times() {
        #expect(policy.time(for: BackgroundPolicy.refresh) < .seconds(30))
        #expect(
            policy.time(for: BackgroundPolicy.processing)
                > policy.time(for: BackgroundPolicy.refresh)
        )
        // An unknown identifier gets the short limit.
        #expect(policy.time(for: "another") == policy.time(for: BackgroundPolicy.refresh))
    }
}
