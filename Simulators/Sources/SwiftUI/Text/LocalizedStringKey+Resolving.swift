extension LocalizedStringKey {
    /// The localized text with the arguments in place of the specifiers.
    ///
    /// A translation may order them: `%2$@`.
    func runs(from source: LocalizedSource, in context: TextContext) -> [TextRun] {
        let format =
            context.strings.format(key, source.table, source.bundle, context.locale) ?? key
        if arguments.isEmpty { return [TextRun(format)] }
        let specifier = /%(?:%|(?:(\d+)\$)?[-+ 0#]*\d*(?:\.\d+)?(?:ll|l|h|q|z)?[@a-zA-Z])/
        var runs: [TextRun] = []
        var rest = format[...]
        var next = 0
        while let match = rest.firstMatch(of: specifier) {
            runs.append(TextRun(String(rest[..<match.range.lowerBound])))
            if match.output.0 == "%%" {
                runs.append(TextRun("%"))
            } else {
                let position = match.output.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
                if position == next { next += 1 }
                if arguments.indices.contains(position) {
                    runs += arguments[position].resolve(context)
                }
            }
            rest = rest[match.range.upperBound...]
        }
        runs.append(TextRun(String(rest)))
        return runs.filter { !$0.string.isEmpty }
    }
}
