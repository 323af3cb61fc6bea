import Foundation

/// Runs `trendy-simulate`: the executable that `TRENDY_SIMULATE` names, or the one that was built
/// with the tests.
enum Simulator {
    struct Output: Sendable {
        var code: Int32
        var text: String
    }

    /// Runs the executable to its end on a separate thread, because it takes long and other tests
    /// need the pool's threads.
    ///
    /// - `jobs`: the number of seeds that run in parallel.
    static func run(jobs: Int = 1, _ arguments: String...) async throws -> Output {
        try await execute(executable, jobs, arguments)
    }

    private static func execute(
        _ executable: URL,
        _ jobs: Int,
        _ arguments: [String]
    ) async throws -> Output {
        let arguments = jobs == 1 ? arguments : arguments + ["--jobs", "\(jobs)"]
        return try await ProcessorSlots.shared.with(jobs) {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(with: Result { try executeBlocking(executable, arguments) })
                }
            }
        }
    }

    private static func executeBlocking(
        _ executable: URL,
        _ arguments: [String]
    ) throws -> Output {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(
            code: process.terminationStatus,
            text: String(decoding: data, as: UTF8.self)
        )
    }

    private static let executable =
        ProcessInfo.processInfo.environment["TRENDY_SIMULATE"].map { URL(fileURLWithPath: $0) }
        // The tests run from the build directory.
        ?? URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        .appendingPathComponent("trendy-simulate")

    /// The seeds of Seeds.txt.
    static let seeds: [String] = {
        guard let url = Bundle.module.url(forResource: "Seeds", withExtension: "txt"),
            let text = try? String(contentsOf: url, encoding: .utf8)
        else { return [] }
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
    }()

    /// The first fresh seed.
    ///
    /// It differs for each commit and stays the same when a commit's tests are repeated. Random
    /// without a repository.
    static let freshSeed: UInt64 = {
        let seeds: Range<UInt64> = 1_000_000..<1_000_000_000
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let output = try? executeBlocking(
            URL(fileURLWithPath: "/usr/bin/env"),
            ["git", "-C", directory, "rev-parse", "HEAD^{tree}"]
        )
        guard let output, output.code == 0, let hash = UInt64(output.text.prefix(12), radix: 16)
        else { return UInt64.random(in: seeds) }
        return seeds.lowerBound + hash % UInt64(seeds.count)
    }()
}
