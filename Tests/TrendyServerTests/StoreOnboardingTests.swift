import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Onboarding in a store")
struct StoreOnboardingTests {
    private let time = Instant(seconds: 1_768_000_000)

    private func merge(
        _ fixture: StoreFixture,
        _ change: Document,
        into account: EntityID? = nil
    ) async throws -> OnboardingStatus {
        try await fixture.store.editOnboarding(
            account: account ?? fixture.account,
            .merge(change),
            now: fixture.world.clock.now()
        )
    }

    @Test("Edits are read back, for this account only", arguments: StoreFactory.all)
    func edit(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let eve = try await StoreFixture.addAccount(
            to: fixture.store,
            fixture.world,
            "eve@example.com"
        )
        let before = try await fixture.store.onboarding(account: eve)
        #expect(!before.isCompleted && before.userID == eve)

        let edited = try await merge(
            fixture,
            OnboardingStatus.change(step: OnboardingStatus.Step.welcome, at: time)
        )
        let second = try await merge(fixture, OnboardingStatus.completion)

        #expect(edited.completedAt(OnboardingStatus.Step.welcome) == time)
        #expect(second.isCompleted)
        #expect(second.completedAt(OnboardingStatus.Step.welcome) == time)
        #expect(try await fixture.store.onboarding(account: fixture.account) == second)
        #expect(try await fixture.store.onboarding(account: eve) == before)
    }

    @Test(
        "A time ahead of the server's clock counts as the server's time",
        arguments: StoreFactory.all
    )
    func future(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let now = fixture.world.clock.now()

        let ahead = try await merge(
            fixture,
            OnboardingStatus.change(.location, .denied, at: now + .seconds(86_400))
        )
        fixture.world.clock.advance(by: .seconds(60))
        let corrected = try await merge(
            fixture,
            OnboardingStatus.change(.location, .granted, at: now + .seconds(30))
        )

        #expect(ahead.completedAt("location") == now)
        #expect(corrected[.location] == .granted)
    }

    @Test("The record has its account and times; only a change of the content updates it")
    func record() async throws {
        for factory in StoreFactory.all {
            let fixture = try await StoreFixture(factory)
            let fresh = try await fixture.store.onboarding(account: fixture.account)
            let created = try #require(fresh.createdAt)
            #expect(fresh.userID == fixture.account && fresh.updatedAt == created)

            fixture.world.clock.advance(by: .seconds(60))
            let changed = try await merge(fixture, OnboardingStatus.completion)
            let changedAt = fixture.world.clock.now()
            fixture.world.clock.advance(by: .seconds(60))
            let same = try await merge(fixture, OnboardingStatus.completion)
            var forged = Document()
            forged["user_id"] = RawJSON(fixture.world.id())
            forged["created_at"] = RawJSON(time)
            forged["updated_at"] = RawJSON(time)
            let unforged = try await merge(fixture, forged)

            #expect(changed.createdAt == created && changed.updatedAt == changedAt)
            #expect(same == changed && unforged == changed)
        }
    }

    @Test("A missing account has no onboarding", arguments: StoreFactory.all)
    func unknownAccount(_ factory: StoreFactory) async throws {
        let fixture = try await StoreFixture(factory)
        let missing = fixture.world.id()

        for edit in [OnboardingEdit.merge(OnboardingStatus.completion), .reset] {
            let error = await #expect(throws: ServerError.self) {
                _ = try await fixture.store.editOnboarding(account: missing, edit, now: time)
            }
            #expect(error?.code == .unknownAccount)
        }
        let error = await #expect(throws: ServerError.self) {
            _ = try await fixture.store.onboarding(account: missing)
        }
        #expect(error?.code == .unknownAccount)
    }
}
