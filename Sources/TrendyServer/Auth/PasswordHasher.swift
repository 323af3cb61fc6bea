import Crypto
package import Foundation
package import NIOPosix
import Synchronization
import TrendyModel
import TrendyWire
import _CryptoExtras

/// Hashes passwords with scrypt (RFC 7914), away from the threads that serve requests.
///
/// The text form is `scrypt$N$r$p$salt$hash`, so that the cost can be raised later.
package final class PasswordHasher: Sendable {
    /// How hard hashing is.
    package struct Cost: Sendable {
        /// N: a power of two.
        let rounds: Int
        /// The cost in production: 16 MiB and some 50 ms.
        package static let standard = Cost(rounds: 1 << 14)
        /// For tests and simulations only, where nothing is worth guarding.
        package static let test = Cost(rounds: 1 << 4)
    }

    /// More that wait than this are turned away: a flood of sign-ins must not pile up.
    static let maximumWaiting = 64
    private static let blockSize = 8

    private let cost: Cost
    private let pool: NIOThreadPool?
    private let waiting = Mutex(0)

    /// A hasher; without a pool it runs where it is called, which a simulation wants.
    package init(cost: Cost, pool: NIOThreadPool?) {
        self.cost = cost
        self.pool = pool
    }

    /// The hash of a password, as text.
    package func hash(_ password: String, salt: Data) async throws -> String {
        let rounds = cost.rounds
        let key = try await run { try Self.derive(password, salt: salt, rounds: rounds) }
        let parts = [salt, key].map { $0.base64EncodedString() }
        return "scrypt$\(rounds)$\(Self.blockSize)$1$\(parts[0])$\(parts[1])"
    }

    /// Whether a password is the one that was hashed; takes the same time for any answer, and
    /// without a hash (no such account) as well.
    package func verify(_ password: String, against hash: String?) async throws -> Bool {
        let parts = (hash ?? "").split(separator: "$")
        let rounds = parts.count == 6 ? Int(parts[1]) : nil
        let salt = parts.count == 6 ? Data(base64Encoded: String(parts[4])) : nil
        let expected = parts.count == 6 ? Data(base64Encoded: String(parts[5])) : nil
        let cost = rounds ?? cost.rounds
        let key = try await run {
            try Self.derive(password, salt: salt ?? Data(count: 16), rounds: cost)
        }
        guard let expected else { return false }
        return isEqualInConstantTime(key, expected)
    }

    private static func derive(_ password: String, salt: Data, rounds: Int) throws -> Data {
        let key = try KDF.Scrypt.deriveKey(
            from: Data(password.utf8),
            salt: salt,
            outputByteCount: 32,
            rounds: rounds,
            blockSize: blockSize,
            parallelism: 1
        )
        return key.withUnsafeBytes { Data($0) }
    }

    private func run(_ work: @escaping @Sendable () throws -> Data) async throws -> Data {
        guard let pool else { return try work() }
        let isFull = waiting.withLock { count in
            guard count < Self.maximumWaiting else { return true }
            count += 1
            return false
        }
        guard !isFull else {
            throw Problem(.unavailable, detail: "Too many sign-ins at once.", retryAfter: 2)
        }
        defer { waiting.withLock { $0 -= 1 } }
        return try await pool.runIfActive(work)
    }
}

/// Whether two byte strings are equal; how long it takes does not tell where they differ.
func isEqualInConstantTime(_ left: Data, _ right: Data) -> Bool {
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
}
