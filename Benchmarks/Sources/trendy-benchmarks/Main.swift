import Foundation

/// Runs one benchmark and prints its results: `trendy-benchmarks NAME DIRECTORY [COUNT [ROUNDS]]`.
///
/// The directory selects the disk, the count the size of the input, and the rounds how often each
/// step is repeated.
@main
enum Main {
    /// A benchmark of a directory, a count and a number of rounds; `nil` for its defaults.
    private typealias Benchmark = @Sendable (String, Int?, Int?) async throws -> Void

    private static let benchmarks: KeyValuePairs<String, Benchmark> = [
        "write": { try await measureWrite($0, count: $1 ?? 5000, rounds: $2 ?? 5) },
        "sync": { try await measureSync($0, count: $1 ?? 100_000, rounds: $2 ?? 200) },
        "status": { try await measureStatus($0, count: $1 ?? 100_000, rounds: $2 ?? 20) },
        "route": { try await measureRoute($0, launches: $2 ?? $1 ?? 1000) },
        "screen": {
            try await measureTimelineScreen($0, count: $1 ?? 100_000, rounds: $2 ?? 51)
        },
        "app": { try await measureApp($0, count: $1 ?? 100_000, rounds: $2) },
        "health": { try await measureHealth($0, days: $1 ?? 730, rounds: $2) },
        "places": { try await measurePlaces($0, weeks: $1 ?? 20, rounds: $2 ?? 101) },
        "postgres": { _, count, rounds in
            try await measurePostgres(count: count ?? 50_000, rounds: rounds ?? 5)
        },
        "postgres-size": { _, count, rounds in
            try await measurePostgresSize(count: count ?? 10_000_000, rounds: rounds ?? 1000)
        },
        "postgres-server": {
            try await measurePostgresServer($0, count: $1 ?? 100_000, rounds: $2 ?? 3)
        },
    ]

    /// The names of all benchmarks.
    static var names: [String] { benchmarks.map(\.key) }

    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3,
            let benchmark = benchmarks.first(where: { $0.key == arguments[1] })
        else {
            let names = names.joined(separator: "|")
            print("usage: trendy-benchmarks \(names) DIRECTORY [COUNT [ROUNDS]]")
            exit(64)
        }
        let directory = arguments[2] + "/trendy-benchmark-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let numbers = arguments.dropFirst(3).map { Int($0) }
        try await benchmark.value(
            directory,
            numbers.first ?? nil,
            numbers.dropFirst().first ?? nil
        )
    }
}

/// The duration of work in seconds.
func seconds(_ work: () async throws -> Void) async rethrows -> Double {
    let clock = ContinuousClock()
    let duration = try await clock.measure(work)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
}

/// The median of some numbers.
func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
}

/// The peak memory of this process in MB; 0 where the system does not report it.
func peakMegabytes() -> Double {
    memoryMegabytes("VmHWM:", of: getpid())
}

/// The memory of a process in MB, by the name of a line of its status; 0 where the system does not
/// report it.
func memoryMegabytes(_ name: String, of process: Int32) -> Double {
    let status = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
    let kilobytes = line?.split(separator: " ").compactMap { Double($0) }.first
    return (kilobytes ?? 0) / 1024
}

/// A duration in milliseconds.
func milliseconds(_ duration: Duration) -> Double {
    Double(duration.components.seconds) * 1000
        + Double(duration.components.attoseconds) * 1e-15
}

/// Prints the median and the 99th percentile of some times.
func reportTimes(_ name: String, _ times: [Double]) {
    let times = times.sorted()
    report("\(name), p50", times[times.count / 2], "ms")
    report("\(name), p99", times[min(times.count - 1, times.count * 99 / 100)], "ms")
}

func report(_ name: String, _ value: Double, _ unit: String) {
    print(String(format: "%@: %.1f %@", name, value, unit))
}
