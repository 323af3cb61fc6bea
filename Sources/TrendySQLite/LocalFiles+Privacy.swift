#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension LocalFiles {
    /// The permission bits of group and others.
    private static let othersAccess = UInt32(0o077)

    /// The suffixes of the files that SQLite and Trendy create beside a database.
    package static let companions = ["-wal", "-shm", "-journal", ".lock"]

    /// Creates the file with mode 0600, or removes the permissions of group and others.
    ///
    /// SQLite gives the files of the write-ahead log the permissions of the database. This method
    /// opens no descriptor of an existing file: closing it would release the locks that SQLite
    /// holds in this process (https://sqlite.org/howtocorrupt.html#posix_close_bug).
    package func makePrivate(_ path: String) throws(SQLiteFileError) -> [DatabaseFileWarning] {
        try makeFile(path)
        var warnings: [DatabaseFileWarning] = []
        if let mode = try restrictPermissions(path) {
            warnings.append(
                DatabaseFileWarning(
                    code: .wasReadableByOthers,
                    path: path,
                    message: "\(path) had mode \(Self.text(mode)), so that other users of this "
                        + "machine could read it. It has mode 0600 now."
                )
            )
        }
        for companion in Self.companions { _ = try restrictPermissions(path + companion) }
        if let warning = Self.directoryWarning(of: path) { warnings.append(warning) }
        return warnings
    }

    /// The identity of the file, its writability and the free space.
    package func condition(of path: String) -> FileCondition? {
        var status = stat()
        let exists = stat(path, &status) == 0
        var disk = statvfs()
        let hasDisk = statvfs(exists ? path : Self.directory(of: path), &disk) == 0
        return FileCondition(
            identity: exists
                ? FileCondition.Identity(
                    device: UInt64(truncatingIfNeeded: status.st_dev),
                    inode: UInt64(status.st_ino)
                ) : nil,
            isWritable: access(path, W_OK) == 0,
            freeBytes: hasDisk ? UInt64(disk.f_bavail) * UInt64(disk.f_frsize) : nil
        )
    }

    /// The size of a file; `nil` for a missing file.
    package static func bytes(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// The permissions of a file that grants some to group or others; `nil` otherwise or for a
    /// missing file.
    package static func excessMode(of path: String) -> UInt32? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let mode = UInt32(status.st_mode & 0o7777)
        return mode & othersAccess == 0 ? nil : mode
    }

    /// A warning when other users can write to the directory of a path and no sticky bit protects
    /// its files.
    package static func directoryWarning(of path: String) -> DatabaseFileWarning? {
        let directory = directory(of: path)
        var status = stat()
        guard stat(directory, &status) == 0, status.st_mode & S_IWOTH != 0,
            status.st_mode & S_ISVTX == 0
        else { return nil }
        return DatabaseFileWarning(
            code: .directoryIsWritableByOthers,
            path: directory,
            message: "Every user of this machine may write the directory \(directory), and so "
                + "replace \(path). Run 'chmod o-w' on the directory, or move the database to a "
                + "directory of its own with mode 0700."
        )
    }

    /// The directory of a path.
    package static func directory(of path: String) -> String {
        guard let end = path.lastIndex(of: "/") else { return "." }
        return end == path.startIndex ? "/" : String(path[..<end])
    }

    /// Changes the owner of a file that the superuser created to the owner of the database, because
    /// the server runs as that user.
    package static func copyOwner(of database: String, to file: String) {
        var status = stat()
        guard geteuid() == 0, stat(database, &status) == 0 else { return }
        // After a failure, the server reports that it cannot open the file, with the remedy.
        _ = chown(file, status.st_uid, status.st_gid)
    }

    /// Formats a mode in octal, such as `0644`.
    package static func text(_ mode: UInt32) -> String {
        let digits = String(mode, radix: 8)
        return String(repeating: "0", count: max(1, 4 - digits.count)) + digits
    }

    private func makeFile(_ path: String) throws(SQLiteFileError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            close(descriptor)
            return
        }
        guard errno != EEXIST else { return }
        let reason = String(cString: strerror(errno))
        throw SQLiteFileError(
            code: .cannotOpen,
            path: path,
            message: "\(path) cannot be made (\(reason)). "
                + "Check that its directory exists and may be written.",
            reason: reason
        )
    }

    /// Removes the permissions of group and others from a file; returns the previous permissions.
    private func restrictPermissions(_ path: String) throws(SQLiteFileError) -> UInt32? {
        guard let mode = Self.excessMode(of: path) else { return nil }
        guard chmod(path, mode_t(mode & 0o700)) == 0 else {
            let reason = String(cString: strerror(errno))
            throw SQLiteFileError(
                code: .notPrivate,
                path: path,
                message: "\(path) has mode \(Self.text(mode)), so that other users of this machine "
                    + "can read it, and its permissions cannot be changed (\(reason)). "
                    + "Run 'chmod 600' on it as its owner.",
                reason: reason
            )
        }
        return mode
    }
}
