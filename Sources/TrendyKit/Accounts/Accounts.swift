public import TrendyModel
public import TrendyWire

/// Makes, takes up and leaves accounts; one thing at a time.
public protocol Accounts: Sendable {
    /// The server's address, as it was given last; `nil` before the first sign-in.
    var server: String? { get }

    /// Makes an account on a server and takes it up on this device.
    ///
    /// - Throws: ``AccountError``, `SyncFailure`, ``ProfileError`` or `StoreError`; nothing
    ///   recorded is lost then, and the account that was in use still is.
    func signUp(_ credentials: Credentials, server: String) async throws

    /// Takes up an account on this device.
    ///
    /// - Throws: as ``signUp(_:server:)``.
    func signIn(_ credentials: Credentials, server: String) async throws

    /// Changes of the account in use that its server does not have.
    ///
    /// - Throws: `StoreError`.
    func unsentCount() async throws -> Int

    /// Ends the session; what was recorded stays under the account, sent or not.
    ///
    /// - Throws: ``AccountError`` or ``ProfileError``; the session goes on then.
    func signOut() async throws
}

/// What runs for the account in use: it makes way for another.
public protocol AccountHost: Sendable {
    /// Changes of the account in use that its server does not have.
    ///
    /// - Throws: `StoreError`.
    func unsentCount() async throws -> Int

    /// Lets go of the account's database and connections.
    ///
    /// - `next`: the account that is taken up after it; `nil` when only the session ends. No notice
    ///   of an account stays for another one, nor after its session.
    /// - Throws: `StoreError`; it still has them then.
    func release(for next: EntityID?) async throws

    /// Takes up the account that the profile names now.
    ///
    /// - Throws: `StoreError`.
    func resume() async throws
}

/// Why an account was not taken up, on this device's side.
public enum AccountError: Error, Sendable, Hashable {
    /// The address is none of a server.
    case noServerAddress
    /// Something else is being done with the accounts.
    case busy
}
