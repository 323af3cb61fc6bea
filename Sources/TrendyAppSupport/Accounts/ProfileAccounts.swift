package import TrendyKit
package import TrendyModel
package import TrendySync
package import TrendyWire

/// Implements ``Accounts`` over a ``Profile``.
///
/// The host releases the profile's databases only after the server has accepted the credentials.
/// Operations have no timeout of their own; cancel the task to end one.
package actor ProfileAccounts: Accounts {
    private let profile: Profile
    private let host: any AccountHost
    private let exchange: @Sendable (ServerAddress) -> any HTTPExchange
    private let dependencies: Dependencies
    private var isBusy = false

    /// Creates the accounts of a profile.
    ///
    /// - Parameters:
    ///   - profile: the device's profile.
    ///   - host: the owner of the current account's open resources.
    ///   - dependencies: clock, random source and id source.
    ///   - exchange: creates the connection to a server.
    package init(
        profile: Profile,
        host: any AccountHost,
        dependencies: Dependencies,
        exchange: @escaping @Sendable (ServerAddress) -> any HTTPExchange
    ) {
        self.profile = profile
        self.host = host
        self.dependencies = dependencies
        self.exchange = exchange
    }

    /// The server address that was entered last.
    package nonisolated var server: String? { profile.file.server }

    /// Creates an account on a server and signs in to it on this device.
    package func signUp(_ credentials: Credentials, server: String) async throws {
        try await establishSession(server) { try await $0.signUp(credentials) }
    }

    /// Signs in to an account on this device.
    package func signIn(_ credentials: Credentials, server: String) async throws {
        try await establishSession(server) { try await $0.signIn(credentials) }
    }

    /// The number of changes in the current account that the server does not have.
    package func unsentCount() async throws -> Int {
        try await host.unsentCount()
    }

    /// Ends the session.
    package func signOut() async throws {
        try await endSession { try await $0.signOut() }
    }

    private func endSession(_ end: @Sendable (Profile) async throws -> Void) async throws {
        try begin()
        defer { isBusy = false }
        let file = profile.file
        try await host.release(for: nil)
        do {
            try await end(profile)
        } catch {
            // Reopen the previous account; report the error of ending the session rather than an error of
            // resuming.
            try? await host.resume()
            throw error
        }
        try await host.resume()
        guard let session = file.session, let address = file.server.flatMap({ ServerAddress($0) })
        else { return }
        try await withClient(address) { client in
            // Sign-out is local first: when the server is unreachable, its session expires on its
            // own.
            try? await client.signOut(session)
        }
    }

    /// Deletes the data of the current account from this device and ends its session.
    ///
    /// - Throws: ``AccountError``, ``ProfileError`` or `StoreError`.
    package func eraseData() async throws {
        try await endSession { try await $0.eraseData() }
    }

    private func establishSession(
        _ server: String,
        _ obtain: @Sendable (AccountClient) async throws -> Session
    ) async throws {
        guard let address = ServerAddress(server) else { throw AccountError.noServerAddress }
        try begin()
        defer { isBusy = false }
        let session = try await withClient(address, obtain)
        try await host.release(for: EntityID(session.user.id))
        do {
            try await profile.signIn(
                session,
                server: address.description,
                dependencies: dependencies
            )
        } catch {
            // Reopen the previous account; report the sign-in error rather than an error of
            // resuming.
            try? await host.resume()
            throw error
        }
        try await host.resume()
    }

    private func begin() throws {
        guard !isBusy else { throw AccountError.busy }
        isBusy = true
    }

    private func withClient<Value: Sendable>(
        _ address: ServerAddress,
        _ work: @Sendable (AccountClient) async throws -> Value
    ) async throws -> Value {
        let client = AccountClient(
            address: address,
            exchange: exchange(address),
            wallClock: dependencies.wallClock
        )
        do {
            let value = try await work(client)
            try await client.shutdown()
            return value
        } catch {
            // The first error names the cause; an error of the shutdown does not.
            try? await client.shutdown()
            throw error
        }
    }
}
