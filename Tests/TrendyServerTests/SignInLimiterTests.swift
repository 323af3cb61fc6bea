import Logging
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("The scopes of the sign-in limits")
struct SignInLimiterTests {
    private let clock = TestClock()
    private let log = TestLog()

    private func limiter(_ change: (inout SignInLimits) -> Void = { _ in }) -> SignInLimiter {
        var limits = SignInLimits()
        change(&limits)
        return SignInLimiter(limits: limits, random: TestRandom(seed: 1), logger: log.logger)
    }

    private func address(_ number: Int) throws -> ClientAddress {
        ClientAddress(try #require(IPAddress("192.0.2.\(number)")))
    }

    /// The delay in seconds that the limiter asks for; `nil` for an admitted attempt.
    private func wait(_ body: () throws(Problem) -> Void) -> Int? {
        do throws(Problem) {
            try body()
            return nil
        } catch {
            return error.retryAfter
        }
    }

    /// The delays of further attempts, each made when the previous delay is over.
    private func delays(
        _ count: Int,
        _ attempt: (Int, Instant) throws(Problem) -> Void
    ) -> [Int] {
        (0..<count).compactMap { number in
            let delay = wait { () throws(Problem) in try attempt(number, clock.now()) }
            clock.advance(by: .seconds(delay ?? 0))
            _ = wait { () throws(Problem) in try attempt(number, clock.now()) }
            return delay
        }
    }

    @Test("One address may guess an account's password five times, then waits up to 15 minutes")
    func pair() throws {
        let limiter = limiter { $0.freeAttemptsPerAddress = 1000 }
        let address = try address(1)
        let attempt = { (_: Int, now: Instant) throws(Problem) in
            try limiter.admitAttempt(account: "ada", from: address, now: now)
        }

        let free = (0..<5).map { number in
            wait { () throws(Problem) in try attempt(number, clock.now()) }
        }
        let delays = delays(12, attempt)

        #expect(free.allSatisfy { $0 == nil })
        #expect(delays == [2, 3, 5, 9, 17, 33, 65, 129, 257, 513, 901, 901])
    }

    @Test("Many addresses together delay new addresses by a minute at most, but not the owner")
    func account() throws {
        let limiter = limiter()
        let owner = try address(1)
        try limiter.admitAttempt(account: "ada", from: owner, now: clock.now())
        limiter.succeeded(account: "ada", from: owner)

        let addresses = try (2...200).map { try address($0) }
        let free = (0..<30).map { number in
            wait { () throws(Problem) in
                try limiter.admitAttempt(account: "ada", from: addresses[number], now: clock.now())
            }
        }
        let delays = delays(9) { (number, now) throws(Problem) in
            try limiter.admitAttempt(account: "ada", from: addresses[100 + number], now: now)
        }
        let owned = wait { () throws(Problem) in
            try limiter.admitAttempt(account: "ada", from: owner, now: clock.now())
        }

        #expect(free.allSatisfy { $0 == nil })
        #expect(delays == [2, 3, 5, 9, 17, 33, 61, 61, 61])
        #expect(owned == nil)
    }

    @Test("One address that tries many accounts waits five minutes at most")
    func address() throws {
        let limiter = limiter()
        let attacker = try address(1)

        let free = (0..<30).map { number in
            wait { () throws(Problem) in
                try limiter.admitAttempt(account: "a\(number)", from: attacker, now: clock.now())
            }
        }
        let delays = delays(11) { (number, now) throws(Problem) in
            try limiter.admitAttempt(account: "b\(number)", from: attacker, now: now)
        }
        let other = try address(2)
        let others = wait { () throws(Problem) in
            try limiter.admitAttempt(account: "a0", from: other, now: clock.now())
        }

        #expect(free.allSatisfy { $0 == nil })
        #expect(delays == [2, 3, 5, 9, 17, 33, 65, 129, 257, 301, 301])
        #expect(others == nil)
    }

    @Test("After ten sign-ups an address waits one minute, then up to an hour")
    func signUps() throws {
        let limiter = limiter { $0.resetSeconds = 86_400 }
        let address = try address(1)
        let attempt = { (_: Int, now: Instant) throws(Problem) in
            try limiter.admitSignUp(from: address, now: now)
        }

        let free = (0..<10).map { number in
            wait { () throws(Problem) in try attempt(number, clock.now()) }
        }
        let delays = delays(8, attempt)
        let unknown = (0..<30).map { _ in
            wait { () throws(Problem) in
                try limiter.admitSignUp(from: .unknown, now: clock.now())
            }
        }

        #expect(free.allSatisfy { $0 == nil })
        #expect(delays == [61, 121, 241, 481, 961, 1921, 3601, 3601])
        #expect(unknown.allSatisfy { $0 == nil })
    }

    @Test("A series of refusals is logged once for each scope, without the address")
    func warnings() throws {
        let limiter = limiter { limits in
            limits.freeAttempts = 2
            limits.freeAttemptsPerAccount = 4
            limits.freeAttemptsPerAddress = 4
            limits.freeSignUps = 1
        }
        let now = clock.now()
        func attempt(_ account: String, _ number: Int) throws {
            let client = try address(number)
            _ = wait { () throws(Problem) in
                try limiter.admitAttempt(account: account, from: client, now: now)
            }
        }

        for _ in 0..<9 { try attempt("ada", 1) }
        for number in 2..<12 { try attempt("bob", number) }
        for number in 0..<9 { try attempt("c\(number)", 20) }
        let client = try address(30)
        for _ in 0..<9 {
            _ = wait { () throws(Problem) in try limiter.admitSignUp(from: client, now: now) }
        }

        let scopes = log.entries.compactMap { $0.metadata.split(separator: "limit=").last }
        #expect(scopes == ["account and address", "account", "address", "sign-ups"])
        #expect(log.entries.allSatisfy { $0.level == .warning })
        #expect(!log.text.contains("192.0.2"))
    }

    @Test("An attempt without a comparison of the password costs nothing in any scope")
    func refunded() throws {
        let limiter = limiter()
        let address = try address(1)

        let waits = (0..<100).map { _ in
            let wait = wait { () throws(Problem) in
                try limiter.admitAttempt(account: "ada", from: address, now: clock.now())
            }
            limiter.refundAttempt(account: "ada", from: address)
            return wait
        }

        #expect(waits.allSatisfy { $0 == nil })
    }

    @Test("Correct passwords of an address cost nothing in any scope")
    func succeeded() throws {
        let limiter = limiter()

        let waits = try (0..<100).map { number in
            let address = try address(1 + number % 2)
            let wait = wait { () throws(Problem) in
                try limiter.admitAttempt(account: "ada", from: address, now: clock.now())
            }
            limiter.succeeded(account: "ada", from: address)
            return wait
        }

        #expect(waits.allSatisfy { $0 == nil })
    }
}
