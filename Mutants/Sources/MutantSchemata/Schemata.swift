// MutantSchemata: rewrites Swift sources so that one build holds all mutants.

package import Foundation
import SwiftSyntax

/// The rewritten files of some modules, with all mutants that were found in them.
package struct Schemata: Sendable {
    /// A rewritten file.
    package struct File: Sendable {
        package var module: String
        /// The path within the module.
        package var path: String
        package var text: [UInt8]
        package var regions: [SchemataRegion]
        /// The numbers of its mutants.
        package var numbers: Range<Int>
    }

    package private(set) var mutants: [Mutant] = []
    package private(set) var files: [File] = []
    /// The numbers of mutants that are in the text.
    package private(set) var live: Set<Int> = []

    /// Reads and rewrites modules; see ``ParsedModules/init(_:signatures:in:)``.
    package init(
        modules: [String],
        signatures: [String],
        in directory: URL,
        rejected: Set<String>,
        only: Set<String>? = nil
    ) throws {
        let parsed = try ParsedModules(modules, signatures: signatures, in: directory)
        self.init(parsed, rejected: rejected, only: only)
    }

    /// Rewrites modules.
    ///
    /// - rejected: keys of mutants to leave out, because they do not compile.
    /// - only: keys of the mutants to write, with those that share an edit with them; all if `nil`.
    package init(_ modules: ParsedModules, rejected: Set<String>, only: Set<String>? = nil) {
        for parsed in modules.files {
            let finder = MutantFinder(
                module: parsed.module,
                file: parsed.path,
                source: parsed.source,
                tree: parsed.tree,
                firstNumber: mutants.count,
                signatures: modules.signatures,
                rejected: rejected,
                only: only
            )
            finder.walk(parsed.tree)
            let first = mutants.count
            let (text, regions) = finder.edits.apply(to: parsed.source)
            mutants += finder.mutants
            for region in regions { live.formUnion(region.mutants.map { first + $0 }) }
            files.append(
                File(
                    module: parsed.module,
                    path: parsed.path,
                    text: text,
                    regions: regions,
                    numbers: first..<mutants.count
                )
            )
        }
    }

    /// Marks the mutants of files that are not compiled as missing.
    package mutating func leaveOut(_ files: [File]) {
        for file in files { live.subtract(file.numbers) }
    }

    /// The keys of the mutants to blame for a compiler error: those of the innermost region around
    /// it, or of all regions in its line, or of those in a near line, where the error is in the type
    /// of a closure or in the use of a constant; empty if there are none.
    ///
    /// - line, column: from 1, in the rewritten file; columns count UTF-8 bytes.
    package func culprits(in file: File, line: Int, column: Int) -> Set<String> {
        var (start, current) = (0, 1)
        while current < line, let next = file.text[start...].firstIndex(of: 0x0A) {
            (start, current) = (next + 1, current + 1)
        }
        let end = file.text[start...].firstIndex(of: 0x0A) ?? file.text.count
        let offset = start + column - 1
        let around = file.regions.filter { $0.range.contains(offset) }
            .min { $0.range.count < $1.range.count }
        var regions = around.map { [$0] } ?? file.regions.filter { $0.range.overlaps(start..<end) }
        if regions.isEmpty { regions = self.regions(in: file, near: start..<end) }
        return Set(
            regions.flatMap(\.mutants).map { mutants[file.numbers.lowerBound + $0].key }
        )
    }

    /// The keys of the mutants that are compiled into a file.
    package func keys(in file: File) -> Set<String> {
        Set(file.regions.flatMap(\.mutants).map { mutants[file.numbers.lowerBound + $0].key })
    }

    /// The regions that begin in the next line that has any, or else in the previous one, if it is
    /// near.
    private func regions(in file: File, near line: Range<Int>) -> [SchemataRegion] {
        func lines(_ range: Range<Int>) -> Int { file.text[range].count { $0 == 0x0A } }
        let starts = file.regions.map(\.range.lowerBound)
        var found = starts.filter { $0 >= line.upperBound }.min()
        if let below = found, lines(line.upperBound..<below) > 3 { found = nil }
        if found == nil {
            found = starts.filter { $0 < line.lowerBound }.max()
            if let above = found, lines(above..<line.lowerBound) > 8 { found = nil }
        }
        guard let found else { return [] }
        let first = file.text[..<found].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let last = file.text[found...].firstIndex(of: 0x0A) ?? file.text.count
        return file.regions.filter { (first..<last).contains($0.range.lowerBound) }
    }
}
