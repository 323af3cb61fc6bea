import Foundation
import TrendyModel
import TrendySQLite
import TrendyStore

/// The files of a device's directory, read without changing them.
struct ProfileContents {
    /// A file of a profile.
    struct File {
        /// The name in the directory.
        let name: String
        /// Whether it is the database of an account, or of data recorded while signed out.
        let isDevice: Bool
    }

    /// The directory's path.
    let directory: String
    /// The databases, sorted by name.
    let databases: [File]
    /// The names of all entries of the directory, sorted.
    let names: [String]

    /// The name of the file with the server and the account.
    static let profileName = "profile.json"

    /// Lists a directory.
    init(directory: String) {
        self.directory = directory
        names = LocalProfileFiles().names(in: directory).sorted()
        databases = names.compactMap { name in
            guard name.hasSuffix(".sqlite"), BackupWriter.accepts(name),
                LocalFiles.type(of: directory + "/" + name) == .file,
                !BackupReader.isBackup(directory + "/" + name)
            else { return nil }
            return File(name: name, isDevice: Self.isDevice(name))
        }
    }

    /// Whether a name is that of a database of an account, or of data recorded while signed out.
    static func isDevice(_ name: String) -> Bool {
        guard name.hasSuffix(".sqlite") else { return false }
        let stem = name.dropLast(".sqlite".count)
        return stem == "local" || EntityID(String(stem)) != nil
    }

    /// The content of `profile.json`; `nil` when it is missing or damaged.
    ///
    /// - Throws: ``ProfileError`` when it cannot be read now, or a newer version wrote it.
    func profile() throws -> ProfileFile? {
        guard names.contains(Self.profileName) else { return nil }
        return try Profile.read(directory + "/" + Self.profileName, LocalProfileFiles())
    }
}
