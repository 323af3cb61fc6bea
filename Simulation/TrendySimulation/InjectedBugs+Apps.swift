import TrendyAppSupport
import TrendyApple
import TrendyKit
import TrendySQLite

// Account bugs that whole apps shipped.
extension InjectedBug {
    static var apps: [InjectedBug] {
        [
            make("drops-local-data", "Records from before the first sign-in are dropped") {
                $0.platform = { $0.files = BuggyFiles($0.files, dropsMoved: true) }
                $0.faults = { $0.apps = 2 }
            },
            make("app-shared-database", "A new sign-in uses the previous account's database") {
                $0.platform = { $0.files = BuggyFiles($0.files, sharesDatabase: true) }
                $0.faults = { $0.apps = 2 }
            },
            make("app-requests-once", "The app requests background tasks only once") {
                $0.platform = { platform in
                    if let tasks = platform.tasks as? SystemTaskScheduler {
                        platform.tasks = BuggyTasks(tasks, asksOnce: true)
                    }
                }
                $0.faults = { $0.apps = 2 }
            },
            make(
                "session-in-memory",
                "The session is saved only when the app leaves the foreground"
            ) {
                $0.platform = { $0.files = BuggyFiles($0.files, forgetsProfile: true) }
                $0.faults = {
                    $0.apps = 2
                    $0.kills = .seconds(6 * 3600)
                }
            },
        ]
    }
}

/// Profile files of an app that handles them incorrectly.
private struct BuggyFiles: ProfileFiles {
    private let base: any ProfileFiles
    private let dropsMoved: Bool
    private let sharesDatabase: Bool
    private let forgetsProfile: Bool

    init(
        _ base: any ProfileFiles,
        dropsMoved: Bool = false,
        sharesDatabase: Bool = false,
        forgetsProfile: Bool = false
    ) {
        self.base = base
        self.dropsMoved = dropsMoved
        self.sharesDatabase = sharesDatabase
        self.forgetsProfile = forgetsProfile
    }

    var databases: any DatabaseFiles {
        Databases(base: base.databases, dropsMoved: dropsMoved, sharesDatabase: sharesDatabase)
    }

    func prepare(_ directory: String) throws { try base.prepare(directory) }

    func read(_ path: String) throws -> [UInt8]? { try base.read(path) }

    func replace(_ path: String, with bytes: [UInt8]) throws {
        if !forgetsProfile { try base.replace(path, with: bytes) }
    }

    func moveAside(_ path: String) throws { try base.moveAside(path) }

    func names(in directory: String) -> [String] { base.names(in: directory) }

    private struct Databases: DatabaseFiles {
        let base: any DatabaseFiles
        let dropsMoved: Bool
        let sharesDatabase: Bool

        private func real(_ path: String) -> String {
            guard sharesDatabase, let range = path.firstRange(of: "/app/") else { return path }
            let suffix = path.hasSuffix("-wal") || path.hasSuffix("-shm") ? path.suffix(4) : ""
            return path[..<range.upperBound] + "all.sqlite" + suffix
        }

        func location(of path: String) -> String { base.location(of: real(path)) }

        func exists(_ path: String) -> Bool { base.exists(real(path)) }

        func lock(_ path: String) throws(SQLiteFileError) -> (any DatabaseLock)? {
            try base.lock(real(path))
        }

        func move(_ path: String, to newPath: String) throws(SQLiteFileError) {
            if dropsMoved { return try base.remove(real(path)) }
            if !sharesDatabase { try base.move(path, to: newPath) }
        }

        func remove(_ path: String) throws(SQLiteFileError) {
            if !sharesDatabase { try base.remove(path) }
        }
    }
}
