import Foundation

/// A program that runs with a time limit, with its own directory for temporary files.
struct Execution {
    enum Outcome: Equatable {
        case passed
        case failed
        case timedOut
    }

    var outcome: Outcome
    var seconds: Double
    var output: String

    /// Runs a program to its end.
    ///
    /// - environment: variables in addition to this process's.
    /// - limit: in seconds; a program that runs longer is killed with its children.
    static func run(
        _ program: URL,
        _ arguments: [String],
        environment: [String: String],
        in directory: URL,
        limit: Double
    ) async throws -> Execution {
        let scratch = scratchDirectory.appendingPathComponent("trendy-mutant-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let log = scratch.appendingPathComponent("output")
        try Data().write(to: log)
        let handle = try FileHandle(forWritingTo: log)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
        process.arguments = ["-s", "KILL", "\(Int(limit.rounded(.up)))", program.path] + arguments
        process.environment = ProcessInfo.processInfo.environment
            .merging(environment) { $1 }
            .merging(["TMPDIR": scratch.path, "SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        process.standardError = handle
        let started = ContinuousClock.now
        let code = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        if code != 0 { killRemaining(of: scratch.path) }
        try handle.close()
        let output = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
        let isLate = seconds >= limit.rounded(.up)
        return Execution(
            outcome: code == 0 ? .passed : isLate ? .timedOut : .failed,
            seconds: seconds,
            output: output
        )
    }

    /// Kills programs that a killed test left running; they inherited its directory for temporary
    /// files.
    private static func killRemaining(of directory: String) {
        let mark = Data("TMPDIR=\(directory)".utf8)
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? [] {
            guard let number = pid_t(name),
                let environment = FileManager.default.contents(atPath: "/proc/\(name)/environ"),
                environment.range(of: mark) != nil
            else { continue }
            kill(number, SIGKILL)
        }
    }

    private static let scratchDirectory = URL(
        fileURLWithPath: FileManager.default.fileExists(atPath: "/dev/shm")
            ? "/dev/shm" : NSTemporaryDirectory()
    )
}

/// Calls `work` with each element, at most `jobs` at once.
func forEach<Element: Sendable>(
    _ elements: [Element],
    jobs: Int,
    while goesOn: @escaping @Sendable () -> Bool = { true },
    _ work: @escaping @Sendable (Element) async -> Void
) async {
    await withTaskGroup(of: Void.self) { group in
        var rest = elements[...]
        for _ in 0..<jobs {
            if let next = rest.popFirst() { group.addTask { await work(next) } }
        }
        while await group.next() != nil {
            if goesOn(), let next = rest.popFirst() { group.addTask { await work(next) } }
        }
    }
}
