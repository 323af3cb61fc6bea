public import TrendyModel
public import TrendySync
public import TrendyWire

/// The ``Accounts`` of a ``Profile``.
///
/// Whoever else uses the profile's databases makes way while an account is taken up, and only once
/// the server has agreed to it. No time limit is set to anything: a session ends when the person
/// ends it.
public actor ProfileAccounts: Accounts {
    private let profile: Profile
    private let host: any AccountHost
    private let exchange: @Sendable (ServerAddress) -> any HTTPExchange
    private let dependencies: Dependencies
    private var isBusy = false

    /// The accounts of a profile.
    ///
    /// - Parameters:
    ///   - profile: the device.
    ///   - host: what runs for the account in use.
    ///   - dependencies: time, chance and ids.
    ///   - exchange: makes the way to a server.
    public init(
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

    /// The server's address, as it was given last.
    public nonisolated var server: String? { profile.file.server }

    /// Makes an account on a server and takes it up on this device.
    public func signUp(_ credentials: Credentials, server: String) async throws {
        try await enter(server) { try await $0.signUp(credentials) }
    }

    /// Takes up an account on this device.
    public func signIn(_ credentials: Credentials, server: String) async throws {
        try await enter(server) { try await $0.signIn(credentials) }
    }

    /// Changes of the account in use that its server does not have.
    public func unsentCount() async throws -> Int {
        try await host.unsentCount()
    }

    /// Ends the session.
    public func signOut() async throws {
        try begin()
        defer { isBusy = false }
        let file = profile.file
        try await host.release(for: nil)
        do {
            try await profile.signOut()
        } catch {
            // Whoever was in use goes on; why they could not leave is what matters.
            try? await host.resume()
            throw error
        }
        try await host.resume()
        guard let session = file.session, let address = file.server.flatMap({ ServerAddress($0) })
        else { return }
        try await using(address) { client in
            // A server that cannot be reached keeps nobody signed in here; what it knows of the
            // session ends by itself.
            try? await client.signOut(session)
        }
    }

    private func enter(
        _ server: String,
        _ obtain: @Sendable (AccountClient) async throws -> Session
    ) async throws {
        guard let address = ServerAddress(server) else { throw AccountError.noServerAddress }
        try begin()
        defer { isBusy = false }
        let session = try await using(address, obtain)
        try await host.release(for: EntityID(session.user.id))
        do {
            try await profile.signIn(
                session,
                server: address.description,
                dependencies: dependencies
            )
        } catch {
            // Whoever was in use goes on; why the other was not taken up is what matters.
            try? await host.resume()
            throw error
        }
        try await host.resume()
    }

    private func begin() throws {
        guard !isBusy else { throw AccountError.busy }
        isBusy = true
    }

    private func using<Value: Sendable>(
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
            // The first error is the one that tells what went wrong.
            try? await client.shutdown()
            throw error
        }
    }
}
