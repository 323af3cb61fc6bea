import Testing
import TrendyKit
import TrendyModel
import TrendyWire

/// What is stored of somebody.
enum Stored: String, CaseIterable, Sendable {
    case missing, complete, confirmedStep, unconfirmedStep, damaged, newer
}

/// A row of the table of `docs/onboarding.md`.
struct RouteRow: Sendable, CustomTestStringConvertible {
    var name: String
    var isSignedIn = false
    var hadAccount = false
    var own = Stored.missing
    var nobody = Stored.missing
    var otherFinished = false
    var legacyFlag = false
    var isOnline: Bool?
    /// What is shown at once.
    var first: AppRoute
    /// What is shown when the server does not answer.
    var silent: AppRoute?
    /// What is shown when the server knows nothing of the account.
    var new: AppRoute?

    var testDescription: String { name }

    static let step = AppRoute.onboarding(.firstEventType)
    static let welcome = AppRoute.onboarding(.welcome)

    static let all: [RouteRow] = [
        // Signed in.
        RouteRow(
            name: "session, through",
            isSignedIn: true,
            own: .complete,
            first: .authenticated
        ),
        RouteRow(
            name: "session, through, offline",
            isSignedIn: true,
            own: .complete,
            isOnline: false,
            first: .authenticated
        ),
        RouteRow(
            name: "session, at a step that the server knows of",
            isSignedIn: true,
            own: .confirmedStep,
            first: step
        ),
        RouteRow(
            name: "session, at a step, the server not asked yet",
            isSignedIn: true,
            own: .unconfirmedStep,
            first: .loading,
            silent: step,
            new: step
        ),
        RouteRow(
            name: "session, at a step, the server not asked yet, offline",
            isSignedIn: true,
            own: .unconfirmedStep,
            isOnline: false,
            first: step
        ),
        RouteRow(
            name: "session, nothing stored",
            isSignedIn: true,
            first: .loading,
            silent: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, online",
            isSignedIn: true,
            isOnline: true,
            first: .loading,
            silent: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, offline",
            isSignedIn: true,
            isOnline: false,
            first: welcome
        ),
        RouteRow(
            name: "session, nothing stored, another got through here",
            isSignedIn: true,
            otherFinished: true,
            first: .loading,
            silent: welcome,
            new: welcome
        ),
        RouteRow(
            name: "session, nothing stored, another got through here, offline",
            isSignedIn: true,
            otherFinished: true,
            isOnline: false,
            first: welcome
        ),
        RouteRow(
            name: "session, damaged",
            isSignedIn: true,
            own: .damaged,
            first: .loading,
            silent: .authenticated,
            new: welcome
        ),
        RouteRow(
            name: "session, of a later program, offline",
            isSignedIn: true,
            own: .newer,
            isOnline: false,
            first: .authenticated
        ),
        RouteRow(
            name: "session, nothing stored, the old flag",
            isSignedIn: true,
            legacyFlag: true,
            first: .authenticated
        ),
        RouteRow(
            name: "session, at a step, the old flag",
            isSignedIn: true,
            own: .confirmedStep,
            legacyFlag: true,
            first: step
        ),
        RouteRow(
            name: "session, nobody's step not taken over yet",
            isSignedIn: true,
            nobody: .unconfirmedStep,
            first: .loading,
            silent: step,
            new: step
        ),
        RouteRow(
            name: "session, nobody's end not taken over yet",
            isSignedIn: true,
            nobody: .complete,
            first: .authenticated
        ),
        // Not signed in.
        RouteRow(name: "nobody, new", first: welcome),
        RouteRow(name: "nobody, new, offline", isOnline: false, first: welcome),
        RouteRow(name: "nobody, at a step", nobody: .unconfirmedStep, first: step),
        RouteRow(name: "nobody, through", nobody: .complete, first: .authenticated),
        RouteRow(name: "nobody, damaged", nobody: .damaged, first: .authenticated),
        RouteRow(name: "nobody, another got through here", otherFinished: true, first: .login),
        RouteRow(
            name: "nobody, at a step, another got through here",
            nobody: .unconfirmedStep,
            otherFinished: true,
            first: step
        ),
        RouteRow(name: "nobody, the old flag", legacyFlag: true, first: .login),
        RouteRow(name: "signed out, through", hadAccount: true, own: .complete, first: .login),
        RouteRow(
            name: "signed out, at a step",
            hadAccount: true,
            own: .confirmedStep,
            first: .login
        ),
        RouteRow(name: "signed out, nothing stored", hadAccount: true, first: .login),
        RouteRow(
            name: "signed out, nobody at a step",
            hadAccount: true,
            nobody: .unconfirmedStep,
            first: step
        ),
        RouteRow(
            name: "signed out, nobody through",
            hadAccount: true,
            nobody: .complete,
            first: .login
        ),
        RouteRow(
            name: "signed out, nobody damaged",
            hadAccount: true,
            nobody: .damaged,
            first: .login
        ),
    ]
}

@Suite("The first route, row by row")
@MainActor
struct RouteTableTests {
    private func store(
        _ stored: Stored,
        of owner: OnboardingOwner,
        in fixture: OnboardingFixture
    ) throws {
        let name = owner == .nobody ? "nobody" : OnboardingFixture.ada.description
        let key = "onboarding_status_\(name)"
        // Nobody's second step is signing in, which an account has behind it.
        var record = OnboardingRecord([.welcome], isConfirmed: stored == .confirmedStep)
        if owner == .nobody { record.hasPutOffSignIn = true }
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
        try store(row.nobody, of: .nobody, in: fixture)
        if row.otherFinished {
            try fixture.cache.write(
                OnboardingRecord([], isCompleted: true),
                of: .account(OnboardingFixture.bob)
            )
        }
        if row.legacyFlag { try fixture.store.set("1", for: "onboarding_complete") }
        return try fixture.profile()
    }

    @Test("What is shown at once, and when the server keeps silent", arguments: RouteRow.all)
    func silence(_ row: RouteRow) async throws {
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
        #expect((row.first == .loading) == (row.silent != nil))
        if let silent = row.silent {
            await fixture.clock.slept(for: AppRouter.gracePeriod)
            fixture.clock.advance(by: AppRouter.gracePeriod - .milliseconds(1))
            #expect(router.route == .loading)
            fixture.clock.advance(by: .milliseconds(1))
            await becomes { router.route != .loading }
            #expect(router.route == silent)
        }
        exchange.release()
        await router.close()
    }

    @Test(
        "What is shown when the server answers",
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
            await becomes { router.route != .loading }

            #expect(router.route == (isCompleted ? .authenticated : row.new))
            await router.close()
            // The next launch need not ask.
            let next = AppRouter(
                sessions: profile,
                onboarding: fixture.launch(),
                dependencies: fixture.dependencies
            )
            next.determineInitialRoute()
            #expect(next.route == router.route)
        }
    }

    @Test("Whatever else holds: who is through sees the app at once, and offline nobody waits")
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
                        operationFinished: bits & 4 != 0,
                        isOnline: isOnline
                    )
                    let outcome = RouteDecision.decide(facts)
                    if case .ask = outcome {
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
