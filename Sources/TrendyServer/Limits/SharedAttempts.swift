/// Counts of failed attempts that all servers of a database share.
///
/// A key is a pseudonym of an account or a client. Times are those of the database.
package protocol SharedAttempts: Sendable {
    /// The attempts of keys that are not expired; at most one for each key.
    func attempts(of keys: [[UInt8]]) async throws -> [SharedAttempt]

    /// Counts one attempt for each key, which expires after a time without another one.
    func countAttempts(of keys: [[UInt8]], expiry: Duration) async throws

    /// Keeps a key without attempts for a time, from now.
    func remember(_ key: [UInt8], for time: Duration) async throws

    /// Removes the attempts of a key.
    func forgetAttempts(of key: [UInt8]) async throws
}

/// The attempts of one key.
package struct SharedAttempt: Sendable, Equatable {
    /// The key.
    package let key: [UInt8]
    /// The number of attempts; 0 for a key that is only remembered.
    package let count: Int
    /// The time since the last one.
    package let age: Duration

    /// Creates a value from its parts.
    package init(key: [UInt8], count: Int, age: Duration) {
        self.key = key
        self.count = count
        self.age = age
    }
}
