import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("The epoch of an account in a store")
struct StoreEpochTests {
    @Test(
        "All reads return one epoch and the number of the last change",
        arguments: StoreFactory.all
    )
    func reads(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let (store, account) = (fixture.store, fixture.account)
        let type = try await fixture.addType()
        try await fixture.push([fixture.event(type)])
        let prefix = try #require(IDPrefix(""))

        let cursor = try await store.latestCursor(account: account)
        let changes = try await store.changes(account: account, after: 0, limit: 9)
        let start = try await store.snapshotStart(account: account)
        let page = try await store.snapshotPage(account: account, after: .start, limit: 9)
        let range = try await store.range(account: account, prefix: prefix, after: nil, limit: 9)
        let digest = try await store.digest(account: account, kind: nil, prefix: prefix)
        let state = try await store.accountState(account: account)

        let epochs = [
            changes.epoch, start.epoch, page.epoch, range.epoch, digest.epoch, state.epoch,
        ]
        let versions = [
            changes.latestVersion, start.version, page.latestVersion, range.latestVersion,
            digest.version, state.version,
        ]
        #expect(!cursor.epoch.isEmpty)
        #expect(cursor.version == 2)
        #expect(epochs.allSatisfy { $0 == cursor.epoch })
        #expect(versions.allSatisfy { $0 == 2 })
    }

    @Test("A push with another epoch writes nothing", arguments: StoreFactory.all)
    func expectedEpoch(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let epoch = try await fixture.store.latestCursor(account: fixture.account).epoch
        let type = fixture.mutation(.create, .eventType, fixture.world.id(), typeFields("Tea"))

        let refused = await #expect(throws: Problem.self) {
            try await push(type, expecting: "other", fixture)
        }
        let outcome = try await push(type, expecting: epoch, fixture)

        #expect(refused?.code == .cursorExpired)
        #expect(outcome.epoch == epoch)
        #expect(outcome.results.map(\.status) == [.applied])
        #expect(outcome.versionAfter == 1)
    }

    @Test(
        "A new epoch of one account is seen by all stores and leaves other accounts as they are",
        arguments: StoreFactory.all
    )
    func renewal(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let (store, account) = (fixture.store, fixture.account)
        let second = try await fixture.openSecondStore()
        let eve = try await StoreFixture.addAccount(to: store, fixture.world, "eve@example.com")
        let type = try await fixture.addType()
        let before = try await second.latestCursor(account: account)
        let other = try await second.latestCursor(account: eve)

        try await store.renewEpoch(account: account, to: "0123456789abcdef")

        let start = try await second.snapshotStart(account: account)
        #expect(start.epoch == "0123456789abcdef")
        #expect(start.version == before.version)
        #expect(start.previousEpochs == [before])
        #expect(try await second.latestCursor(account: eve) == other)
        let refused = await #expect(throws: Problem.self) {
            try await push(fixture.event(type), expecting: before.epoch, fixture, to: second)
        }
        #expect(refused?.code == .cursorExpired)
        #expect(try await store.latestVersion(account: account) == before.version)
        await #expect(throws: ServerError.self) {
            try await store.renewEpoch(account: fixture.world.id(), to: "ffff")
        }
        try await second.close()
    }

    @Test(
        "A page has no change beyond its own number of the last change, while another store writes",
        arguments: StoreFactory.all
    )
    func snapshots(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let (store, account) = (fixture.store, fixture.account)
        let second = try await fixture.openSecondStore()
        let type = try await fixture.addType()
        let prefix = try #require(IDPrefix(""))
        let commands = (0..<30).map { number in
            let event = fixture.event(type, at: Int64(number))
            return PushCommand(mutation: event, requestHash: Array("\(event.id)".utf8))
        }
        let now = fixture.world.clock.now()

        async let writing: Void = {
            for command in commands {
                _ = try await second.push(account: account, commands: [command], now: now)
            }
        }()
        var version: Int64 = 0
        while version < 31 {
            let slice = try await store.changes(account: account, after: version, limit: 100)
            #expect(slice.entities.allSatisfy { $0.version <= slice.latestVersion })
            #expect(slice.entities.count == Int(slice.nextVersion - version))
            let range = try await store.range(
                account: account,
                prefix: prefix,
                after: nil,
                limit: 1000
            )
            #expect(range.entities.count == Int(range.latestVersion))
            let digest = try await store.digest(account: account, kind: nil, prefix: prefix)
            #expect(digest.buckets.reduce(0) { $0 + $1.bucket.count } == Int(digest.version))
            let page = try await store.snapshotPage(account: account, after: .events, limit: 1000)
            #expect(page.entities.allSatisfy { $0.version <= page.latestVersion })
            version = slice.nextVersion
        }
        try await writing
        try await second.close()
    }

    private func push(
        _ mutation: PushMutation,
        expecting epoch: String?,
        _ fixture: StoreFixture,
        to store: (any ServerStore)? = nil
    ) async throws -> PushOutcome {
        try await (store ?? fixture.store).push(
            account: fixture.account,
            commands: [
                PushCommand(mutation: mutation, requestHash: Array("\(mutation.id)".utf8))
            ],
            expectedEpoch: epoch,
            now: fixture.world.clock.now()
        )
    }
}
