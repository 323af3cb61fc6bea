import Foundation
import Synchronization

/// A PostgreSQL server of its own, in a temporary directory, reached by a Unix socket.
///
/// `initdb` runs once in the process; each cluster is a copy. PostgreSQL refuses to run as root, so
/// as root it runs as the user `postgres`. The server ends with the object, and with the process
/// even when that is killed: a shell beside it waits for the end of a pipe from this process.
package final class PostgresCluster: Sendable {
    /// An error of a test's cluster.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// The directory of the socket, which is the host of URLs.
    package let socketDirectory: String
    /// The port of TCP connections with TLS, and the number in the socket's name.
    package let port: Int
    private let directory: String
    private let settings: [String]
    private let running = Mutex<Running?>(nil)

    private struct Running {
        let server: Process
        let input: Pipe
    }

    /// Starts a cluster.
    ///
    /// - `settings`: such as `synchronous_commit=off`; `fsync` is off unless it is among them.
    package init(settings: [String] = []) throws {
        self.settings = settings
        port = 5432
        directory = try Self.files.newDirectory()
        socketDirectory = directory
        let template = try Self.template.get()
        try Self.run("/bin/cp", ["-a", template, directory + "/data"])
        try start()
    }

    /// Starts a cluster that also accepts connections to `localhost` with TLS.
    ///
    /// - `port`: a free port.
    package init(tlsPort port: Int) throws {
        self.port = port
        directory = try Self.files.newDirectory()
        socketDirectory = directory
        settings = [
            "listen_addresses=127.0.0.1", "port=\(port)", "ssl=on",
            "ssl_cert_file=\(directory)/server.crt", "ssl_key_file=\(directory)/server.key",
        ]
        try Self.run("/bin/cp", ["-a", Self.template.get(), directory + "/data"])
        let request = [
            "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
            "-keyout", "\(directory)/server.key", "-out", certificate,
        ]
        try Self.run(Self.asOwner[0], Self.asOwner.dropFirst() + request)
        try start()
    }

    /// The path of the certificate of a cluster with TLS.
    package var certificate: String { directory + "/server.crt" }

    /// Starts a standby of a cluster.
    package init(standbyOf primary: PostgresCluster, settings: [String] = []) throws {
        self.settings = settings
        port = 5432
        directory = try Self.files.newDirectory()
        socketDirectory = directory
        try Self.runAsOwner(
            "pg_basebackup",
            ["-h", primary.socketDirectory, "-D", directory + "/data", "-R", "-c", "fast", "-N"]
        )
        try start()
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: directory)  // it is a temporary directory
    }

    /// A cluster that all tests share that neither stop it nor change its settings.
    ///
    /// It lives as long as the process.
    package static func shared() throws -> PostgresCluster { try sharedCluster.get() }

    /// Whether PostgreSQL's server is installed.
    package static let isInstalled = FileManager.default.isExecutableFile(
        atPath: binaries + "/postgres"
    )

    /// The URL of a database.
    ///
    /// - `options`: more parameters of the URL, such as `&connect_timeout=2`.
    package func url(_ database: String = "postgres", options: String = "") -> String {
        "postgres://\(Self.owner)@/\(database)?host=\(socketDirectory)\(options)"
    }

    /// The URL of a database with settings of its sessions, as `postgres -c` takes them.
    package func url(_ database: String, settings: [String]) -> String {
        let text = settings.map { "-c \($0)" }.joined(separator: " ")
        let encoded = text.utf8.map { byte in
            "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return url(database, options: settings.isEmpty ? "" : "&options=\(encoded.joined())")
    }

    /// Creates an empty database and returns its name.
    package func makeDatabase() throws -> String {
        let name = "t" + UUID().uuidString.lowercased().replacing("-", with: "")
        try sql("CREATE DATABASE \(name)")
        return name
    }

    /// Runs statements with `psql` and returns their rows.
    @discardableResult
    package func sql(_ text: String, database: String = "postgres") throws -> String {
        try Self.run(
            Self.binaries + "/psql",
            [
                "-h", socketDirectory, "-p", String(port), "-U", Self.owner, "-d", database,
                "-XAtq", "-v",
                "ON_ERROR_STOP=1", "-c", text,
            ]
        )
    }

    /// Lets a role connect with its password only.
    package func requirePassword(of role: String) throws {
        let path = directory + "/data/pg_hba.conf"
        let rules = try String(contentsOfFile: path, encoding: .utf8)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.write(contentsOf: Data("local all \(role) scram-sha-256\n\(rules)".utf8))
        try file.close()
        try sql("SELECT pg_reload_conf()")
    }

    /// Starts the server and waits until it accepts connections.
    package func start() throws {
        let server = Process()
        let input = Pipe()
        server.executableURL = URL(fileURLWithPath: "/bin/sh")
        // The shell becomes the server. A second shell waits for the end of the pipe, then ends the
        // server at once; it is not a child of the server, which reaps its children.
        server.arguments = [
            "-c",
            """
            exec 3<&0
            ({ cat <&3 >/dev/null 2>&1; kill -QUIT $$; } >/dev/null 2>&1 &)
            exec "$@" 3<&- </dev/null
            """,
            "sh",
        ]
        server.arguments? += Self.asOwner + [Self.binaries + "/postgres"] + arguments
        server.standardInput = input
        let log = directory + "/log"
        if !FileManager.default.fileExists(atPath: log) {
            _ = FileManager.default.createFile(atPath: log, contents: nil)
        }
        let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
        try output.seekToEnd()
        server.standardOutput = output
        server.standardError = output
        try server.run()
        running.withLock { $0 = Running(server: server, input: input) }
        try waitUntilReady(server)
    }

    /// Stops the server as an operator does: sessions end with SQLSTATE 57P01.
    package func stop() {
        signal(SIGINT)
        // The server removes its lock file last.
        let lock = directory + "/data/postmaster.pid"
        for _ in 0..<6000 where FileManager.default.fileExists(atPath: lock) { usleep(10_000) }
        waitForEnd()
    }

    /// Kills the server and all its processes.
    package func kill() {
        for child in children() { Foundation.kill(child, SIGKILL) }
        signal(SIGKILL)
        waitForEnd()
    }

    /// A lock of a table by a session of its own.
    package final class TableLock: Sendable {
        private let session: Process
        private let input: Pipe

        fileprivate init(_ session: Process, _ input: Pipe) {
            self.session = session
            self.input = input
        }

        /// Ends the session.
        package func release() {
            try? input.fileHandleForWriting.close()  // closed at the latest with the object
            session.waitUntilExit()
        }
    }

    /// Locks a table against reads and writes until the lock is released.
    package func holdLock(on table: String, database: String) throws -> TableLock {
        let session = Process()
        let (input, output) = (Pipe(), Pipe())
        session.executableURL = URL(fileURLWithPath: Self.binaries + "/psql")
        session.arguments = ["-h", socketDirectory, "-U", Self.owner, "-d", database, "-XAtq"]
        session.standardInput = input
        session.standardOutput = output
        try session.run()
        let statements = "BEGIN; LOCK TABLE \(table); SELECT 'locked';\n"
        try input.fileHandleForWriting.write(contentsOf: Data(statements.utf8))
        _ = output.fileHandleForReading.availableData
        return TableLock(session, input)
    }

    /// Copies the data of a stopped server aside; returns a name for ``restore(_:)``.
    package func copyData() throws -> String {
        let path = "\(directory)/copy-\(UUID().uuidString.prefix(8))"
        try Self.run("/bin/cp", ["-a", directory + "/data", path])
        return path
    }

    /// Replaces the data of a stopped server by a copy.
    package func restore(_ copy: String) throws {
        try FileManager.default.removeItem(atPath: directory + "/data")
        try Self.run("/bin/cp", ["-a", copy, directory + "/data"])
    }

    /// Waits until a standby of this server has all that was written.
    package func waitForStandby() throws {
        let end = try sql("SELECT pg_current_wal_insert_lsn()")
        for _ in 0..<6000 {
            let query = """
                SELECT count(*) FROM pg_stat_replication
                WHERE replay_lsn >= '\(end.trimmingCharacters(in: .whitespacesAndNewlines))'
                """
            if try sql(query).hasPrefix("1") { return }
            usleep(10_000)
        }
        throw Failure(description: "The standby does not follow: \(log)")
    }

    /// Makes a standby the primary, and waits until it accepts writes.
    package func promote() throws {
        try sql("SELECT pg_promote(true, 60)")
    }

    /// The end of the server's log.
    package var log: String {
        let text = (try? String(contentsOfFile: directory + "/log", encoding: .utf8)) ?? ""
        return String(text.suffix(4000))
    }

    private var arguments: [String] {
        let defaults = [
            "listen_addresses=", "unix_socket_directories=\(socketDirectory)", "fsync=off",
            "full_page_writes=off", "shared_buffers=32MB", "max_connections=500",
            "max_wal_size=256MB", "log_min_messages=warning",
        ]
        return ["-D", directory + "/data"] + (defaults + settings).flatMap { ["-c", $0] }
    }

    private func waitUntilReady(_ server: Process) throws {
        for _ in 0..<6000 {
            let isReady = try Self.status(
                Self.binaries + "/pg_isready",
                ["-q", "-h", socketDirectory, "-p", String(port)]
            )
            if isReady == 0 { return }
            guard server.isRunning else { break }
            usleep(10_000)
        }
        throw Failure(description: "PostgreSQL did not start: \(log)")
    }

    private func waitForEnd() {
        let running = running.withLock { running in
            defer { running = nil }
            return running
        }
        guard let running else { return }
        // Ends the shell beside the server, too; `Process` waits for both.
        try? running.input.fileHandleForWriting.close()  // closed at the latest with the object
        running.server.waitUntilExit()
    }

    private func signal(_ signal: Int32) {
        guard let processID else { return }
        Foundation.kill(processID, signal)
    }

    private var processID: Int32? { running.withLock { $0?.server.processIdentifier } }

    private func children() -> [Int32] {
        guard let processID,
            let text = try? Self.run("/usr/bin/pgrep", ["-P", String(processID)])
        else { return [] }
        return text.split(separator: "\n").compactMap { Int32($0) }
    }
}

extension PostgresCluster {
    /// The directories of this process, deleted at exit.
    private final class Files: Sendable {
        let root: String
        private let count = Mutex(0)

        init() {
            // Short, because the path of a socket has at most 107 bytes.
            root = "/tmp/trendy-pg-\(ProcessInfo.processInfo.processIdentifier)"
            atexit { try? FileManager.default.removeItem(atPath: PostgresCluster.files.root) }
        }

        /// A new directory that belongs to the owner of the server.
        func newDirectory() throws -> String {
            let number = count.withLock { count in
                count += 1
                return count
            }
            let path = "\(root)/\(number)"
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o755]
            )
            if geteuid() == 0 { try PostgresCluster.run("/bin/chown", [owner, path]) }
            return path
        }
    }

    private static let files = Files()

    /// The user of the server, also the name of its superuser.
    package static let owner = geteuid() == 0 ? "postgres" : NSUserName()

    /// Runs what follows as ``owner``.
    private static var asOwner: [String] {
        geteuid() == 0
            ? ["/usr/bin/setpriv", "--reuid=\(owner)", "--regid=\(owner)", "--init-groups", "--"]
            : ["/usr/bin/env"]
    }

    /// The directory of PostgreSQL's executables.
    private static let binaries: String = {
        let found = try? run("/usr/bin/env", ["pg_config", "--bindir"])
        return found?.trimmingCharacters(in: .whitespacesAndNewlines) ?? "/usr/bin"
    }()

    /// Gives a directory to the user of the server.
    package static func giveToOwner(_ path: String) throws {
        if geteuid() == 0 { try run("/bin/chown", ["-R", owner, path]) }
    }

    private static let template = Result<String, any Error> {
        let path = try files.newDirectory() + "/template"
        try runAsOwner("initdb", ["-D", path, "-U", owner, "-A", "trust", "-E", "UTF8", "-N"])
        return path
    }

    private static let sharedCluster = Result<PostgresCluster, any Error> { try PostgresCluster() }

    private static func runAsOwner(_ name: String, _ arguments: [String]) throws {
        let line = asOwner + [binaries + "/" + name] + arguments
        try run(line[0], Array(line.dropFirst()))
    }

    /// Runs a program and returns its output; throws its error output when it fails.
    @discardableResult
    private static func run(_ path: String, _ arguments: [String]) throws -> String {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = error
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        let message = error.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "\(path): " + String(decoding: message, as: UTF8.self))
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func status(_ path: String, _ arguments: [String]) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        process.currentDirectoryURL = URL(fileURLWithPath: "/")
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
