import TrendyKit
public import TrendyModel
public import TrendyWire

/// Signs up, in and out of accounts on this device; one operation at a time.
public protocol Accounts: Sendable {
    /// The server address that was entered last; `nil` before the first sign-in.
    var server: String? { get }

    /// Creates an account on a server and signs in to it on this device.
    ///
    /// - Throws: ``AccountError``, `SyncFailure`, ``ProfileError`` or `StoreError`. On an error no
    ///   data is lost and the previous account stays in use.
    func signUp(_ credentials: Credentials, server: String) async throws

    /// Signs in to an account on this device.
    ///
    /// - Throws: the errors of ``signUp(_:server:)``.
    func signIn(_ credentials: Credentials, server: String) async throws

    /// The number of changes in the current account that the server does not have.
    ///
    /// - Throws: `StoreError`.
    func unsentCount() async throws -> Int

    /// Ends the session. Recorded data, sent or not, stays under the account.
    ///
    /// - Throws: ``AccountError`` or ``ProfileError``; the session continues then.
    func signOut() async throws
}

/// The owner of the current account's open resources; it releases them when the account changes.
public protocol AccountHost: Sendable {
    /// The number of changes in the current account that the server does not have.
    ///
    /// - Throws: `StoreError`.
    func unsentCount() async throws -> Int

    /// Closes the account's database and connections, and withdraws its notifications unless the
    /// same account follows.
    ///
    /// - `next`: the account that follows; `nil` when only the session ends.
    /// - Throws: `StoreError`; the resources stay open then.
    func release(for next: EntityID?) async throws

    /// Opens the account that the profile now names.
    ///
    /// - Throws: `StoreError`.
    func resume() async throws
}

/// A local reason why an account operation could not start.
public enum AccountError: Error, Sendable, Hashable {
    /// The entered text is not a server address.
    case noServerAddress
    /// Another account operation is in progress.
    case busy
}
