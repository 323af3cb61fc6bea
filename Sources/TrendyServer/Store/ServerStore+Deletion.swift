package import TrendyModel

extension ServerStore {
    /// Deletes an account with everything it has, in short transactions that let others in between.
    ///
    /// What a stop interrupts, ``finishDeletions()`` completes.
    package func deleteAccount(_ account: EntityID) async throws {
        try await beginDeletion(account: account)
        while try await deleteSome(account: account) {}
    }

    /// Completes the deletions that a stop has interrupted.
    package func finishDeletions() async throws {
        for account in try await accountsInDeletion() { try await deleteAccount(account) }
    }
}
