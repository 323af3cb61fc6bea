import Foundation
import Synchronization

/// Runs the real `trendy` executable.
///
/// Its blocking calls run on threads of their own: the threads of Swift's tasks are few, and a
/// server in this process that the executable talks to needs them.
struct TrendyProcess {
    struct Result {
        let code: Int32
        let output: String
        let error: String
    }

    /// The executable, which is built beside the tests.
    static let executable: URL = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0])
        return tests.deletingLastPathComponent().appendingPathComponent("trendy")
    }()

    private let process = Process()
    private let output = Pipe()
    private let error = Pipe()

    var identifier: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }

    /// Starts the executable.
    init(
        _ arguments: [String],
        environment: [String: String] = [:],
        executable: URL = Self.executable
    ) throws {
        process.executableURL = executable
        process.arguments = arguments
        var all = ProcessInfo.processInfo.environment
        all["TRENDY_PASSWORD"] = "long enough"
        all.merge(environment) { _, new in new }
        process.environment = all
        process.standardOutput = output
        process.standardError = error
        process.standardInput = FileHandle.nullDevice
        try process.run()
    }

    /// The first output.
    func firstOutput() async -> String {
        let file = output.fileHandleForReading
        return await onOwnThread { String(decoding: file.availableData, as: UTF8.self) }
    }

    /// Reads until the output has a whole line, or ends.
    func firstLine() async -> String {
        var text = ""
        while !text.contains("\n") {
            let more = await firstOutput()
            guard !more.isEmpty else { break }
            text += more
        }
        return text
    }

    /// Reads until the output has a line with a text, or ends.
    func firstLine(containing text: String) async -> String {
        var output = ""
        while true {
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.contains(text) }) { return String(line) }
            let more = await firstOutput()
            guard !more.isEmpty else { return output }
            output += more
        }
    }

    func interrupt() {
        process.interrupt()
    }

    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
    }

    func terminate() {
        process.terminate()
    }

    /// Waits until it exits.
    func wait() async -> Result {
        async let message = text(of: error)
        let text = await text(of: output)
        let process = process
        let code = await onOwnThread {
            process.waitUntilExit()
            return process.terminationStatus
        }
        return await Result(code: code, output: text, error: message)
    }

    private func text(of pipe: Pipe) async -> String {
        let file = pipe.fileHandleForReading
        return await onOwnThread { String(decoding: file.readDataToEndOfFile(), as: UTF8.self) }
    }

    private func onOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable () -> Value
    ) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }

    /// Runs a line of a shell, in which `$TRENDY` is the executable, with its profile set and
    /// `$SCRATCH` a directory beside that.
    static func shell(_ line: String, profile: String) async throws -> Result {
        let scratch = URL(fileURLWithPath: profile).deletingLastPathComponent().path
        return try await TrendyProcess(
            ["-c", line],
            environment: [
                "TRENDY": executable.path, "TRENDY_PROFILE": profile, "SCRATCH": scratch,
            ],
            executable: URL(fileURLWithPath: "/bin/sh")
        ).wait()
    }

    /// Runs the executable until it exits.
    @discardableResult
    static func run(
        _ arguments: String...,
        environment: [String: String] = [:]
    ) async throws -> Result {
        try await TrendyProcess(arguments, environment: environment).wait()
    }
}

/// A temporary directory that is deleted at the end of the test.
final class Scratch {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/cli-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)  // it is a temporary directory
    }

    func write(_ text: String, to name: String) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return file
    }
}

/// A server in its own process.
final class ServerProcess {
    let url: String
    private let process: TrendyProcess

    /// Starts a server on a port, or on a free port that a test can use again for a restart.
    ///
    /// The free ports are below the ephemeral ports of Linux (32768 to 60999), so that no client
    /// or server of another test takes the port between a stop and a restart.
    init(database: String, port: Int? = nil, _ arguments: [String] = []) async throws {
        (process, url) = try await ServerProcess.start(
            database: database,
            port: port,
            arguments
        )
    }

    private static func start(
        database: String,
        port: Int?,
        _ arguments: [String]
    ) async throws -> (process: TrendyProcess, url: String) {
        var attempts = 0
        while true {
            let candidate = port ?? Int.random(in: 20_000..<30_000)
            let process = try TrendyProcess(
                [
                    "serve", "--database", database, "--port", String(candidate), "--json",
                    "--log-level", "error",
                ] + arguments
            )
            let line = await process.firstLine()
            if let start = line.range(of: "http://"), let end = line.range(of: "\"}") {
                return (process, String(line[start.lowerBound..<end.lowerBound]))
            }
            let result = await process.wait()
            attempts += 1
            // 75: another program listens on the port.
            guard port == nil, result.code == 75, attempts < 10 else {
                throw StartError(message: "The server did not start: \(line) \(result.error)")
            }
        }
    }

    struct StartError: Error {
        let message: String
    }

    var identifier: Int32 { process.identifier }
    var port: Int { Int(url.split(separator: ":").last ?? "") ?? 0 }

    func kill() async {
        process.kill()
        _ = await process.wait()
    }

    @discardableResult
    func stop() async -> TrendyProcess.Result {
        process.terminate()
        return await process.wait()
    }

    deinit {
        if process.isRunning { process.kill() }
    }
}
