import ArgumentParser
import Foundation
import TrendySimulation

extension SimulateCommand {
    /// Searches for each injected bug and prints the results.
    func searchForInjectedBugs() throws {
        let bugs = InjectedBug.all.filter { injectBug == nil || $0.name == injectBug }
        let progress = TerminalLine()
        var done = 0
        let results = InjectedBugRunner(bugs: bugs).run(jobs: jobs) { result in
            done += 1
            progress.show("\(done) of \(bugs.count) injected bugs, last \(result.name)")
        }
        progress.clear()
        let summary = InjectedBugSummary(results)
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            print(String(decoding: try encoder.encode(summary), as: UTF8.self))
        } else {
            summary.printReport()
            if injectBug != nil { for result in results { result.printReplay() } }
        }
        if !summary.missed.isEmpty { throw ExitCode.failure }
    }
}
