import Testing
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

@Suite("Incomplete push responses")
struct IncompleteResponseTests {
    /// A server that applies the first three mutations of a push and returns results for those
    /// only.
    private struct PartialTransport: TransportWrapper {
        let base: any SyncTransport

        func push(_ request: PushRequest) async throws -> PushAnswer {
            var request = request
            request.mutations = Array(request.mutations.prefix(3))
            return try await base.push(request)
        }
    }

    @Test(
        "Mutations without a result are sent again at once and do not count as failures",
        arguments: [5, 500]
    )
    func rest(batch: Int) async throws {
        try await TestWorld.run { world in
            var limits = SyncLimits()
            limits.pushMutations = batch
            let a = try await world.device("a", limits: limits) { PartialTransport(base: $0) }
            let b = try await world.device("b")
            for index in 0..<20 { try await a.store.log("Coffee", at: Int64(index)) }

            let report = try await a.sync()
            try await b.sync()

            let status = try await a.store.read { try $0.queue.status() }
            #expect(report.pushed == 21)
            #expect(report.retried == 0 && report.failed == 0)
            #expect(status.pending == 0 && status.failed == 0)
            #expect(try await a.contents() == b.contents())
        }
    }
}
