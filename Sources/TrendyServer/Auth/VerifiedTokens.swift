import Synchronization

/// Access tokens whose signatures have been checked: a device that sends one with each of its
/// requests costs one check.
final class VerifiedTokens: Sendable {
    private let cache: Mutex<GenerationalCache<String, AccessClaims>>

    /// An empty cache.
    ///
    /// - `capacity`: tokens in one of two generations.
    init(capacity: Int = 10_000) {
        cache = Mutex(GenerationalCache(capacity: capacity))
    }

    /// The claims of a token; `nil` when its signature has to be checked.
    func claims(of token: String) -> AccessClaims? {
        cache.withLock { $0[token] }
    }

    /// Keeps a token that was checked, or made here.
    func insert(_ token: String, _ claims: AccessClaims) {
        cache.withLock { $0[token] = claims }
    }
}
