import Foundation

/// A server in a separate process: the executable `trendy` beside this one, unless `TRENDY` names
/// another.
final class ServerProcess {
    /// The address of the server.
    let url: String
    /// The number of the process.
    var processID: Int32 { process.processIdentifier }
    private let process = Process()

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - database: the path of a SQLite file or the URL of a PostgreSQL database.
    ///   - arguments: more arguments of `trendy serve`.
    /// - Throws: ``MissingServer``.
    init(database: String, _ arguments: [String] = []) throws {
        process.executableURL = URL(fileURLWithPath: try Self.executable())
        process.arguments =
            ["serve", "--database", database, "--port", "0", "--json", "--log-level", "error"]
            + arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let start = line.range(of: "http://"), let end = line.range(of: "\"}") else {
            fatalError("The server did not start: \(line)")
        }
        url = String(line[start.lowerBound..<end.lowerBound])
    }

    /// The resident memory of the server, and its peak, in MB.
    var megabytes: (now: Double, peak: Double) {
        (memoryMegabytes("VmRSS:", of: processID), memoryMegabytes("VmHWM:", of: processID))
    }

    /// Runs another command of `trendy` and waits for its end.
    static func run(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try executable())
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure(arguments: arguments, status: process.terminationStatus)
        }
    }

    private static func executable() throws -> String {
        let built = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        let executable =
            ProcessInfo.processInfo.environment["TRENDY"] ?? built.path + "/trendy"
        guard FileManager.default.isExecutableFile(atPath: executable) else {
            throw MissingServer(path: executable)
        }
        return executable
    }

    struct MissingServer: Error, CustomStringConvertible {
        let path: String

        var description: String {
            "\(path) is missing: build the product 'trendy', or name the executable with TRENDY."
        }
    }

    struct CommandFailure: Error, CustomStringConvertible {
        let arguments: [String]
        let status: Int32

        var description: String {
            "trendy \(arguments.prefix(2).joined(separator: " ")) exited with \(status)."
        }
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }
}
