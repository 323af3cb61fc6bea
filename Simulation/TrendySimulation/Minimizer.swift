import SimulationKit

/// Shrinks a failing run: fewer days, fewer devices and fewer kinds of faults, as long as the same
/// invariant is violated.
package struct Minimizer {
    private let seed: UInt64
    private var best: WorldOptions
    private let checker: String
    private let report: (String) -> Void

    /// A minimizer for a failing seed; `nil` when the seed does not fail.
    ///
    /// - `report`: called with each smaller run that still fails.
    package init?(
        seed: UInt64,
        options: WorldOptions,
        report: @escaping (String) -> Void = { _ in }
    ) {
        guard let failure = WorldRun(seed: seed, options: options).report.failure else {
            return nil
        }
        self.seed = seed
        self.report = report
        best = options
        checker = Self.checker(failure)
    }

    /// The smallest options that fail in the same way.
    package mutating func run() -> WorldOptions {
        while best.days > 1, attempt("\(best.days - 1) days", { $0.days -= 1 }) {}
        while best.devices > 1, attempt("\(best.devices - 1) devices", { $0.devices -= 1 }) {}
        for fault in Fault.allCases where !best.without.contains(fault) {
            _ = attempt("without \(fault.rawValue)") { $0.without.insert(fault) }
        }
        while best.days > 1, attempt("\(best.days - 1) days", { $0.days -= 1 }) {}
        return best
    }

    private mutating func attempt(_ name: String, _ change: (inout WorldOptions) -> Void) -> Bool {
        var options = best
        change(&options)
        guard let failure = WorldRun(seed: seed, options: options).report.failure,
            Self.checker(failure) == checker
        else { return false }
        report("still fails with \(name)")
        best = options
        return true
    }

    private static func checker(_ failure: String) -> String {
        String(failure.prefix { $0 != ":" })
    }
}
