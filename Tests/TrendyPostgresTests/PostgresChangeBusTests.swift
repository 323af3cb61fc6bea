import TestSupport
import Testing
import TrendyModel
import TrendyPostgres
import TrendyServer

@Suite("Notices of changes between servers", .timeLimit(.minutes(5)))
struct PostgresChangeBusTests {
    private let account = EntityID(high: 1, low: 2)

    /// Whether a notice arrives at a listener, while a bus goes on to send some.
    ///
    /// Notices that are sent before the other bus listens are lost.
    private func arrives(
        _ bus: PostgresChangeBus,
        at listener: Broadcaster<EntityID>.Listener
    ) async -> Bool {
        let sender = Task {
            while !Task.isCancelled {
                bus.changed(account)
                // Ends early only because it is cancelled.
                try? await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { sender.cancel() }
        for await _ in listener.events { return true }
        return false
    }

    @Test("A change on one server reaches the listeners of its account on another one")
    func arrival() async throws {
        let fixture = try PostgresFixture()
        let first = try PostgresChangeBus(fixture.url(), logger: quiet)
        let second = try PostgresChangeBus(fixture.url(), logger: quiet)
        let listener = second.listen(to: account)
        let other = second.listen(to: EntityID(high: 1, low: 3))

        #expect(await arrives(first, at: listener))
        // Many accounts need several notifications.
        let last = EntityID(high: 9, low: 999)
        let many = second.listen(to: last)
        for number in 0..<1000 { first.changed(EntityID(high: 9, low: UInt64(number))) }
        for await _ in many.events { break }

        listener.stop()
        many.stop()
        other.stop()
        var notices = 0
        for await _ in other.events { notices += 1 }
        #expect(notices == 0)
        // The sender gets its own notices, too, maybe after the other server.
        try await eventually { first.lags.count >= 1000 }
        #expect(second.lags.count == 0)
        await first.close()
        await second.close()
    }

    @Test("A listener of the same server is notified without the database")
    func local() async throws {
        let url = try PostgresURL("postgres://nobody@127.0.0.1:1/none")
        let bus = try PostgresChangeBus(url, logger: quiet)
        let listener = bus.listen(to: account)
        #expect(bus.count(of: account) == 1)
        bus.changed(account)
        for await _ in listener.events { break }
        listener.stop()
        #expect(bus.count(of: account) == 0)
        await bus.close()
    }

    @Test("After a restart of the database, notices arrive again")
    func restart() async throws {
        let cluster = try PostgresCluster()
        let fixture = try PostgresFixture(cluster)
        let first = try PostgresChangeBus(fixture.url(), logger: quiet)
        let second = try PostgresChangeBus(fixture.url(), logger: quiet)
        let listener = second.listen(to: account)
        #expect(await arrives(first, at: listener))
        cluster.kill()
        try cluster.start()
        listener.stop()
        let again = second.listen(to: account)
        #expect(await arrives(first, at: again))
        again.stop()
        await first.close()
        await second.close()
        cluster.stop()
    }
}
