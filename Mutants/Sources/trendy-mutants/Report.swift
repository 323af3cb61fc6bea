import Foundation
import MutantSchemata

/// The scores by module and file, and the survivors.
struct Report {
    /// Counts of one module, one file or all.
    struct Row: Codable {
        var killed = 0
        var killedByFleet = 0
        var survived = 0
        var notReached = 0
        var equivalent = 0

        /// Killed of all but the equivalent ones, in percent; `nil` for none.
        var score: Double? {
            let all = killed + survived + notReached
            return all == 0 ? nil : 100 * Double(killed) / Double(all)
        }

        mutating func add(_ verdict: Verdict) {
            switch verdict.result {
            case .killed:
                killed += 1
                if verdict.by == "fleet" { killedByFleet += 1 }
            case .survived: survived += 1
            case .notReached: notReached += 1
            case .equivalent: equivalent += 1
            }
        }
    }

    private let verdicts: [Verdict]
    private let isFleetOnly: Bool
    private(set) var total = Row()
    private var modules: [String: Row] = [:]
    private var files: [String: Row] = [:]

    /// - isFleetOnly: mutants that no seed reaches do not count.
    init(verdicts: [Verdict], isFleetOnly: Bool) {
        self.verdicts = isFleetOnly ? verdicts.filter { $0.result != .notReached } : verdicts
        self.isFleetOnly = isFleetOnly
        for verdict in self.verdicts {
            total.add(verdict)
            modules[verdict.mutant.module, default: Row()].add(verdict)
            files["\(verdict.mutant.module)/\(verdict.mutant.file)", default: Row()].add(verdict)
        }
    }

    static func percent(_ value: Double) -> String { String(format: "%.1f %%", value) }

    func text() -> String {
        var lines = ["Survivors:"]
        for verdict in verdicts where verdict.result == .survived || verdict.result == .notReached {
            let mutant = verdict.mutant
            lines.append(
                "  \(mutant.module)/\(mutant.file):\(mutant.line) [\(mutant.kind.rawValue)] "
                    + "\(mutant.original) → \(mutant.replacement)"
                    + (verdict.result == .notReached ? " (not reached)" : "")
            )
        }
        lines.append("")
        let titles = ["killed", "by fleet", "survived", "unreached", "equivalent", "score"]
        lines.append(Self.line("", titles))
        for (name, row) in files.sorted(by: { $0.key < $1.key })
        where row.survived + row.notReached > 0 {
            lines.append(Self.line(name, row))
        }
        lines.append("")
        for (name, row) in modules.sorted(by: { $0.key < $1.key }) {
            lines.append(Self.line(name, row))
        }
        lines.append(Self.line("all", total))
        let times = verdicts.map(\.seconds).filter { $0 > 0 }.sorted()
        if !times.isEmpty {
            lines.append(
                String(
                    format: "Seconds a mutant: median %.1f, mean %.1f",
                    times[times.count / 2],
                    times.reduce(0, +) / Double(times.count)
                )
            )
        }
        return lines.joined(separator: "\n")
    }

    func json() throws -> String {
        struct Output: Encodable {
            var modules: [String: Row]
            var files: [String: Row]
            var score: Double?
            var verdicts: [Verdict]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        let output = Output(modules: modules, files: files, score: total.score, verdicts: verdicts)
        return String(decoding: try encoder.encode(output), as: UTF8.self)
    }

    private static func line(_ name: String, _ row: Row) -> String {
        let counts = [
            row.killed, row.killedByFleet, row.survived, row.notReached, row.equivalent,
        ]
        return line(name, counts.map(String.init) + [row.score.map(percent) ?? "–"])
    }

    private static func line(_ name: String, _ columns: [String]) -> String {
        name.padding(toLength: max(name.count, 52), withPad: " ", startingAt: 0)
            + columns.map {
                String(repeating: " ", count: max(1, 11 - $0.count)) + $0
            }.joined()
    }
}
