import Foundation
import TestSupport
import Testing

/// Runs each benchmark on a small input: it exits successfully and prints results.
@Suite("Benchmarks", .timeLimit(.minutes(10)))
struct BenchmarkTests {
    /// A benchmark, with a small input and the beginnings of the lines that it prints.
    struct Run: CustomTestStringConvertible, Sendable {
        let name: String
        let count: Int
        let results: [String]

        var testDescription: String { name }
    }

    private static let runs = [
        Run(name: "write", count: 20, results: ["rate relative to raw SQLite: "]),
        Run(
            name: "sync",
            count: 600,
            results: [
                "push of 600 events: ", "rate of the push relative to raw SQLite: ",
                "bootstrap of 600 events: ", "rate of the bootstrap relative to raw SQLite: ",
                "record to visible on another device, p50: ",
            ]
        ),
        Run(
            name: "status",
            count: 20,
            results: ["status with 20 events behind a failed type, p50: "]
        ),
        Run(name: "route", count: 2, results: ["no session, new: median "]),
        Run(name: "screen", count: 150, results: ["the timeline's first content, p50: "]),
        Run(name: "app", count: 50, results: ["search: a word in one event, p50: "]),
        Run(
            name: "health",
            count: 3,
            results: ["one new sample: save to durable event, p50 of 1: "]
        ),
        Run(name: "places", count: 0, results: ["reconcile of 1,000 wanted geofences, p50: "]),
        Run(
            name: "postgres",
            count: 200,
            results: [
                "push of 200, relative to raw COPY: ", "push of one at the store, p50: ",
                "changes, pages of 1000, relative to libpq: ",
                "snapshot, pages of 1000, relative to libpq: ",
            ]
        ),
        Run(
            name: "postgres-size",
            count: 2000,
            results: ["one push, p99 relative to 1,000 rows: "]
        ),
        Run(
            name: "postgres-server",
            count: 20,
            results: [
                "push of 500 through HTTP, relative to SQLite: ",
                "bootstrap through HTTP, relative to SQLite: ", "pushes of one over 16 accounts: ",
                "push to the stream of another server, p50: ",
            ]
        ),
    ]

    @Test("A benchmark prints its results", arguments: runs)
    func prints(run: Run) async throws {
        let directory = FileManager.default.temporaryDirectory
            .appending(path: "benchmark-\(UUID())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }  // it is temporary

        let isOnPostgres = run.name.hasPrefix("postgres")
        let result = try await execute(
            "trendy-benchmarks",
            [run.name, directory.path, "\(run.count)", "1"],
            databases: isOnPostgres ? ["TRENDY_DATABASE", "TRENDY_LARGE_DATABASE"] : []
        )

        #expect(result.code == 0, "\(result.output)")
        let lines = result.output.split(separator: "\n")
        for start in run.results {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start) is missing: \(result.output)")
        }
    }

    @Test("Every benchmark is tested")
    func names() async throws {
        let usage = try await execute("trendy-benchmarks").output

        let names = Self.runs.map(\.name).joined(separator: "|")
        #expect(usage.contains("trendy-benchmarks \(names) DIRECTORY"))
    }

    @Test("A generated day has the expected totals")
    func life() async throws {
        let result = try await execute("trendy-life", ["--days", "1", "--seed", "1"])

        #expect(result.code == 0, "\(result.output)")
        #expect(result.output.contains("\nsteps "))
    }

    private struct Output: Sendable {
        let code: Int32
        let output: String
    }

    /// Runs an executable that is built beside the tests, on a separate thread, because other tests
    /// need the pool's threads.
    ///
    /// - `databases`: variables of its environment that name empty PostgreSQL databases.
    private func execute(
        _ name: String,
        _ arguments: [String] = [],
        databases: [String] = []
    ) async throws -> Output {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result { try executeBlocking(name, arguments, databases) }
                )
            }
        }
    }

    private func executeBlocking(
        _ name: String,
        _ arguments: [String],
        _ databases: [String]
    ) throws -> Output {
        let process = Process()
        var environment = ProcessInfo.processInfo.environment
        for variable in databases {
            let cluster = try PostgresCluster.shared()
            environment[variable] = cluster.url(try cluster.makeDatabase())
        }
        process.environment = environment
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            .deletingLastPathComponent().appendingPathComponent(name)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return Output(
            code: process.terminationStatus,
            output: String(decoding: text, as: UTF8.self)
        )
    }
}
