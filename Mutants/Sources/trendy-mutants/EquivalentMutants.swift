import Foundation

/// The list of mutants that change nothing anybody could observe, with the reason of each.
///
/// A line holds a key, a tab and a reason; lines that begin with `#` are remarks.
struct EquivalentMutants: Sendable {
    private var reasons: [String: String] = [:]

    init(_ file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        where !line.isEmpty && !line.hasPrefix("#") {
            let parts = line.split(separator: "\t", maxSplits: 1)
            guard parts.count == 2 else {
                throw ListError(file: file.path, line: number + 1)
            }
            reasons[String(parts[0])] = String(parts[1])
        }
    }

    func reason(_ key: String) -> String? { reasons[key] }

    struct ListError: Error, CustomStringConvertible {
        var file: String
        var line: Int
        var description: String { "\(file):\(line): write a key, a tab and a reason." }
    }
}
