import TestSupport
import Testing
import TrendyModel
import TrendyServer

@testable import TrendyPostgres

@Suite("Attempts that servers count together")
struct SharedAttemptsTests {
    @Test("Counts grow, expire by the database's clock, and can be forgotten")
    func counts() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let first = try await PostgresStore.open(fixture.url(), random: CountingRandom(1)).store
        let second = try await PostgresStore.open(fixture.url(), random: CountingRandom(9)).store
        let (one, two): ([UInt8], [UInt8]) = ([1], [2])

        try await first.countAttempts(of: [one, two], expiry: .seconds(3600))
        try await second.countAttempts(of: [one], expiry: .seconds(3600))
        let found = try await first.attempts(of: [one, two, [3]])
        #expect(Set(found.map { "\($0.key) \($0.count)" }) == ["[1] 2", "[2] 1"])
        #expect(found.allSatisfy { $0.age >= .zero && $0.age < .seconds(3600) })

        try fixture.sql("UPDATE sign_in_attempt SET expires_at = 1")
        #expect(try await first.attempts(of: [one, two]).isEmpty)
        try await first.countAttempts(of: [one], expiry: .seconds(3600))
        #expect(try await second.attempts(of: [one]).map(\.count) == [1])
        #expect(try fixture.sql("SELECT count(*) FROM sign_in_attempt").hasPrefix("1"))

        try await second.forgetAttempts(of: one)
        try await second.remember(two, for: .seconds(60))
        #expect(try await first.attempts(of: [one, two]).map(\.count) == [0])
        try await first.close()
        try await second.close()
    }

    @Test("Attempts at the same time all count")
    func concurrent() async throws {
        let fixture = try PostgresFixture()
        try PostgresMigrations.migrate(fixture.connect())
        let store = try await PostgresStore.open(fixture.url(), random: CountingRandom(1)).store
        let keys: [[UInt8]] = [[1], [2], [3]]

        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                let order = number % 2 == 0 ? keys : keys.reversed()
                group.addTask { try await store.countAttempts(of: order, expiry: .seconds(60)) }
            }
            try await group.waitForAll()
        }

        #expect(try await store.attempts(of: keys).map(\.count) == [60, 60, 60])
        try await store.close()
    }
}
