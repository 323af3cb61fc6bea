package import TrendyModel
import TrendyWire

extension ServerStore {
    /// Deletes expired data of all accounts, one after the other, in short transactions with turns
    /// for other work.
    ///
    /// An account with too many waiting writes is left for the next pass.
    ///
    /// - Parameters:
    ///   - tombstonesBefore: deletes tombstones of deletions before this instant.
    ///   - tokensBefore: deletes tokens that were used before this instant, and sessions that were
    ///     not refreshed since.
    ///   - isAllowed: asked before each transaction; ends the pass with `false`.
    /// - Throws: errors of the store and of `isAllowed`.
    package func collectGarbage(
        tombstonesBefore: Instant,
        tokensBefore: Instant,
        while isAllowed: () async throws -> Bool = { true }
    ) async throws {
        var account: EntityID?
        while let next = try await self.account(after: account) {
            account = next
            var hasMore = true
            while hasMore {
                guard try await isAllowed() else { return }
                do {
                    hasMore = try await collectGarbage(
                        of: next,
                        tombstonesBefore: tombstonesBefore,
                        tokensBefore: tokensBefore
                    )
                } catch is Problem {
                    hasMore = false
                }
            }
        }
    }
}
