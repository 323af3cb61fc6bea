/// A piece of a page: markup in which all text is escaped.
///
/// Text becomes markup only through ``init(text:)``, which escapes it.
package struct HTML: Sendable, Equatable {
    /// The markup, UTF-8.
    package private(set) var markup: String

    /// An empty piece.
    package static let empty = HTML(markup: "")

    /// Creates a piece from text, which is escaped.
    package init(text: String) {
        var markup = ""
        markup.reserveCapacity(text.utf8.count)
        HTMLEscaping.append(text, to: &markup)
        self.markup = markup
    }

    private init(markup: String) {
        self.markup = markup
    }

    /// Creates an element.
    init(_ name: HTMLTag, _ attributes: [HTMLAttribute], _ content: HTML) {
        var markup = "<\(name.rawValue)"
        for attribute in attributes { attribute.append(to: &markup) }
        markup += ">"
        if !name.isVoid {
            markup += content.markup
            markup += "</\(name.rawValue)>"
        }
        self.markup = markup
    }

    /// Appends a piece.
    mutating func append(_ other: HTML) {
        markup += other.markup
    }
}

/// Creates an element with its attributes and content.
package func tag(
    _ name: HTMLTag,
    _ attributes: HTMLAttribute...,
    @HTMLBuilder content: () throws -> HTML
) rethrows -> HTML {
    HTML(name, attributes, try content())
}

/// Creates an element without content.
package func tag(_ name: HTMLTag, _ attributes: HTMLAttribute...) -> HTML {
    HTML(name, attributes, .empty)
}

/// Creates an element with a list of attributes and content.
package func tag(
    _ name: HTMLTag,
    attributes: [HTMLAttribute],
    @HTMLBuilder content: () throws -> HTML
) rethrows -> HTML {
    HTML(name, attributes, try content())
}

/// Creates an element with a list of attributes, without content.
package func tag(_ name: HTMLTag, attributes: [HTMLAttribute]) -> HTML {
    HTML(name, attributes, .empty)
}
