import Foundation

/// Runs one benchmark and prints its result: `trendy-benchmarks NAME DIRECTORY [COUNT]`.
///
/// The directory selects the disk. Names: `write`, `sync`, `status`, `route`, `app`, and on Linux
/// `health` and `places`.
@main
enum Main {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            let names = "write|sync|status|route|app|health|places"
            print("usage: trendy-benchmarks \(names) DIRECTORY [COUNT]")
            exit(64)
        }
        let directory = arguments[2] + "/trendy-benchmark-\(getpid())"
        try FileManager.default.createDirectory(
            atPath: directory,
            withIntermediateDirectories: true
        )
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let count = arguments.count > 3 ? Int(arguments[3]) : nil
        switch arguments[1] {
        case "write": try await measureWrite(directory, count: count ?? 5000)
        case "app": try await measureApp(directory, count: count ?? 100_000)
        case "sync": try await measureSync(directory, count: count ?? 100_000)
        case "status": try await measureStatus(directory, count: count ?? 100_000)
        case "route": try await measureRoute(directory, launches: count ?? 1000)
        #if os(Linux)
        case "health": try await measureHealth(directory, days: count ?? 730)
        case "places": try await measurePlaces(directory, weeks: count ?? 20)
        #endif
        default:
            print("There is no benchmark '\(arguments[1])'.")
            exit(64)
        }
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
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
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
