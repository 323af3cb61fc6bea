/// The report of `trendy server check`.
package struct CheckReport: Codable, Sendable, Equatable {
    /// One defect of a database.
    package struct Finding: Codable, Sendable, Equatable {
        /// The kind of defect for programs, such as `damaged` or `orphans`.
        package let code: String
        /// A description with counts and table names, without personal data.
        package let finding: String
        /// What the operator should do.
        package let remedy: String
    }

    /// Totals of one account, to compare with a device or a backup.
    package struct Account: Codable, Sendable, Equatable {
        /// Its id.
        package let id: String
        /// The number of the last change.
        package let sequence: Int64
        /// The number of live entities.
        package let entities: Int
        /// The digest of all live entities, in the form of `GET /sync/digest`.
        package let digest: String
    }

    /// The defects; empty for a sound database.
    package var findings: [Finding] = []
    /// All accounts, sorted by id.
    package var accounts: [Account] = []
}
