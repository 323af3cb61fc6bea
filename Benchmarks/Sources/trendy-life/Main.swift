import Foundation
import HealthReplay
import TrendyFixture

/// Simulates years of a generated life on a phone and compares each day with the expected totals:
/// `trendy-life [--years 3 | --days N] [--seed 1] [--density 1] [--without-faults]
/// [--all-kinds]`.
///
/// The exit code is not 0 when a day is outside of the tolerance.
@main
enum Main {
    static func main() {
        var options = ReplayOptions(seed: 1, days: 3 * 365)
        var arguments = CommandLine.arguments.dropFirst()
        while let name = arguments.popFirst() {
            if name == "--without-faults" {
                options.hasFaults = false
                continue
            }
            if name == "--all-kinds" {
                options.kinds = .all
                continue
            }
            let value = arguments.popFirst() ?? ""
            switch (name, Double(value)) {
            case ("--years", let years?): options.days = Int(years * 365)
            case ("--days", let days?): options.days = Int(days)
            case ("--seed", _?): options.seed = UInt64(value) ?? 1
            case ("--density", let density?): options.density = density
            default:
                print(
                    "usage: trendy-life [--years N | --days N] [--seed N] [--density N]"
                        + " [--without-faults] [--all-kinds]"
                )
                exit(64)
            }
        }
        exit(run(options) ? 0 : 1)
    }

    private static func run(_ options: ReplayOptions) -> Bool {
        let start = processorSeconds()
        let wall = ContinuousClock.now
        let report = HealthReplayRun(options).run { day in
            if day % 30 == 0 { FileHandle.standardError.write(Data("day \(day)\n".utf8)) }
        }
        let seconds = (ContinuousClock.now - wall) / .seconds(1)
        if let failure = report.failure { print("The simulation failed: \(failure)") }
        print(
            "\(options.days) days, seed \(options.seed), \(report.samples) samples",
            terminator: ""
        )
        print(", \(report.deleted) deleted or replaced, \(report.condensed) times condensed")
        print(
            "\(report.launches) processes, \(report.deaths) died; \(report.passes) passes",
            terminator: ""
        )
        print(", \(report.failedPasses) failed; \(report.revocations) revocations of read access")
        print("measure              days  largest error  days off by more than 0.1 %")
        for row in report.rows {
            let name = row.measure.rawValue.padding(toLength: 20, withPad: " ", startingAt: 0)
            let error = String(format: "%12.6f %%", row.largestError * 100)
            print(name + String(format: "%5d ", row.days) + error + "  \(row.offDays.count)")
            for off in row.offDays.prefix(5) {
                print("    \(off.day): \(off.found) instead of \(off.expected)")
            }
        }
        if options.kinds == .all {
            print("\(report.kindDifferences.count) differences from the expected results by type")
            for difference in report.kindDifferences.prefix(20) { print("    \(difference)") }
        }
        print(String(format: "%.1f s, %.1f s of CPU", seconds, processorSeconds() - start))
        print(String(format: "peak memory: %.0f MB", peakMegabytes()))
        return report.isRight
    }

    private static func processorSeconds() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        func seconds(_ time: timeval) -> Double {
            Double(time.tv_sec) + Double(time.tv_usec) / 1e6
        }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func peakMegabytes() -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return Double(usage.ru_maxrss) / 1024
    }
}
