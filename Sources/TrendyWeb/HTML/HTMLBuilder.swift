/// Builds a piece of a page from text, which is escaped, and from other pieces.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ text: String) -> HTML { HTML(text: text) }
    package static func buildExpression(_ html: HTML) -> HTML { html }
    package static func buildExpression(_ html: HTML?) -> HTML { html ?? .empty }

    package static func buildBlock() -> HTML { .empty }
    package static func buildPartialBlock(first: HTML) -> HTML { first }
    package static func buildPartialBlock(accumulated: HTML, next: HTML) -> HTML {
        var html = accumulated
        html.append(next)
        return html
    }

    package static func buildOptional(_ html: HTML?) -> HTML { html ?? .empty }
    package static func buildEither(first: HTML) -> HTML { first }
    package static func buildEither(second: HTML) -> HTML { second }
    package static func buildArray(_ parts: [HTML]) -> HTML {
        var html = HTML.empty
        for part in parts { html.append(part) }
        return html
    }
}
