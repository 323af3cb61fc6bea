package import Foundation
import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The syntax trees of some modules, which are rewritten several times.
package struct ParsedModules: Sendable {
    struct File: Sendable {
        var module: String
        /// The path within the module.
        var path: String
        var source: [UInt8]
        var tree: SourceFileSyntax
    }

    private(set) var files: [File] = []
    private(set) var signatures = SignatureIndex()

    /// Reads modules.
    ///
    /// - modules: the modules to rewrite.
    /// - signatures: the declarations of these modules are known to calls, too.
    /// - directory: contains a directory for each module.
    package init(_ modules: [String], signatures: [String], in directory: URL) throws {
        for module in Set(signatures).union(modules).sorted() {
            let root = directory.appendingPathComponent(module)
            for path in try Self.swiftFiles(in: root) {
                let text = try String(
                    contentsOf: root.appendingPathComponent(path),
                    encoding: .utf8
                )
                let folded = OperatorTable.standardOperators.foldAll(Parser.parse(source: text)) {
                    _ in
                }
                guard let tree = folded.as(SourceFileSyntax.self) else { continue }
                self.signatures.add(tree)
                if modules.contains(module) {
                    files.append(
                        File(module: module, path: path, source: Array(text.utf8), tree: tree)
                    )
                }
            }
        }
    }

    /// The paths of all Swift files below a directory, sorted.
    static func swiftFiles(in directory: URL) throws -> [String] {
        guard let all = FileManager.default.enumerator(atPath: directory.path) else { return [] }
        return all.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted()
    }
}
