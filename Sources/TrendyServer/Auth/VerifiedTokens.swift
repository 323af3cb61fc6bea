import Synchronization

/// A cache of verified access tokens: a device that sends the same token with each request costs
/// one signature check.
final class VerifiedTokens: Sendable {
    private let cache: Mutex<GenerationalCache<String, AccessClaims>>

    /// Creates an empty cache.
    ///
    /// - `capacity`: the maximum number of tokens in each of two generations.
    init(capacity: Int = 10_000) {
        cache = Mutex(GenerationalCache(capacity: capacity))
    }

    /// The claims of a cached token; `nil` when the signature has to be checked.
    func claims(of token: String) -> AccessClaims? {
        cache.withLock { $0[token] }
    }

    /// Caches a verified or newly issued token.
    func insert(_ token: String, _ claims: AccessClaims) {
        cache.withLock { $0[token] = claims }
    }
}
