import Testing
import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyWire

/// The stored onboarding state of a row.
enum StoredRecord: String, CaseIterable, Sendable {
    case missing, complete, confirmedStep, unconfirmedStep, damaged, newer
}

/// A row of the decision table in `docs/explanation/onboarding.md`.
struct RouteRow: Sendable, CustomTestStringConvertible {
    var name: String
    var isSignedIn = false
    var hadAccount = false
    var own = StoredRecord.missing
    var anonymous = StoredRecord.missing
    var otherCompleted = false
    var legacyFlag = false
    var isOnline: Bool?
    /// The route that is shown at once.
    var first: AppRoute
    /// The route when the server does not answer.
    var withoutAnswer: AppRoute?
    /// The route when the server does not know the account.
    var new: AppRoute?

    var testDescription: String { name }

    static let step = AppRoute.onboarding(.firstEventType)
    static let welcome = AppRoute.onboarding(.welcome)

    static let all: [RouteRow] = [
        // Signed in.
        RouteRow(
            name: "session, completed",
            isSignedIn: true,
            own: .complete,
            first: .authenticated
        ),
        RouteRow(
            name: "session, completed, offline",
            isSignedIn: true,
            own: .complete,
            isOnline: false,
            first: .authenticated
        ),
        RouteRow(
            name: "session, at a step, confirmed",
            isSignedIn: true,
            own: .confirmedStep,
            first: step
        ),
        RouteRow(
            name: "session, at a step, unconfirmed",
            isSignedIn: true,
            own: .unconfirmedStep,
            first: .loading,
            withoutAnswer: step,
            new: step
        ),
        RouteRow(
            name: "session, at a step, unconfirmed, offline",
            isSignedIn: true,
            own: .unconfirmedStep,
            isOnline: false,
            first: step
        ),
        RouteRow(
            name: "session, nothing stored",
            isSignedIn: true,
            first: .loading,
            withoutAnswer: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, online",
            isSignedIn: true,
            isOnline: true,
            first: .loading,
            withoutAnswer: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, offline",
            isSignedIn: true,
            isOnline: false,
            first: welcome
        ),
        RouteRow(
            name: "session, nothing stored, another completed here",
            isSignedIn: true,
            otherCompleted: true,
            first: .loading,
            withoutAnswer: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, another completed here, offline",
            isSignedIn: true,
            otherCompleted: true,
            isOnline: false,
            first: welcome
        ),
        RouteRow(
            name: "session, damaged",
            isSignedIn: true,
            own: .damaged,
            first: .loading,
            withoutAnswer: .authenticated,
            new: welcome
        ),
        RouteRow(
            name: "session, later version, offline",
            isSignedIn: true,
            own: .newer,
            isOnline: false,
            first: .authenticated
        ),
        RouteRow(
            name: "session, nothing stored, legacy flag",
            isSignedIn: true,
            legacyFlag: true,
            first: .authenticated
        ),
        RouteRow(
            name: "session, at a step, legacy flag",
            isSignedIn: true,
            own: .confirmedStep,
            legacyFlag: true,
            first: step
        ),
        RouteRow(
            name: "session, anonymous step",
            isSignedIn: true,
            anonymous: .unconfirmedStep,
            first: .loading,
            withoutAnswer: step,
            new: step
        ),
        RouteRow(
            name: "session, anonymous completed",
            isSignedIn: true,
            anonymous: .complete,
            first: .authenticated
        ),
        // Signed out.
        RouteRow(name: "anonymous, new", first: welcome),
        RouteRow(name: "anonymous, new, offline", isOnline: false, first: welcome),
        RouteRow(name: "anonymous, at a step", anonymous: .unconfirmedStep, first: step),
        RouteRow(name: "anonymous, completed", anonymous: .complete, first: .authenticated),
        RouteRow(name: "anonymous, damaged", anonymous: .damaged, first: .authenticated),
        RouteRow(name: "anonymous, another completed here", otherCompleted: true, first: .login),
        RouteRow(
            name: "anonymous, at a step, another completed here",
            anonymous: .unconfirmedStep,
            otherCompleted: true,
            first: step
        ),
        RouteRow(name: "anonymous, legacy flag", legacyFlag: true, first: .login),
        RouteRow(name: "signed out, completed", hadAccount: true, own: .complete, first: .login),
        RouteRow(
            name: "signed out, at a step",
            hadAccount: true,
            own: .confirmedStep,
            first: .login
        ),
        RouteRow(name: "signed out, nothing stored", hadAccount: true, first: .login),
        RouteRow(
            name: "signed out, anonymous at a step",
            hadAccount: true,
            anonymous: .unconfirmedStep,
            first: step
        ),
        RouteRow(
            name: "signed out, anonymous completed",
            hadAccount: true,
            anonymous: .complete,
            first: .login
        ),
        RouteRow(
            name: "signed out, anonymous damaged",
            hadAccount: true,
            anonymous: .damaged,
            first: .login
        ),
    ]
}

@Suite("The first route, row by row")
@MainActor
struct RouteTableTests {
    private func store(
        _ stored: StoredRecord,
        of owner: OnboardingOwner,
        in fixture: OnboardingFixture
    ) throws {
        let name = owner == .anonymous ? "nobody" : OnboardingFixture.ada.description
        let key = "onboarding_status_\(name)"
        // The second step while signed out is the sign-in, which an account has completed.
        var record = OnboardingRecord([.welcome], isConfirmed: stored == .confirmedStep)
        if owner == .anonymous { record.hasPostponedSignIn = true }
        switch stored {
        case .missing: break
        case .complete:
            try fixture.cache.write(OnboardingRecord([.welcome], isCompleted: true), of: owner)
        case .confirmedStep, .unconfirmedStep: try fixture.cache.write(record, of: owner)
        case .damaged: try fixture.store.set("{", for: key)
        case .newer: try fixture.store.set(#"{"format":2,"progress":[]}"#, for: key)
        }
    }

    private func prepare(_ row: RouteRow, _ fixture: OnboardingFixture) async throws -> Profile {
        if row.isSignedIn || row.hadAccount { try await fixture.signIn() }
        if row.hadAccount { try await fixture.profile().signOut() }
        try store(row.own, of: .account(OnboardingFixture.ada), in: fixture)
        try store(row.anonymous, of: .anonymous, in: fixture)
        if row.otherCompleted {
            try fixture.cache.write(
                OnboardingRecord([], isCompleted: true),
                of: .account(OnboardingFixture.bob)
            )
        }
        if row.legacyFlag { try fixture.store.set("1", for: "onboarding_complete") }
        return try fixture.profile()
    }

    @Test("The first route, and the route without the server's answer", arguments: RouteRow.all)
    func withoutAnswer(_ row: RouteRow) async throws {
        let fixture = try OnboardingFixture()
        let profile = try await prepare(row, fixture)
        let exchange = OnboardingExchange()
        exchange.hold()
        let service = fixture.launch()
        service.connect(fixture.client(exchange), of: OnboardingFixture.ada)
        let router = AppRouter(
            sessions: profile,
            onboarding: service,
            dependencies: fixture.dependencies
        )

        router.determineInitialRoute(isOnline: row.isOnline)

        #expect(router.route == row.first)
        #expect((row.first == .loading) == (row.withoutAnswer != nil))
        if let withoutAnswer = row.withoutAnswer {
            await fixture.clock.slept(for: AppRouter.gracePeriod)
            fixture.clock.advance(by: AppRouter.gracePeriod - .milliseconds(1))
            #expect(router.route == .loading)
            fixture.clock.advance(by: .milliseconds(1))
            await waitUntil { router.route != .loading }
            #expect(router.route == withoutAnswer)
        }
        exchange.release()
        await router.close()
    }

    @Test(
        "The route when the server answers",
        arguments: RouteRow.all.filter { $0.new != nil }
    )
    func answers(_ row: RouteRow) async throws {
        for isCompleted in [false, true] {
            let fixture = try OnboardingFixture()
            let profile = try await prepare(row, fixture)
            var status = OnboardingStatus()
            status.isCompleted = isCompleted
            let service = fixture.launch()
            service.connect(
                fixture.client(OnboardingExchange(status: status)),
                of: OnboardingFixture.ada
            )
            let router = AppRouter(
                sessions: profile,
                onboarding: service,
                dependencies: fixture.dependencies
            )

            router.determineInitialRoute(isOnline: row.isOnline)
            await waitUntil { router.route != .loading }

            #expect(router.route == (isCompleted ? .authenticated : row.new))
            await router.close()
            // The next launch does not need to ask.
            let next = AppRouter(
                sessions: profile,
                onboarding: fixture.launch(),
                dependencies: fixture.dependencies
            )
            next.determineInitialRoute()
            #expect(next.route == router.route)
        }
    }

    @Test("A completed onboarding always shows the app at once, and offline there is no wait")
    func invariants() {
        let records: [OnboardingStatusCache.Reading] = [
            .missing, .unreadable, .record(OnboardingRecord([.welcome])),
            .record(OnboardingRecord([.welcome], isConfirmed: false)),
            .record(OnboardingRecord([], isCompleted: true)),
        ]
        for reading in records {
            for bits in 0..<8 {
                for isOnline in [nil, false, true] as [Bool?] {
                    let facts = RouteDecision.Facts(
                        hasSession: bits & 1 != 0,
                        hasAccount: bits & 1 != 0 || bits & 2 != 0,
                        reading: reading,
                        wasCompletedOnDevice: bits & 4 != 0,
                        isOnline: isOnline
                    )
                    let outcome = RouteDecision.decide(facts)
                    if case .fetchStatus = outcome {
                        #expect(facts.hasSession && isOnline != false)
                    }
                    if facts.hasSession { #expect(outcome != .show(.login)) }
                    guard case .record(let record) = reading, record.status.isCompleted else {
                        continue
                    }
                    let app = facts.hasSession || !facts.hasAccount
                    #expect(outcome == .show(app ? .authenticated : .login))
                }
            }
        }
    }
}
