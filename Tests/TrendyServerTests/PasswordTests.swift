import Foundation
import HTTPTypes
import HummingbirdTesting
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Passwords")
struct PasswordTests {
    @Test("At the production cost, verification accepts the right password and refuses a wrong one")
    func scrypt() async throws {
        let hasher = PasswordHasher(cost: .standard, threads: 0)
        let hash = try await hasher.hash("correct horse", salt: Data(repeating: 7, count: 16))

        #expect(hash.hasPrefix("scrypt$32768$8$3$"))
        #expect(
            try await hasher.verify("correct horse", against: hash) == .right(needsRehash: false)
        )
        #expect(try await hasher.verify("wrong horse", against: hash) == .wrong)
        #expect(try await hasher.verify("wrong horse", against: nil) == .wrong)
    }

    @Test("A password in another Unicode normalization form is the same password")
    func normalization() async throws {
        try await ServerFixture().test { client in
            let composed = "pâté de forêt"
            let body = { (password: String) in
                #"{"email":"ada@example.com","password":"\#(password)"}"#
            }
            _ = try await client.newAccount(body(composed.decomposedStringWithCanonicalMapping))
            _ = try await client.session(
                "\(Route.token)?grant_type=password",
                body(composed.precomposedStringWithCanonicalMapping)
            )
        }
    }

    @Test("A sign-in replaces a hash with an outdated cost")
    func rehash() async throws {
        let fixture = try await ServerFixture()
        let weak = try await PasswordHasher(cost: .weak, threads: 0).hash(
            "correct horse",
            salt: Data(repeating: 7, count: 16)
        )
        let account = Account(
            id: fixture.world.id(),
            email: "ada@example.com",
            passwordHash: weak,
            createdAt: fixture.world.clock.now()
        )
        _ = try await fixture.store.createAccount(
            account,
            invite: nil,
            now: fixture.world.clock.now()
        )

        try await fixture.test { client in
            _ = try await client.session(
                "\(Route.token)?grant_type=password",
                #"{"email":"ada@example.com","password":"correct horse"}"#
            )
        }

        let hash = try await fixture.store.account(id: account.id)?.passwordHash ?? ""
        #expect(hash != weak)
        #expect(hash.hasPrefix("scrypt$16$8$1$"))
    }

    @Test(
        "Common passwords are refused, also with decorations",
        arguments: [
            "password", "P@ssw0rd2026!", "        ", "12345678", "87654321", "abcdefgh", "aaaaaaaa",
            "abcabcabc", "qwertyuiop", "1q2w3e4r5t", "iloveyou1", "1loveyou!", "Trendy2026",
            "letmein123", "ADA@EXAMPLE.COM", "$unsh1ne99", "ｐａｓｓｗｏｒｄ",
        ]
    )
    func common(_ password: String) async throws {
        try await ServerFixture().test { client in
            let answer = try await client.send(
                .post,
                Route.signUp,
                #"{"email":"ada@example.com","password":"\#(password)"}"#
            )
            #expect(answer.problem?.code == .validation)
            #expect(answer.problem?.errors?.map(\.code) == ["too_common"])
        }
    }

    @Test(
        "Uncommon passwords are accepted",
        arguments: [
            "correct horse", "long enough", "tr0ub4dor&3", "x7!kQp2z", "kaffee am morgen",
            "наша кошка спит",
        ]
    )
    func uncommon(_ password: String) async throws {
        try await ServerFixture().test { client in
            _ = try await client.newAccount(
                #"{"email":"ada@example.com","password":"\#(password)"}"#
            )
        }
    }

    @Test(
        "An address with control characters is refused, not truncated",
        arguments: [#"ada\u0000@example.com"#, #"ada@example.com\u0000.evil"#, #"a\u202eda@x.org"#]
    )
    func addresses(_ email: String) async throws {
        try await ServerFixture().test { client in
            let answer = try await client.send(
                .post,
                Route.signUp,
                #"{"email":"\#(email)","password":"correct horse"}"#
            )
            #expect(answer.status.code == 422)
            #expect(answer.problem?.errors?.map(\.field) == ["email"])
        }
    }
}
