package import Foundation
import NIOPosix
import TrendyModel
import TrendyWire
import _CryptoExtras

/// Hashes passwords with scrypt (RFC 7914) on its own threads.
///
/// The text form is `scrypt$N$r$p$salt$hash`, so that a hash with an older cost can be verified and
/// then replaced.
package final class PasswordHasher: Sendable {
    /// The scrypt parameters.
    package struct Cost: Sendable, Equatable {
        /// N, a power of two.
        var rounds: Int
        /// r.
        var blockSize = 8
        /// p.
        var parallelism: Int
        /// The production cost, one of OWASP's recommendations for scrypt
        /// (https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html): 32
        /// MiB of memory per hash.
        package static let standard = Cost(rounds: 1 << 15, parallelism: 3)
        /// A low cost for tests and simulations only.
        package static let test = Cost(rounds: 1 << 4, parallelism: 1)
        /// The cost of an outdated hash, for tests.
        package static let weak = Cost(rounds: 1 << 1, parallelism: 1)

        /// Whether a stored hash may request these parameters.
        fileprivate var isPlausible: Bool {
            (2...1 << 20).contains(rounds) && rounds & (rounds - 1) == 0
                && (1...32).contains(blockSize) && (1...16).contains(parallelism)
        }
    }

    /// The result of a verification.
    package enum Verdict: Sendable, Equatable {
        /// Another password, or no hash.
        case wrong
        /// The same password; `needsRehash` when the hash has another cost or form.
        case right(needsRehash: Bool)
    }

    /// The maximum number of waiting hashes of one client; one hash of a client runs at a time.
    static let waitingPerClient = 4
    /// The maximum number of waiting hashes.
    static let maximumWaiting = 64

    private let cost: Cost
    private let threads: NIOThreadPool?
    private let scheduler: WorkScheduler<ClientAddress>

    /// Creates a hasher.
    ///
    /// - Parameters:
    ///   - cost: the scrypt parameters.
    ///   - threads: the number of concurrent hashes, on threads of the hasher; with 0, hashes run
    ///     on the caller's thread, for simulations.
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

    /// The number of waiting computations.
    var waitingCount: Int { scheduler.waitingCount }

    deinit {
        threads?.shutdownGracefully { _ in }
    }

    /// Hashes a password; returns the text form.
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

    /// Compares a password with a hash.
    ///
    /// The duration does not depend on the result for hashes of the current cost, and is the same
    /// without a hash (no such account).
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
        // Hashes of an older cost used the password without normalization.
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

    /// Computes a hash at the client's turn; clients take turns independent of their queue lengths.
    private func run(
        for client: ClientAddress,
        operation: String = #function,
        _ work: @escaping @Sendable () throws -> Data
    ) async throws -> Data {
        guard let threads else { return try work() }
        return try await withPartSpan(.password, operation) { span in
            try await scheduler.run(for: client) {
                try await threads.runIfActive {
                    span?.begin()
                    return try work()
                }
            }
        }
    }
}

/// Compares two byte strings in time that does not depend on the position of a difference.
func isEqualInConstantTime(_ left: Data, _ right: Data) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
