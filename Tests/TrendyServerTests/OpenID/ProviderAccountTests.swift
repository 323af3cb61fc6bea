import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Accounts of people who sign in through a provider")
struct ProviderAccountTests {
    /// The waiting identity of an outcome and its cookie.
    private func pending(
        _ outcome: ProviderSignInResult.Outcome,
        _ fixture: ProviderFixture
    ) throws -> PendingIdentity {
        guard case .pending(let cookie) = outcome else {
            throw ProviderFixture.Unexpected(outcome: "\(outcome)")
        }
        return try #require(fixture.signIn.pending(cookie))
    }

    @Test("An address that the provider has not verified creates no account")
    func unverified() async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.isVerified = false }
            let unverified = try await fixture.failure { try await fixture.run() }
            #expect(unverified == .unverifiedAddress)
            fixture.provider.control { $0.editClaims = { $0["email_verified"] = nil } }
            let unstated = try await fixture.failure { try await fixture.run() }
            #expect(unstated == .unverifiedAddress)
            fixture.provider.control { $0.email = "no address" }
            let invalid = try await fixture.failure { try await fixture.run() }
            #expect(invalid == .noAddress)
            fixture.provider.control { $0.email = nil }
            fixture.provider.control { $0.userInfo = ["sub": "subject-1"] }
            let missing = try await fixture.failure { try await fixture.run() }
            #expect(missing == .noAddress)
            let accounts = try await fixture.store.accounts()
            #expect(accounts.isEmpty)
        }
    }

    @Test("An account of the same address is linked only with its password")
    func existing() async throws {
        try await ProviderFixture.run { fixture in
            let session = try await fixture.account()
            let waiting = try pending(try await fixture.run(destination: "/map").outcome, fixture)
            #expect(waiting.need == .password && waiting.email == "ada@example.com")
            #expect(waiting.destination == "/map")
            #expect(try await fixture.store.identities(account: session.account).isEmpty)

            await #expect { try await complete("wrong") } throws: {
                ($0 as? Problem)?.code == .unauthorized
            }
            #expect(try await fixture.store.identities(account: session.account).isEmpty)
            _ = try await complete(ProviderFixture.password)

            let again = try await fixture.session(try await fixture.run().outcome)
            #expect(again.account == session.account)

            func complete(_ password: String) async throws -> BrowserSessions.NewToken {
                try await fixture.signIn.complete(
                    waiting,
                    entered: password,
                    client: "",
                    from: .unknown
                )
            }
        }
    }

    @Test("A waiting identity is worthless after ten minutes, and for other purposes")
    func waiting() async throws {
        try await ProviderFixture.run { fixture in
            _ = try await fixture.account()
            guard case .pending(let cookie) = try await fixture.run().outcome else {
                Issue.record("The identity does not wait")
                return
            }
            let start = try await fixture.signIn.begin(.signIn, destination: nil)
            #expect(fixture.signIn.pending(start.cookie) == nil)
            let answer = try fixture.provider.answer(to: start)
            let code = try await fixture.failure {
                try await fixture.finish(answer, cookie: cookie)
            }
            #expect(code == .expired)
            #expect(fixture.signIn.pending(cookie) != nil)
            fixture.world.clock.advance(by: ProviderSignIn.timeLimit)
            #expect(fixture.signIn.pending(cookie) == nil)
        }
    }

    @Test("The policy for new accounts applies")
    func policy() async throws {
        try await ProviderFixture.run(signUp: .closed) { fixture in
            let closed = try await fixture.failure { try await fixture.run() }
            #expect(closed == .signUpClosed)
        }
        try await ProviderFixture.run(signUp: .invite) { fixture in
            let waiting = try pending(try await fixture.run().outcome, fixture)
            #expect(waiting.need == .invite)
            let invite = Invite(random: fixture.world.random)
            let now = fixture.world.clock.now()
            try await fixture.store.addInvite(
                hash: Invite.hash(of: invite.code),
                uses: 1,
                now: now,
                expiresAt: now + .seconds(60)
            )
            await #expect { try await complete("wrong") } throws: {
                ($0 as? Problem)?.code == .forbidden
            }
            let accounts = try await fixture.store.accounts()
            #expect(accounts.isEmpty)
            _ = try await complete(invite.code)
            _ = try await fixture.session(try await fixture.run().outcome)

            func complete(_ code: String) async throws -> BrowserSessions.NewToken {
                try await fixture.signIn.complete(
                    waiting,
                    entered: code,
                    client: "",
                    from: .unknown
                )
            }
        }
    }

    @Test("A disabled account stays closed")
    func disabled() async throws {
        try await ProviderFixture.run { fixture in
            let session = try await fixture.session(try await fixture.run().outcome)
            let now = fixture.world.clock.now()
            try await fixture.store.setDisabled(account: session.account, at: now)
            let disabled = try await fixture.failure { try await fixture.run() }
            #expect(disabled == .disabled)
        }
    }

    @Test("The signed-in owner links an identity, if it is free")
    func link() async throws {
        try await ProviderFixture.run { fixture in
            let ada = try await fixture.account("ada@other.example")
            let result = try await fixture.run(.link(account: ada.account, session: ada.id))
            guard case .linked = result.outcome else {
                Issue.record("\(result.outcome)")
                return
            }
            let linked = try await fixture.store.identities(account: ada.account)
            #expect(linked.map(\.email) == ["ada@example.com"])
            let session = try await fixture.session(try await fixture.run().outcome)
            #expect(session.account == ada.account)

            let eve = try await fixture.account("eve@example.com")
            let taken = try await fixture.failure {
                try await fixture.run(.link(account: eve.account, session: eve.id))
            }
            #expect(taken == .identityTaken)
            try await fixture.store.endSession(account: eve.account, id: eve.id)
            fixture.provider.control { $0.subject = "subject-2" }
            let ended = try await fixture.failure {
                try await fixture.run(.link(account: eve.account, session: eve.id))
            }
            #expect(ended == .expired)
        }
    }

    @Test("Without a password, a recent sign-in in the browser confirms a change")
    func recent() async throws {
        try await ProviderFixture.run { fixture in
            let session = try await fixture.session(try await fixture.run().outcome)
            let accounts = AccountService(auth: fixture.auth)
            let origin = RequestOrigin(userAgent: "", address: .unknown)
            func delete(_ session: TokenSession, isBrowser: Bool) async throws {
                let identity = TrendyRequestContext.Identity(
                    account: session.account,
                    session: session.id,
                    isBrowser: isBrowser
                )
                try await accounts.delete(
                    PasswordConfirmation(password: ""),
                    of: identity,
                    from: origin
                )
            }

            await #expect { try await delete(session, isBrowser: false) } throws: {
                ($0 as? Problem)?.errors?.first?.code == "sign_in_again"
            }
            fixture.world.clock.advance(by: AccountService.recentSignIn + .seconds(1))
            await #expect { try await delete(session, isBrowser: true) } throws: {
                ($0 as? Problem)?.errors?.first?.code == "sign_in_again"
            }
            let purpose = ProviderSignInPurpose.confirm(
                account: session.account,
                session: session.id
            )
            let start = try await fixture.signIn.begin(purpose, destination: nil)
            #expect(start.location.contains("prompt=login") && start.location.contains("max_age=0"))
            let again = try await fixture.session(try await fixture.run(purpose).outcome)
            #expect(again.account == session.account)
            let live = try await fixture.store.sessions(account: session.account).map(\.id)
            #expect(live == [again.id])
            try await delete(again, isBrowser: true)

            #expect(try await fixture.store.account(id: session.account) == nil)
        }
    }

    @Test("A confirmation needs the same person, who signed in just now")
    func confirmation() async throws {
        try await ProviderFixture.run { fixture in
            let session = try await fixture.session(try await fixture.run().outcome)
            let purpose = ProviderSignInPurpose.confirm(
                account: session.account,
                session: session.id
            )
            fixture.provider.control { $0.editClaims = { $0["auth_time"] = 1_789_000_000 } }
            let old = try await fixture.failure { try await fixture.run(purpose) }
            #expect(old == .invalidAnswer)
            fixture.provider.control {
                $0.editClaims = { _ in }
                $0.subject = "subject-2"
            }
            let other = try await fixture.failure { try await fixture.run(purpose) }
            #expect(other == .identityTaken)
        }
    }

    @Test("Failed sign-ins of one address are limited")
    func limits() async throws {
        try await ProviderFixture.run { fixture in
            fixture.provider.control { $0.signature = .otherKey }
            let address = ClientAddress(try #require(IPAddress("192.0.2.7")))
            var refused: Problem?
            for _ in 0..<SignInLimits().freeAttemptsPerAddress + 5 where refused == nil {
                let start = try await fixture.signIn.begin(.signIn, destination: nil)
                let answer = try fixture.provider.answer(to: start)
                do {
                    _ = try await fixture.signIn.finish(
                        { answer[$0] },
                        cookie: start.cookie,
                        client: "",
                        from: address
                    )
                } catch let problem as Problem {
                    refused = problem
                } catch is ProviderSignInError {}
            }
            #expect(refused?.code == .rateLimit)
        }
    }
}
