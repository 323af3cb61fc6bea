import Crypto
import Foundation
import Logging
import Synchronization
import TrendyModel
import TrendyWire

/// The limits of ``SignInLimiter`` over all servers of a database.
///
/// Only failed attempts are counted, with one statement each. Attempts that run at the same time on
/// several servers can pass together; each server's own limiter bounds their number.
struct SharedSignInLimiter: Sendable {
    private enum Scope: UInt8 { case pair, account, address, signUp, known }

    /// The time for which an address that signed in to an account is known.
    private static let knownTime = Duration.seconds(30 * 86_400)
    /// The length of a key in bytes: 128 bits of the code, so that two texts never share a key.
    private static let keyBytes = 16

    private let attempts: any SharedAttempts
    private let limits: SignInLimits
    private let key: SymmetricKey
    private let reports: RefusalReports

    /// Creates a limiter.
    ///
    /// - Parameters:
    ///   - attempts: the counts.
    ///   - limits: the limits, which all servers should have in common.
    ///   - secret: the key of pseudonyms, which all servers have in common.
    ///   - random: the source of the pseudonyms in the log.
    ///   - logger: receives reached limits.
    init(
        attempts: any SharedAttempts,
        limits: SignInLimits,
        secret: Data,
        random: any RandomSource,
        logger: Logger
    ) {
        self.attempts = attempts
        self.limits = limits
        key = SymmetricKey(
            data: HMAC<SHA256>.authenticationCode(
                for: Data("sign-in attempts".utf8),
                using: SymmetricKey(data: secret)
            )
        )
        reports = RefusalReports(logger: logger, random: random)
    }

    /// Throws the problem with the delay when attempts on other servers have used up the free ones.
    func checkAttempt(account: String, from address: ClientAddress) async throws {
        let pair = key(.pair, account, address)
        let (one, all) = (key(.account, account), key(.address, "", address))
        let known = key(.known, account, address)
        let found = try await attempts.attempts(of: [pair, one, all, known])
        let isKnown = found.contains { $0.key == known }
        for attempt in found {
            let scope: (name: String, policy: AttemptLimiterPolicy)
            switch attempt.key {
            case pair: scope = ("account and address", limits.pairPolicy)
            case one where !isKnown: scope = ("account", limits.accountPolicy)
            case all where address != .unknown: scope = ("address", limits.addressPolicy)
            default: continue
            }
            guard let wait = scope.policy.delay(of: attempt) else { continue }
            reports.report(scope.name, address, attempt)
            throw SignInLimiter.problem("Too many sign-ins with a wrong password.", wait: wait)
        }
    }

    /// Counts an attempt with a wrong password.
    func failed(account: String, from address: ClientAddress) async throws {
        var keys = [key(.pair, account, address)]
        let known = key(.known, account, address)
        if try await attempts.attempts(of: [known]).isEmpty { keys.append(key(.account, account)) }
        if address != .unknown { keys.append(key(.address, "", address)) }
        try await attempts.countAttempts(of: keys, expiry: .seconds(limits.resetSeconds))
    }

    /// Ends the delays of an address for an account, and remembers that it belongs to its owner.
    func succeeded(account: String, from address: ClientAddress) async throws {
        let (pair, known) = (key(.pair, account, address), key(.known, account, address))
        let found = try await attempts.attempts(of: [pair, known]).map(\.key)
        if found.contains(pair) { try await attempts.forgetAttempts(of: pair) }
        if !found.contains(known) { try await attempts.remember(known, for: Self.knownTime) }
    }

    /// Counts a sign-up, or throws the problem with the delay.
    func admitSignUp(from address: ClientAddress) async throws {
        guard address != .unknown else { return }
        let signUps = key(.signUp, "", address)
        if let attempt = try await attempts.attempts(of: [signUps]).first,
            let wait = limits.signUpPolicy.delay(of: attempt)
        {
            reports.report("sign-ups", address, attempt)
            throw SignInLimiter.problem("Too many sign-ups from this address.", wait: wait)
        }
        try await attempts.countAttempts(of: [signUps], expiry: .seconds(limits.resetSeconds))
    }

    /// A pseudonym: without the secret it cannot be traced to an account or address.
    private func key(
        _ scope: Scope,
        _ account: String,
        _ address: ClientAddress? = nil
    ) -> [UInt8] {
        let text = [scope.rawValue] + (address?.bytes ?? []) + [0xFF] + Array(account.utf8)
        let code = HMAC<SHA256>.authenticationCode(for: Data(text), using: key)
        return Array(code.prefix(Self.keyBytes))
    }
}

extension AttemptLimiterPolicy {
    /// The rest of the delay after shared attempts; `nil` when the next one may proceed.
    func delay(of attempt: SharedAttempt) -> Duration? {
        guard attempt.count >= free else { return nil }
        let doublings = min(attempt.count - free, 30)
        let wait = min(firstDelay * (1 << doublings), maximumDelay) - attempt.age
        return wait > .zero ? wait : nil
    }
}

/// Logs each reached limit once for each count.
private final class RefusalReports: Sendable {
    private let reported = Mutex(GenerationalCache<[UInt8], Int>(capacity: 10_000))
    private let logger: Logger
    private let pseudonyms: AddressPseudonyms

    init(logger: Logger, random: any RandomSource) {
        self.logger = logger
        pseudonyms = AddressPseudonyms(random: random)
    }

    func report(_ scope: String, _ address: ClientAddress, _ attempt: SharedAttempt) {
        let isNew = reported.withLock { reported in
            defer { reported[attempt.key] = attempt.count }
            return reported[attempt.key] != attempt.count
        }
        guard isNew else { return }
        logger.warning(
            "Too many attempts on all servers: further ones have to wait",
            metadata: [
                "limit": .string(scope), "client": .string(pseudonyms.name(of: address)),
            ]
        )
    }
}
