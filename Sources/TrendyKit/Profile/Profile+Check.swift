import TrendySQLite
import TrendyStore

extension Profile {
    /// The maximum number of databases of other accounts to inspect; far more than any person has.
    private static let maximumDatabases = 100

    /// Inspects the directory for databases that belong to no session and for a damaged
    /// `profile.json`.
    ///
    /// Counts the unsent changes of each database without migrating it or keeping it locked. A
    /// database that is damaged or in use is reported as such. Blocks for 0.25 s for each database
    /// in use.
    package nonisolated func check() -> ProfileCheck {
        var check = ProfileCheck()
        let names = files.names(in: directory)
        if file.account == nil { check.damagedFile = Self.newestDamaged(names) }
        let databases = names.sorted().filter { ProfileContents.isDevice($0) }
        for name in databases.prefix(Self.maximumDatabases) {
            let path = "\(directory)/\(name)"
            guard path != databasePath else { continue }
            check.databases.append(
                ProfileCheck.Database(
                    name,
                    UnsentChanges(path: path, files: files.databases)
                )
            )
        }
        return check
    }

    /// The file that was moved aside last; it has the highest number.
    private static func newestDamaged(_ names: [String]) -> String? {
        let prefix = "profile.json.damaged-"
        let numbers = names.compactMap { name in
            name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
        }
        return numbers.max().map { "\(prefix)\($0)" }
    }
}

extension ProfileCheck.Database {
    fileprivate init(_ name: String, _ changes: UnsentChanges) {
        file = name
        account = name == "local.sqlite" ? nil : String(name.dropLast(".sqlite".count))
        switch changes {
        case .count(let count): (unsent, state) = (count, .readable)
        case .inUse: (unsent, state) = (nil, .inUse)
        case .damaged: (unsent, state) = (nil, .damaged)
        case .unreadable: (unsent, state) = (nil, .unreadable)
        }
    }
}
