import SwiftSyntax

extension MutantFinder {
    func visitString(_ node: StringLiteralExprSyntax) {
        guard node.openingPounds == nil else { return }
        let text = node.segments.trimmedDescription
        guard SQLMutations.isSQL(text) else { return }
        let isMultiline = node.openingQuote.text == "\"\"\""
        // An interpolation with a string of its own cannot be quoted again.
        let hasQuotes = node.segments.contains {
            $0.is(ExpressionSegmentSyntax.self) && $0.trimmedDescription.contains("\"")
        }
        guard !hasQuotes else { return }
        let line = isMultiline ? Self.joined(text) : text
        let alternatives = SQLMutations.of(line)
        guard !alternatives.isEmpty else { return }
        let changes = alternatives.map {
            Change(kind: $0.kind, original: $0.original, replacement: $0.replacement)
        }
        add(node, changes) { number, indices in
            let texts = alternatives.map {
                "\"\(isMultiline ? $0.text.replacing("\"", with: "\\\"") : $0.text)\""
            }
            edits.wrap(
                range(node),
                "(mutantIsOn(\(number), of: \(texts.count)) ? mutantText(\(number), "
                    + texts.joined(separator: ", ") + ") : ",
                ")",
                mutants: indices
            )
        }
    }

    /// The lines of a multi-line literal as one.
    private static func joined(_ text: String) -> String {
        text.split(separator: "\n").map { line in
            var line = line.drop(while: \.isWhitespace)
            if line.hasSuffix("\\") { line = line.dropLast() }
            return String(line)
        }.joined(separator: " ")
    }
}
