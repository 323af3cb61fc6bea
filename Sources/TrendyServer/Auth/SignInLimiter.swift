import Logging
import Synchronization
import TrendyModel
import TrendyWire

/// Rate limiter for password attempts and sign-ups, per address, per account and per pair of both.
///
/// An attempt counts before the password is hashed; a correct password refunds it. The limit of an
/// account over all addresses does not apply to addresses that signed in to it before, so that a
/// distributed attack does not lock out the owner. The counts are in memory with a bounded size; a
/// restart clears them.
final class SignInLimiter: Sendable {
    private struct Pair: Hashable {
        let account: String
        let address: ClientAddress
    }

    private struct State {
        var pairs: AttemptLimiter<Pair>
        var accounts: AttemptLimiter<String>
        var addresses: AttemptLimiter<ClientAddress>
        var signUps: AttemptLimiter<ClientAddress>
        var known = GenerationalCache<Pair, Bool>(capacity: 20_000)
    }

    private let state: Mutex<State>
    private let logger: Logger
    private let pseudonyms: AddressPseudonyms

    init(limits: SignInLimits, random: any RandomSource, logger: Logger) {
        state = Mutex(
            State(
                pairs: AttemptLimiter(policy: limits.pairPolicy),
                accounts: AttemptLimiter(policy: limits.accountPolicy),
                addresses: AttemptLimiter(policy: limits.addressPolicy),
                signUps: AttemptLimiter(policy: limits.signUpPolicy)
            )
        )
        self.logger = logger
        pseudonyms = AddressPseudonyms(random: random)
    }

    /// Counts an attempt for an account, or throws the problem with the delay.
    func admitAttempt(account: String, from address: ClientAddress, now: Instant) throws(Problem) {
        let pair = Pair(account: account, address: address)
        let refusal = state.withLock { state -> (scope: String, wait: Duration, isFirst: Bool)? in
            let isKnown = state.known[pair] ?? false
            // Checked before anything is counted: a refused attempt counts nowhere.
            if address != .unknown, let wait = state.addresses.delay(of: address, at: now) {
                let isFirst = state.addresses.admit(address, at: now).isFirstRefusal
                return ("address", wait, isFirst)
            }
            if !isKnown, let wait = state.accounts.delay(of: account, at: now) {
                return ("account", wait, state.accounts.admit(account, at: now).isFirstRefusal)
            }
            if case .delayed(let wait, let isFirst) = state.pairs.admit(pair, at: now) {
                return ("account and address", wait, isFirst)
            }
            if address != .unknown { _ = state.addresses.admit(address, at: now) }
            if !isKnown { _ = state.accounts.admit(account, at: now) }
            return nil
        }
        guard let refusal else { return }
        if refusal.isFirst { report(refusal.scope, address) }
        throw Self.problem("Too many sign-ins with a wrong password.", wait: refusal.wait)
    }

    /// Refunds an attempt with the correct password.
    func succeeded(account: String, from address: ClientAddress) {
        let pair = Pair(account: account, address: address)
        state.withLock { state in
            state.pairs.forget(pair)
            state.addresses.refund(address)
            if state.known[pair] == nil { state.accounts.refund(account) }
            state.known[pair] = true
        }
    }

    /// Refunds an attempt for which no password was compared.
    func refundAttempt(account: String, from address: ClientAddress) {
        let pair = Pair(account: account, address: address)
        state.withLock { state in
            state.pairs.refund(pair)
            state.addresses.refund(address)
            if state.known[pair] == nil { state.accounts.refund(account) }
        }
    }

    /// Counts a sign-up, or throws the problem with the delay.
    func admitSignUp(from address: ClientAddress, now: Instant) throws(Problem) {
        guard address != .unknown else { return }
        let admission = state.withLock { $0.signUps.admit(address, at: now) }
        guard case .delayed(let wait, let isFirst) = admission else { return }
        if isFirst { report("sign-ups", address) }
        throw Self.problem("Too many sign-ups from this address.", wait: wait)
    }

    /// Counts an answer of a provider or the exchange of a code, or throws the problem with the
    /// delay.
    func admitProviderSignIn(from address: ClientAddress, now: Instant) throws(Problem) {
        guard address != .unknown else { return }
        let admission = state.withLock { $0.addresses.admit(address, at: now) }
        guard case .delayed(let wait, let isFirst) = admission else { return }
        if isFirst { report("address", address) }
        throw Self.problem("Too many failed sign-ins from this address.", wait: wait)
    }

    /// Refunds an answer of a provider or a code that was valid.
    func providerSignInSucceeded(from address: ClientAddress) {
        state.withLock { $0.addresses.refund(address) }
    }

    static func problem(_ detail: String, wait: Duration) -> Problem {
        let seconds = max(1, Int(wait.components.seconds) + 1)
        var problem = Problem(
            .rateLimit,
            detail: "\(detail) Try again in \(seconds) s.",
            retryAfter: seconds
        )
        problem.userMessage = "Too many attempts. Please wait \(seconds) s and try again."
        return problem
    }

    private func report(_ scope: String, _ address: ClientAddress) {
        logger.warning(
            "Too many attempts: further ones have to wait",
            metadata: [
                "limit": .string(scope), "client": .string(pseudonyms.name(of: address)),
            ]
        )
    }
}
