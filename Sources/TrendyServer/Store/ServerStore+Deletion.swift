package import TrendyModel

extension ServerStore {
    /// Deletes an account and all its data, in short transactions with turns for other accounts.
    ///
    /// ``finishDeletions()`` completes an interrupted deletion.
    package func deleteAccount(_ account: EntityID) async throws {
        try await beginDeletion(account: account)
        while try await deleteSome(account: account) {}
    }

    /// Completes interrupted deletions.
    package func finishDeletions() async throws {
        for account in try await accountsInDeletion() { try await deleteAccount(account) }
    }
}
