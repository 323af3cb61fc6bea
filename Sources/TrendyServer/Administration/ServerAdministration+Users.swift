extension ServerAdministration {
    /// Opens the store, also beside a running server, runs `body` and closes the store.
    package func withStore<Value>(
        _ body: (SQLiteStore) async throws -> Value
    ) async throws -> Value {
        let store = try openStore()
        do {
            let value = try await body(store)
            try await store.close()
            return value
        } catch {
            // The error of `body` is more useful than a later error of closing.
            try? await store.close()
            throw error
        }
    }

    /// Runs `body` on the accounts of the database, also beside a running server.
    package func withUsers<Value>(
        _ body: (UserAdministration) async throws -> Value
    ) async throws -> Value {
        try await withStore { store in
            try await body(UserAdministration(store: store, dependencies: dependencies))
        }
    }
}
