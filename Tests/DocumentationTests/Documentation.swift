import Foundation

/// The Markdown pages and the files that they refer to.
enum Documentation {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// A fenced block, without its indentation.
    struct Block: Sendable {
        let page: String
        let language: String
        let text: String
    }

    /// The blocks of all pages.
    static func blocks() throws -> [Block] {
        try pages().flatMap { page in
            var blocks: [Block] = []
            var open: (indentation: Int, language: String, lines: [Substring])?
            for line in try read(page).split(separator: "\n", omittingEmptySubsequences: false) {
                let fence = line.drop { $0 == " " }
                if !fence.hasPrefix("```") {
                    let margin = min(open?.indentation ?? 0, indentation(line))
                    open?.lines.append(line.dropFirst(margin))
                } else if let block = open {
                    let text = block.lines.joined(separator: "\n") + "\n"
                    blocks.append(Block(page: page, language: block.language, text: text))
                    open = nil
                } else {
                    open = (indentation(line), String(fence.dropFirst(3)), [])
                }
            }
            return blocks
        }
    }

    /// The code spans of all pages, outside of blocks.
    static func spans() throws -> [Block] {
        try pages().flatMap { page in
            var isBlock = false
            return try read(page).split(separator: "\n").flatMap { line -> [Block] in
                if line.drop(while: { $0 == " " }).hasPrefix("```") { isBlock.toggle() }
                guard !isBlock else { return [] }
                return line.matches(of: /`([^`]+)`/).map {
                    // A table's cell escapes the vertical bar.
                    let text = String($0.output.1.replacing("\\|", with: "|"))
                    return Block(page: page, language: "", text: text)
                }
            }
        }
    }

    /// Whether a file exists, by its path from the root.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// The paths of files below directories, from the root, in order.
    static func files(in directories: [String], withSuffix suffix: String) -> [String] {
        directories.flatMap { directory -> [String] in
            let url = root.appending(path: directory)
            let all = FileManager.default.enumerator(atPath: url.path)?.compactMap { $0 as? String }
            return (all ?? []).filter { $0.hasSuffix(suffix) && !$0.contains(".build/") }
                .map { "\(directory)/\($0)" }
        }.sorted()
    }

    private static func pages() throws -> [String] {
        let top = try FileManager.default.contentsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".md") && $0 != "CHANGELOG.md" }
        return top.sorted()
            + files(
                in: ["Benchmarks", "Fuzz", "Simulation", "Simulators", "docs"],
                withSuffix: ".md"
            )
    }

    private static func indentation(_ line: Substring) -> Int {
        line.prefix { $0 == " " }.count
    }
}
