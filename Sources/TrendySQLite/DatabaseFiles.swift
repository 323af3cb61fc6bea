/// The files that databases lie in: what a store needs of them beside SQLite itself.
///
/// A simulator takes their place with a disk of its own.
public protocol DatabaseFiles: Sendable {
    /// What SQLite opens for a path: the path, or a URI that names another VFS.
    func location(of path: String) -> String

    /// Whether there is a file.
    func exists(_ path: String) -> Bool

    /// Takes the lock of a path, which ends with the object or with the process, however that
    /// ends; `nil` when another holds it.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be taken at all.
    func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)?

    /// Gives a file another path.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be moved.
    func move(_ path: String, to newPath: String) throws(SQLiteFileError)

    /// Deletes a file; one that is not there is as good.
    ///
    /// Throws ``SQLiteFileError`` when it cannot be deleted.
    func remove(_ path: String) throws(SQLiteFileError)

    /// What SQLite opens to read a file as it is: without locks, without its write-ahead log, and
    /// without writing a byte; `nil` where that is not possible.
    func unchangedLocation(of path: String) -> String?

    /// Makes a file, unless it exists, and sees to it that only its owner can read it and the files
    /// that SQLite keeps beside it.
    ///
    /// - Returns: what an operator should know: permissions that were too wide, a directory in
    ///   which others can replace the file.
    /// - Throws: ``SQLiteFileError`` when the file cannot be made, or its permissions not changed.
    func makePrivate(_ path: String) throws(SQLiteFileError) -> [DatabaseFileWarning]

    /// The state of a file and of the disk that it lies on; `nil` where it cannot be told.
    func condition(of path: String) -> FileCondition?
}

extension DatabaseFiles {
    /// `nil`: there is no such view of the file.
    public func unchangedLocation(of path: String) -> String? { nil }

    /// Nothing: no other user reaches the file.
    public func makePrivate(_ path: String) throws(SQLiteFileError) -> [DatabaseFileWarning] { [] }

    /// `nil`: the disk tells nothing.
    public func condition(of path: String) -> FileCondition? { nil }
}

/// A lock that is held as long as the object lives.
public protocol DatabaseLock: AnyObject, Sendable {}
