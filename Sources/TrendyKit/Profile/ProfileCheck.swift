import TrendyLocalization

/// An inspection of a profile's directory: databases that belong to no session, and a damaged
/// `profile.json` that was moved aside.
///
/// Contains only counts and file names, no recorded data.
package struct ProfileCheck: Sendable, Equatable, Encodable {
    /// A database on disk other than the current one.
    package struct Database: Sendable, Equatable, Encodable {
        /// Whether its unsent changes could be counted.
        package enum State: String, Sendable, Encodable {
            /// They were counted.
            case readable
            /// Another process uses the database.
            case inUse
            /// The database is damaged.
            case damaged
            /// The database cannot be opened.
            case unreadable
        }

        /// The file's name in the directory.
        package var file: String
        /// The account's id; `nil` for data recorded while signed out.
        package var account: String?
        /// The number of changes that the server does not have; `nil` when they could not be
        /// counted.
        package var unsent: Int?
        /// Whether the changes could be counted.
        package var state: State
    }

    /// The name of the last damaged `profile.json`; `nil` when there is none or an account has
    /// signed in since.
    package var damagedFile: String?
    /// The databases, sorted by file name.
    package var databases: [Database] = []

    /// Creates the result for a directory without other files.
    package init() {}

    /// The findings with remedies; none for a database whose changes were all sent.
    package var findings: [Diagnosis.Finding] {
        var findings: [Diagnosis.Finding] = []
        if let damagedFile {
            findings.append(
                Diagnosis.Finding(
                    code: "profile_damaged",
                    finding: Strings.Diagnosis.profileDamaged(["file": damagedFile]),
                    remedy: Strings.Diagnosis.signInAgain()
                )
            )
        }
        return findings + databases.compactMap(\.finding)
    }
}

extension ProfileCheck.Database {
    /// The finding about this database; `nil` when there is nothing to do.
    fileprivate var finding: Diagnosis.Finding? {
        switch state {
        case .readable:
            guard let unsent, unsent > 0 else { return nil }
            let phrase =
                account == nil ? Strings.Diagnosis.localDatabase : Strings.Diagnosis.otherDatabase
            return Diagnosis.Finding(
                code: "unsent_elsewhere",
                finding: phrase(unsent, ["file": file]),
                remedy: Strings.Diagnosis.signInAgain()
            )
        case .damaged:
            return Diagnosis.Finding(
                code: "other_damaged",
                finding: Strings.Diagnosis.otherDamaged(["file": file]),
                remedy: Strings.Diagnosis.otherDamagedRemedy()
            )
        case .inUse, .unreadable:
            return Diagnosis.Finding(
                code: "other_unreadable",
                finding: Strings.Diagnosis.otherUnreadable(["file": file]),
                remedy: Strings.Diagnosis.otherUnreadableRemedy()
            )
        }
    }
}
