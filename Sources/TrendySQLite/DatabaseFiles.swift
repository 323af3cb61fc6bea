/// File operations of a store besides SQLite itself: locks, renames, permissions.
///
/// A simulator implements them on a simulated disk.
package protocol DatabaseFiles: Sendable {
    /// The name under which SQLite opens a path: the path, or a URI with another VFS.
    func location(of path: String) -> String

    /// Whether the file exists.
    func exists(_ path: String) -> Bool

    /// Takes the exclusive lock of a path. The lock ends with the object or with the process, also
    /// after a crash; `nil` when another owner has it.
    ///
    /// Throws ``SQLiteFileError`` when locking fails.
    func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)?

    /// Renames a file.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be renamed.
    func move(_ path: String, to newPath: String) throws(SQLiteFileError)

    /// Deletes a file; succeeds for a missing file.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be deleted.
    func remove(_ path: String) throws(SQLiteFileError)

    /// The name under which SQLite reads a file without locks, without its write-ahead log, and
    /// without writing a byte; `nil` where that is not possible.
    func unchangedLocation(of path: String) -> String?

    /// Creates a file if it does not exist, and restricts it and SQLite's files beside it to its
    /// owner.
    ///
    /// - Returns: warnings for the operator: too wide permissions, a directory in which other users
    ///   can replace the file.
    /// - Throws: ``SQLiteFileError`` when the file cannot be created, or its permissions cannot be
    ///   changed.
    func makePrivate(_ path: String) throws(SQLiteFileError) -> [DatabaseFileWarning]

    /// The condition of a file and its disk; `nil` when it is unknown.
    func condition(of path: String) -> FileCondition?
}

extension DatabaseFiles {
    /// `nil`: there is no such name.
    package func unchangedLocation(of path: String) -> String? { nil }

    /// Does nothing: other users have no access to the file.
    package func makePrivate(_ path: String) throws(SQLiteFileError) -> [DatabaseFileWarning] { [] }

    /// `nil`: the condition is unknown.
    package func condition(of path: String) -> FileCondition? { nil }
}

/// A lock that lasts as long as the object.
package protocol DatabaseLock: AnyObject, Sendable {}
