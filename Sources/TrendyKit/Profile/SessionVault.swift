/// A protected storage for sessions by account, such as the keychain.
package protocol SessionVault: Sendable {
    /// The stored bytes of an account; `nil` when there are none.
    ///
    /// - Throws: an error of the system while it cannot be read, for example before the first
    ///   unlock after a restart.
    func read(account: String) throws -> [UInt8]?

    /// Stores or replaces the bytes of an account.
    func write(_ bytes: [UInt8], account: String) throws

    /// Removes the bytes of all accounts but one; of all when `account` is `nil`.
    func removeAll(except account: String?) throws
}
