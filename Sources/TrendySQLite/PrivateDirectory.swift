import Foundation

/// A new directory with mode 0700 that is deleted with its contents at the end of its life, unless
/// it was moved.
package final class PrivateDirectory {
    /// The path of the directory.
    package let path: String
    private var isMoved = false

    /// Creates the directory, which must not exist, in an existing directory.
    package init(_ path: String) throws(SQLiteFileError) {
        guard mkdir(path, 0o700) == 0 else {
            throw LocalFiles.failure(errno, path, "cannot be created")
        }
        self.path = path
    }

    deinit {
        // A remainder is private, and its name shows that it is temporary.
        if !isMoved { try? FileManager.default.removeItem(atPath: path) }
    }

    /// Syncs all files of the directory and the directory itself to the disk.
    package func sync() throws(SQLiteFileError) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        for name in names.sorted() { try LocalFiles.sync(path + "/" + name) }
        try LocalFiles.sync(path)
    }

    /// Gives the directory its name; an empty directory of that name is replaced.
    package func move(to newPath: String) throws(SQLiteFileError) {
        try LocalFiles().move(path, to: newPath)
        isMoved = true
        try LocalFiles.sync(LocalFiles.directory(of: newPath))
    }

    /// Gives the directory the name of an existing one, which is renamed to `replaced`.
    ///
    /// A power loss between the two renames leaves both directories, complete, under their other
    /// names.
    package func move(replacing existing: String, as replaced: String) throws(SQLiteFileError) {
        try LocalFiles().move(existing, to: replaced)
        do throws(SQLiteFileError) {
            try move(to: existing)
        } catch {
            if !isMoved { try LocalFiles().move(replaced, to: existing) }
            throw error
        }
    }
}
