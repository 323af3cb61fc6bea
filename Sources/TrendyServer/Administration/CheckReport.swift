/// What `trendy server check` found.
package struct CheckReport: Codable, Sendable, Equatable {
    /// Something that is wrong with a database.
    package struct Finding: Codable, Sendable, Equatable {
        /// The kind, for programs, such as `damaged` or `orphans`.
        package let code: String
        /// What is wrong; it holds counts and names of tables, and nothing that people entered.
        package let finding: String
        /// What to do about it.
        package let remedy: String
    }

    /// An account's numbers, to compare with a device or a backup.
    package struct Account: Codable, Sendable, Equatable {
        /// Its id.
        package let id: String
        /// The number of its last change.
        package let sequence: Int64
        /// How many entities that are not deleted.
        package let entities: Int
        /// The digest of all of them, as `GET /sync/digest` gives it.
        package let digest: String
    }

    /// What is wrong; empty when nothing is.
    package var findings: [Finding] = []
    /// Each account, by id.
    package var accounts: [Account] = []
}
