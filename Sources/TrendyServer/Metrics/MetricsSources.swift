import Foundation
import TrendyModel

/// The connections of the listener.
extension ConnectionRegistry: MetricsSource {
    func measure(_ metrics: ServerMetrics) {
        metrics.set(.connections, Double(connectionCount))
    }
}

/// The work that waits for threads of password hashing.
extension PasswordHasher: MetricsSource {
    package func measure(_ metrics: ServerMetrics) {
        metrics.set(.workWaiting, Double(waitingCount), [("queue", "sign-ins")])
    }
}

/// Time, memory and files of the process, as `/proc` has them on Linux.
struct ProcessMetrics: MetricsSource {
    let startTime: Instant

    func measure(_ metrics: ServerMetrics) {
        metrics.set(.startTime, Double(startTime.milliseconds) / 1000)
        #if os(Linux)
        if let fields = Self.statistics() {
            let ticks = Double(sysconf(Int32(_SC_CLK_TCK)))
            // See proc(5): utime and stime are the fields 14 and 15, rss is field 24.
            if fields.count > 21, let user = Double(fields[11]), let system = Double(fields[12]),
                let pages = Double(fields[21]), ticks > 0
            {
                metrics.setTotal(.processorTime, (user + system) / ticks)
                metrics.set(.residentMemory, pages * Double(sysconf(Int32(_SC_PAGESIZE))))
            }
        }
        // The list itself is one open file.
        if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
            metrics.set(.openFiles, Double(max(0, files.count - 1)))
        }
        #endif
    }

    #if os(Linux)
    /// The fields of `/proc/self/stat` after the name of the program, which can contain spaces.
    private static func statistics() -> [Substring]? {
        // Without /proc there are no values.
        guard let text = try? String(contentsOfFile: "/proc/self/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        return text[text.index(after: end)...].split(separator: " ")
    }
    #endif
}
