/// Collects insertions around ranges of a source text and replacements of tokens, and applies them
/// all at once.
///
/// Ranges are UTF-8 offsets. Wraps nest or are disjoint; replacements overlap nothing.
struct SchemataEdits {
    /// A range with text before and after it.
    private struct Wrap {
        var start: Int
        var end: Int
        var prefix: String
        var suffix: String
        var mutants: [Int]
    }

    private struct Replacement {
        var start: Int
        var end: Int
        var text: String
    }

    private var wraps: [Wrap] = []
    private var replacements: [Replacement] = []

    /// Inserts `prefix` before and `suffix` after a range; of equal ranges, the first is outermost.
    ///
    /// - mutants: the indices of the mutants that the insertion serves.
    mutating func wrap(_ range: Range<Int>, _ prefix: String, _ suffix: String, mutants: [Int]) {
        wraps.append(
            Wrap(
                start: range.lowerBound,
                end: range.upperBound,
                prefix: prefix,
                suffix: suffix,
                mutants: mutants
            )
        )
    }

    /// Replaces the text of a range.
    mutating func replace(_ range: Range<Int>, with text: String) {
        replacements.append(
            Replacement(start: range.lowerBound, end: range.upperBound, text: text)
        )
    }

    /// The rewritten text, and where in it each mutant's wrap lies.
    func apply(to source: [UInt8]) -> (text: [UInt8], regions: [SchemataRegion]) {
        let opens = wraps.indices.sorted {
            (wraps[$0].start, -wraps[$0].end, $0) < (wraps[$1].start, -wraps[$1].end, $1)
        }
        let closes = wraps.indices.sorted {
            (wraps[$0].end, -wraps[$0].start, -$0) < (wraps[$1].end, -wraps[$1].start, -$1)
        }
        let tokens = replacements.sorted { $0.start < $1.start }
        var (open, close, token) = (0, 0, 0)
        var text: [UInt8] = []
        text.reserveCapacity(source.count * 2)
        var starts = [Int](repeating: 0, count: wraps.count)
        var regions: [SchemataRegion] = []
        var offset = 0
        while offset <= source.count {
            while close < closes.count, wraps[closes[close]].end == offset {
                let wrap = wraps[closes[close]]
                text += wrap.suffix.utf8
                regions.append(
                    SchemataRegion(
                        range: starts[closes[close]]..<text.count,
                        mutants: wrap.mutants
                    )
                )
                close += 1
            }
            while open < opens.count, wraps[opens[open]].start == offset {
                starts[opens[open]] = text.count
                text += wraps[opens[open]].prefix.utf8
                open += 1
            }
            if token < tokens.count, tokens[token].start == offset {
                text += tokens[token].text.utf8
                offset = tokens[token].end
                token += 1
                continue
            }
            if offset < source.count { text.append(source[offset]) }
            offset += 1
        }
        return (text, regions)
    }
}

/// A range of rewritten text that exists for some mutants.
package struct SchemataRegion: Sendable, Codable {
    /// UTF-8 offsets in the rewritten file.
    package var range: Range<Int>
    /// Indices into the list of mutants of the file.
    package var mutants: [Int]
}
