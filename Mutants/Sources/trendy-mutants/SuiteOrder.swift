import Foundation

/// Orders suites so that those that name what some files declare come first.
///
/// A name counts the less the more test files contain it: `HealthPass` says more than `save`.
struct SuiteOrder {
    /// The words of each test file, and the types that it declares or extends.
    private var files: [(words: Set<Substring>, suites: Set<String>)] = []
    /// The number of test files with a word.
    private var counts: [Substring: Int] = [:]
    private let workspace: Workspace

    private static let typeKeywords: Set<Substring> = [
        "struct", "class", "actor", "enum", "extension", "protocol",
    ]
    private static let keywords = typeKeywords.union(["func", "var", "let", "case"])

    /// - targets: the test targets; all if empty.
    init(_ workspace: Workspace, _ targets: Set<String>) throws {
        self.workspace = workspace
        for directory in ["Tests", "Simulators/Tests"] {
            let root = workspace.root.appendingPathComponent(directory)
            let paths =
                FileManager.default.enumerator(atPath: root.path)?
                .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") } ?? []
            for path in paths.sorted() {
                let target = String(path.prefix { $0 != "/" })
                guard targets.isEmpty || targets.contains(target) else { continue }
                let words = Self.words(try Self.text(root.appendingPathComponent(path)))
                let suites = Self.names(in: words, after: Self.typeKeywords)
                let file = (words: Set(words), suites: Set(suites.map { "\(target).\($0)/" }))
                for word in file.words { counts[word, default: 0] += 1 }
                files.append(file)
            }
        }
    }

    /// The suites, of each file in turn the one that names the most of it; the others keep their
    /// order and come last.
    ///
    /// - suites: as `Target.Suite/`.
    /// - sources: as `Module/path`.
    func sorted(_ suites: [String], for sources: [String]) throws -> [String] {
        var rankings: [ArraySlice<String>] = []
        var known: Set<String> = []
        for source in sources where known.insert(source).inserted {
            rankings.append(try ranking(of: suites, for: source)[...])
        }
        var result: [String] = []
        var taken: Set<String> = []
        while rankings.contains(where: { !$0.isEmpty }) {
            for index in rankings.indices {
                while let next = rankings[index].popFirst() {
                    guard taken.insert(next).inserted else { continue }
                    result.append(next)
                    break
                }
            }
        }
        return result + suites.filter { !taken.contains($0) }
    }

    private func ranking(of suites: [String], for source: String) throws -> [String] {
        let words = Self.words(try Self.text(workspace.sources.appendingPathComponent(source)))
        let names = Set(Self.names(in: words, after: Self.keywords)).filter { $0.count > 3 }
        var scores: [String: Double] = [:]
        for file in files {
            let score = names.reduce(0.0) {
                file.words.contains($1) ? $0 + 1 / Double(counts[$1] ?? 1) : $0
            }
            for suite in file.suites where score > 0 { scores[suite, default: 0] += score }
        }
        return suites.filter { scores[$0] != nil }
            .sorted { (-(scores[$0] ?? 0), $0) < (-(scores[$1] ?? 0), $1) }
    }

    private static func text(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    private static func words(_ text: String) -> [Substring] {
        text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }

    private static func names(in words: [Substring], after keywords: Set<Substring>) -> [Substring]
    {
        zip(words, words.dropFirst()).filter { keywords.contains($0.0) }.map(\.1)
    }
}
