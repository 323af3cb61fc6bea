package import Foundation
import NIOPosix
import TrendyModel
import TrendyWire
import _CryptoExtras

/// Hashes passwords with scrypt (RFC 7914), away from the threads that serve requests.
///
/// The text form is `scrypt$N$r$p$salt$hash`, so that a hash of an older cost can be verified and
/// then replaced.
package final class PasswordHasher: Sendable {
    /// How hard hashing is: scrypt's parameters.
    package struct Cost: Sendable, Equatable {
        /// N, a power of two.
        var rounds: Int
        /// r.
        var blockSize = 8
        /// p.
        var parallelism: Int
        /// The cost in production, one of those that OWASP recommends for scrypt
        /// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html):
        /// 32 MiB of memory a hash.
        package static let standard = Cost(rounds: 1 << 15, parallelism: 3)
        /// For tests and simulations only, where nothing is worth guarding.
        package static let test = Cost(rounds: 1 << 4, parallelism: 1)
        /// For tests of older hashes.
        package static let weak = Cost(rounds: 1 << 1, parallelism: 1)

        /// The bounds of what a stored hash may ask for.
        fileprivate var isPlausible: Bool {
            (2...1 << 20).contains(rounds) && rounds & (rounds - 1) == 0
                && (1...32).contains(blockSize) && (1...16).contains(parallelism)
        }
    }

    /// What a password is against a hash.
    package enum Verdict: Sendable, Equatable {
        /// It is another one, or there is no hash.
        case wrong
        /// It is the one; `needsRehash` when the hash is of another cost or form.
        case right(needsRehash: Bool)
    }

    /// Hashes of one client's requests that wait; one runs.
    static let waitingPerClient = 4
    /// Hashes that wait in all.
    static let maximumWaiting = 64

    private let cost: Cost
    private let threads: NIOThreadPool?
    private let scheduler: WorkScheduler<ClientAddress>

    /// A hasher.
    ///
    /// - Parameters:
    ///   - cost: how hard hashing is.
    ///   - threads: how many hashes are computed at once, on threads of their own; with 0 they are
    ///     computed where they are asked for, which a simulation wants.
    package init(cost: Cost, threads: Int) {
        self.cost = cost
        self.threads = threads > 0 ? NIOThreadPool(numberOfThreads: threads) : nil
        self.threads?.start()
        scheduler = WorkScheduler(
            name: "sign-ins",
            keyName: "client",
            limits: WorkSchedulerLimits(
                running: max(1, threads),
                runningPerKey: 1,
                waitingPerKey: Self.waitingPerClient,
                waiting: Self.maximumWaiting
            )
        )
    }

    deinit {
        threads?.shutdownGracefully { _ in }
    }

    /// The hash of a password, as text.
    package func hash(
        _ password: String,
        salt: Data,
        for client: ClientAddress = .unknown
    ) async throws -> String {
        let cost = cost
        let normalized = PasswordPolicy.normalized(password)
        let key = try await run(for: client) { try Self.derive(normalized, salt: salt, cost) }
        let parts = [salt, key].map { $0.base64EncodedString() }
        return "scrypt$\(cost.rounds)$\(cost.blockSize)$\(cost.parallelism)$\(parts[0])$\(parts[1])"
    }

    /// Compares a password with a hash; takes the same time for any answer of a hash of the
    /// present cost, and without a hash (no such account) as well.
    package func verify(
        _ password: String,
        against hash: String?,
        for client: ClientAddress = .unknown
    ) async throws -> Verdict {
        let stored = hash.flatMap { StoredHash($0) }
        let cost = stored?.cost ?? cost
        let salt = stored?.salt ?? Data(count: 16)
        let normalized = PasswordPolicy.normalized(password)
        let key = try await run(for: client) { try Self.derive(normalized, salt: salt, cost) }
        guard let stored else { return .wrong }
        let needsRehash = cost != self.cost
        if isEqualInConstantTime(key, stored.key) { return .right(needsRehash: needsRehash) }
        // Hashes of an older cost were made of the password as it was typed.
        guard needsRehash, password.utf8.elementsEqual(normalized.utf8) == false else {
            return .wrong
        }
        let typed = try await run(for: client) { try Self.derive(password, salt: salt, cost) }
        return isEqualInConstantTime(typed, stored.key) ? .right(needsRehash: true) : .wrong
    }

    private struct StoredHash {
        let cost: Cost
        let salt: Data
        let key: Data

        init?(_ text: String) {
            let parts = text.split(separator: "$", omittingEmptySubsequences: false)
            guard parts.count == 6, parts[0] == "scrypt", let rounds = Int(parts[1]),
                let blockSize = Int(parts[2]), let parallelism = Int(parts[3]),
                let salt = Data(base64Encoded: String(parts[4])),
                let key = Data(base64Encoded: String(parts[5]))
            else { return nil }
            cost = Cost(rounds: rounds, blockSize: blockSize, parallelism: parallelism)
            guard cost.isPlausible else { return nil }
            self.salt = salt
            self.key = key
        }
    }

    private static func derive(_ password: String, salt: Data, _ cost: Cost) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: cost.rounds,
            blockSize: cost.blockSize,
            parallelism: cost.parallelism
        )
        return key.withUnsafeBytes { Data($0) }
    }

    /// Computes a hash when it is the client's turn: clients take turns, whatever each has waiting.
    private func run(
        for client: ClientAddress,
        _ work: @escaping @Sendable () throws -> Data
    ) async throws -> Data {
        guard let threads else { return try work() }
        return try await scheduler.run(for: client) { try await threads.runIfActive(work) }
    }
}

/// Whether two byte strings are equal; how long it takes does not tell where they differ.
func isEqualInConstantTime(_ left: Data, _ right: Data) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
