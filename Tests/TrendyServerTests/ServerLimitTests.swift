import Foundation
import HTTPTypes
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Limits of values and of the system")
struct ServerLimitTests {
    @Test(
        "Connections leave 128 descriptors free, or half of a low limit",
        arguments: [
            (1024, nil, 1024), (1024, 65_536, 1024), (1024, 1152, 1024), (1024, 1151, 1023),
            (1024, 256, 128), (1024, 200, 100), (1024, 3, 2), (1024, 1, 1), (1024, 0, 1),
        ] as [(Int, Int?, Int)]
    )
    func descriptors(_ requested: Int, _ limit: Int?, _ expected: Int) {
        #expect(FileDescriptorLimit.connections(requested: requested, limit: limit) == expected)
    }

    @Test(
        "Readers are the cores less one, from one to four, unless they are set",
        arguments: [(1, 1), (2, 1), (3, 2), (5, 4), (64, 4)]
    )
    func readers(_ cores: Int, _ expected: Int) {
        var limits = WorkLimits()
        #expect(limits.readers(cores: cores) == expected)
        limits.readers = 7
        #expect(limits.readers(cores: cores) == 7)
    }

    @Test(
        "A body delivers the bytes of its minimum rate in each window, and at least one",
        arguments: [
            (1024, Duration.seconds(30), 30_720), (1024, .milliseconds(1), 2), (1, .zero, 1),
            (10, .milliseconds(150), 2),
        ]
    )
    func bodyWindow(_ rate: Int, _ window: Duration, _ expected: Int) {
        var limits = ConnectionLimits()
        limits.minimumBodyRate = rate
        limits.bodyWindow = window

        #expect(limits.bodyWindowBytes == expected)
    }

    @Test("An address has at most 254 bytes and exactly one @ between two parts")
    func emailAddresses() {
        let local = String(repeating: "a", count: 254 - "@example.com".utf8.count)

        #expect(EmailAddress.violation(of: local + "@example.com") == nil)
        #expect(EmailAddress.violation(of: "a" + local + "@example.com")?.code == "invalid")
        for text in ["", "a", "a@", "@a", "a@b@c", "a b@c", "a\u{7f}@c", "a\u{200b}@c"] {
            #expect(EmailAddress.violation(of: text)?.code == "invalid", "\(text)")
        }
        #expect(EmailAddress.normalized(" Ada@E\u{301}x.org\n") == "ada@\u{e9}x.org")
    }

    @Test("A password has 8 characters and up to 1024 bytes, in its normalized form")
    func passwords() {
        func code(_ password: String) -> String? {
            PasswordPolicy.violations(of: password, email: "evelyn99@x.org").first?.code
        }
        let unusual = "x7!kQp2z"
        let random = TestRandom(seed: 1)
        let longest = String((0..<1024).map { _ in Array(unusual)[Int(random.next() % 8)] })

        #expect(code(unusual) == nil)
        #expect(code(String(unusual.dropLast())) == "too_short")
        #expect(code(longest) == nil)
        #expect(code(longest + "x") == "too_long")
        #expect(code("x7!kQp2\u{0}z") == "invalid")
        // Four characters that have eight scalars.
        #expect(code("e\u{301}a\u{301}o\u{301}u\u{301}") == "too_short")
        #expect(code("Evelyn99") == "too_common")
        #expect(code("evelyn99@X.org") == "too_common")
    }

    @Test(
        "Decorated words, sequences and repetitions are common",
        arguments: [
            "password", "password1!", "123password", "p4ssw0rd", "$unsh1ne", "1etmein", "76543210",
            "98765432", "bcdefghi", "abcabcab", "qwertyui", "iuytrewq", "90123456", "1q2w3e4r",
        ]
    )
    func common(_ password: String) {
        #expect(CommonPasswords.contains(password))
    }

    @Test(
        "Other passwords are not",
        arguments: [
            "passwort-esel", "kaffeetasse7", "abcdefgx", "abdefghi", "abcabcabd", "qwertyuix",
        ]
    )
    func uncommon(_ password: String) {
        #expect(!CommonPasswords.contains(password))
    }

    @Test(
        "A date has the form of HTTP",
        arguments: [
            (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
            (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (-62_135_596_800, "Mon, 01 Jan 0001 00:00:00 GMT"),
        ] as [(Int64, String)]
    )
    func httpDate(_ seconds: Int64, _ expected: String) {
        #expect(Instant(seconds: seconds).httpDate == expected)
    }

    @Test("The last 16 addresses of X-Forwarded-For are evaluated")
    func hops() throws {
        let proxy = try #require(IPAddress("10.0.0.1"))
        let rule = ForwardedClient(trustedProxies: [proxy])
        func client(hops: Int) -> ClientAddress {
            let list = ["192.0.2.9"] + Array(repeating: "10.0.0.1", count: hops - 1)
            return rule.client(
                peer: proxy,
                headers: [.forwardedFor: list.joined(separator: ",")]
            )
        }

        let farthest = ClientAddress(try #require(IPAddress("192.0.2.9")))
        #expect(client(hops: 16) == farthest)
        #expect(client(hops: 17) == ClientAddress(proxy))
    }

    @Test("An account's onboarding status has at most 16 KiB")
    func onboarding() throws {
        func edit(_ count: Int) throws -> OnboardingStatus {
            var change = Document()
            change["note"] = RawJSON(String(repeating: "x", count: count))
            return try OnboardingEdit.merge(change)
                .applied(to: OnboardingStatus(), now: Instant(seconds: 0))
        }
        let empty = try edit(0).document.json.utf8.count

        let longest = try edit(WireLimit.onboardingBytes - empty)

        #expect(longest.document.json.utf8.count == WireLimit.onboardingBytes)
        #expect(throws: Problem.self) { try edit(WireLimit.onboardingBytes - empty + 1) }
    }
}
