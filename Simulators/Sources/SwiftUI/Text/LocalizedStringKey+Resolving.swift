extension LocalizedStringKey {
    /// The localized text with the arguments in place of the specifiers.
    ///
    /// A translation may order them: `%2$@`.
    func runs(from source: LocalizedSource, in context: TextContext) -> [TextRun] {
        let format =
            context.strings.format(key, source.table, source.bundle, context.locale) ?? key
        // Without arguments there is nothing to format: "100%" is shown as it is.
        if arguments.isEmpty { return [TextRun(format)] }
        var next = 0
        return FormatPart.parts(of: format).flatMap { part -> [TextRun] in
            guard case .argument(let position) = part else {
                if case .literal(let string) = part { return [TextRun(string)] }
                return []
            }
            let index = position ?? next
            if position == nil { next += 1 }
            return arguments.indices.contains(index) ? arguments[index].resolve(context) : []
        }
    }
}
