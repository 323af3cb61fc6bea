import TrendyModel
import TrendySQLite
import TrendyStore

extension Profile {
    /// The most databases of other accounts that are looked at; nobody has as many.
    private static let mostDatabases = 100

    /// Looks for databases in the directory that no session belongs to, and for a damaged
    /// `profile.json`.
    ///
    /// Counts the unsent changes of each without migrating it or keeping it locked; one that is
    /// damaged or in use is reported as such. Blocks for a quarter of a second for each that is in
    /// use.
    public nonisolated func check() -> ProfileCheck {
        var check = ProfileCheck()
        let names = files.names(in: directory)
        if file.account == nil { check.damagedFile = Self.newestDamaged(names) }
        for name in names.sorted().filter({ Self.isDatabase($0) }).prefix(Self.mostDatabases) {
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

    /// The file that was set aside last: its number is the highest.
    private static func newestDamaged(_ names: [String]) -> String? {
        let prefix = "profile.json.damaged-"
        let numbers = names.compactMap { name in
            name.hasPrefix(prefix) ? Int(name.dropFirst(prefix.count)) : nil
        }
        return numbers.max().map { "\(prefix)\($0)" }
    }

    private static func isDatabase(_ name: String) -> Bool {
        guard name.hasSuffix(".sqlite") else { return false }
        let stem = name.dropLast(".sqlite".count)
        return stem == "local" || EntityID(String(stem)) != nil
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
