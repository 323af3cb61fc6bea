import TrendyLocalization

/// What a profile's directory holds that no session belongs to: databases of other accounts, and a
/// damaged `profile.json` that was set aside.
///
/// Holds counts and the names of files only, nothing that any account recorded.
public struct ProfileCheck: Sendable, Equatable, Encodable {
    /// A database on disk that is not the one in use.
    public struct Database: Sendable, Equatable, Encodable {
        /// Whether its changes could be counted, and why not.
        public enum State: String, Sendable, Encodable {
            /// They were counted.
            case readable
            /// Another program uses it.
            case inUse
            /// It is damaged.
            case damaged
            /// It cannot be opened.
            case unreadable
        }

        /// The file's name in the directory.
        public var file: String
        /// The account's id; `nil` for what was recorded while nobody was signed in.
        public var account: String?
        /// Changes that its server does not have; `nil` when they cannot be counted.
        public var unsent: Int?
        /// Whether they could be counted.
        public var state: State
    }

    /// The name of the damaged `profile.json` of the last time; `nil` when there is none, or
    /// somebody has signed in since.
    public var damagedFile: String?
    /// The databases, by the names of their files.
    public var databases: [Database] = []

    /// The check of a directory that holds nothing else.
    public init() {}

    /// What there is to do; nothing for a database whose changes were all sent.
    public var findings: [Diagnosis.Finding] {
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
    /// What there is to do about it; `nil` when that is nothing.
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
