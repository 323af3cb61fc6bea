/// The mutants of a text of SQL.
///
/// The text is not parsed: words, parentheses and quotes suffice for the terms of a `WHERE`, the
/// columns of an `ORDER BY` and comparisons. Bound parameters keep their numbers, because a dropped
/// term becomes `(term OR 1)`.
package enum SQLMutations {
    /// A changed statement.
    package struct Alternative: Equatable {
        package var kind: Mutant.Kind
        /// The whole changed text.
        package var text: String
        /// The part that changed, and what it became.
        package var original: String
        package var replacement: String
    }

    /// Whether a text reads like SQL.
    package static func isSQL(_ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace)
        return words.count > 2
            && words.contains {
                ["SELECT", "UPDATE", "DELETE", "INSERT", "WHERE", "ORDER", "AND"].contains($0)
            }
    }

    /// All alternatives of a text in one line.
    package static func of(_ text: String) -> [Alternative] {
        let tokens = tokens(of: text)
        return droppedTerms(text, tokens) + comparisons(text, tokens) + orders(text, tokens)
    }

    private struct Token {
        var text: Substring
        /// The number of parentheses around it.
        var depth: Int
    }

    /// Words, signs and parentheses; a quoted text or an interpolation is one token.
    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var (depth, index) = (0, text.startIndex)
        func end(after start: String.Index, _ isPart: (Character) -> Bool) -> String.Index {
            text[start...].firstIndex { !isPart($0) } ?? text.endIndex
        }
        while index < text.endIndex {
            let start = index
            switch text[index] {
            case "(":
                index = text.index(after: index)
                tokens.append(Token(text: text[start..<index], depth: depth))
                depth += 1
                continue
            case ")":
                index = text.index(after: index)
                depth -= 1
            case "'":
                let next = text[text.index(after: index)...].firstIndex(of: "'")
                index = next.map(text.index(after:)) ?? text.endIndex
            case "\\":
                index = interpolationEnd(text, index)
            case "<", ">", "=", "!", "|":
                index = end(after: index) { "<>=!|".contains($0) }
            case let character where character.isWhitespace:
                index = text.index(after: index)
                continue
            case let character where character.isLetter || character == "_":
                index = end(after: index) { $0.isLetter || $0.isNumber || "_.".contains($0) }
            default:
                index = text.index(after: index)
            }
            tokens.append(Token(text: text[start..<index], depth: depth))
        }
        return tokens
    }

    private static func interpolationEnd(_ text: String, _ start: String.Index) -> String.Index {
        var (depth, index) = (0, text.index(after: start))
        guard index < text.endIndex, text[index] == "(" else {
            return index < text.endIndex ? text.index(after: index) : index
        }
        while index < text.endIndex {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            index = text.index(after: index)
            if depth == 0 { break }
        }
        return index
    }

    private static let clauseEnds: Set<Substring> = [
        "ORDER", "GROUP", "LIMIT", "RETURNING", "ON", "UNION", "SELECT", "DO", "WINDOW", "WHERE",
        ";", "EXCEPT", "INTERSECT", "HAVING", "UPDATE", "SET",
    ]

    private static func droppedTerms(_ text: String, _ tokens: [Token]) -> [Alternative] {
        var found: [Alternative] = []
        for (index, token) in tokens.enumerated() where token.text == "WHERE" {
            var (start, position) = (index + 1, index + 1)
            var isBetween = false
            func finish() {
                guard start < position else { return }
                let term = text[
                    tokens[start].text.startIndex..<tokens[position - 1].text.endIndex
                ]
                found.append(
                    alternative(.droppedTerm, text, term, "(\(term) OR 1)")
                )
            }
            while position < tokens.count {
                let next = tokens[position]
                if next.depth < token.depth { break }
                if next.depth == token.depth {
                    if next.text == ")" && position + 1 <= tokens.count
                        && closes(tokens, position, above: token.depth)
                    {
                        break
                    }
                    if clauseEnds.contains(next.text) { break }
                    if next.text == "BETWEEN" { isBetween = true }
                    if next.text == "AND" {
                        if isBetween {
                            isBetween = false
                        } else {
                            finish()
                            start = position + 1
                        }
                    }
                }
                position += 1
            }
            finish()
        }
        return found
    }

    /// Whether the parenthesis closes one that was opened before this depth was entered.
    private static func closes(_ tokens: [Token], _ position: Int, above depth: Int) -> Bool {
        var open = 0
        for token in tokens[..<position].reversed() {
            if token.text == ")" { open += 1 }
            if token.text == "(" {
                if open == 0 { return token.depth < depth }
                open -= 1
            }
        }
        return true
    }

    private static func comparisons(_ text: String, _ tokens: [Token]) -> [Alternative] {
        let others = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]
        return tokens.indices.compactMap { index in
            guard let other = others[String(tokens[index].text)] else { return nil }
            let around = max(0, index - 3)..<min(tokens.count, index + 4)
            let shown = text[
                tokens[around.lowerBound].text
                    .startIndex..<tokens[around.upperBound - 1].text.endIndex
            ]
            var changed = alternative(.boundaryInSQL, text, tokens[index].text, other)
            changed.original = String(shown)
            changed.replacement = "\(tokens[index].text) → \(other)"
            return changed
        }
    }

    private static func orders(_ text: String, _ tokens: [Token]) -> [Alternative] {
        var found: [Alternative] = []
        for index in tokens.indices.dropLast(2)
        where tokens[index].text == "ORDER" && tokens[index + 1].text == "BY" {
            let depth = tokens[index].depth
            var (columns, start, position) = ([Range<Int>](), index + 2, index + 2)
            while position < tokens.count, tokens[position].depth >= depth,
                !["LIMIT", ";", "UNION", "RETURNING"].contains(tokens[position].text)
            {
                if tokens[position].text == ")", closes(tokens, position, above: depth) { break }
                if tokens[position].depth == depth, tokens[position].text == "," {
                    columns.append(start..<position)
                    start = position + 1
                }
                position += 1
            }
            if start < position { columns.append(start..<position) }
            func bytes(_ range: Range<Int>) -> Substring {
                text[
                    tokens[range.lowerBound].text
                        .startIndex..<tokens[range.upperBound - 1].text.endIndex
                ]
            }
            if columns.count == 1 {
                found.append(alternative(.droppedOrder, text, bytes(columns[0]), "NULL"))
            } else {
                for (number, column) in columns.enumerated() {
                    // The column goes with the comma before it, the first with the one after it.
                    let part =
                        number == 0
                        ? column.lowerBound..<column.upperBound + 1
                        : column.lowerBound - 1..<column.upperBound
                    found.append(alternative(.droppedOrder, text, bytes(part), ""))
                }
            }
        }
        return found
    }

    private static func alternative(
        _ kind: Mutant.Kind,
        _ text: String,
        _ part: Substring,
        _ replacement: String
    ) -> Alternative {
        Alternative(
            kind: kind,
            text: text[..<part.startIndex] + replacement + text[part.endIndex...],
            original: String(part),
            replacement: replacement
        )
    }
}
