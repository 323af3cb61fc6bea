import Synchronization

/// Access tokens whose signatures have been checked, so that a device that sends one with each of
/// its requests costs one check.
///
/// Tokens are kept in two generations of bounded size: when the younger is full it becomes the
/// older, and what was not asked for since is forgotten.
final class VerifiedTokens: Sendable {
    private struct Generations {
        var younger: [String: AccessClaims] = [:]
        var older: [String: AccessClaims] = [:]
    }

    private let capacity: Int
    private let generations = Mutex(Generations())

    /// An empty memory.
    ///
    /// - `capacity`: tokens in one generation.
    init(capacity: Int = 10_000) {
        self.capacity = capacity
    }

    /// What a token says; `nil` when it has to be checked.
    func claims(of token: String) -> AccessClaims? {
        let (claims, isOlder) = generations.withLock { generations in
            generations.younger[token].map { ($0, false) } ?? (generations.older[token], true)
        }
        if isOlder, let claims { insert(token, claims) }
        return claims
    }

    /// Remembers a token that was checked, or made here.
    func insert(_ token: String, _ claims: AccessClaims) {
        generations.withLock { generations in
            if generations.younger.count >= capacity {
                generations.older = generations.younger
                generations.younger = [:]
            }
            generations.younger[token] = claims
        }
    }
}
