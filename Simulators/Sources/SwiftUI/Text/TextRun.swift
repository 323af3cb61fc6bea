/// A part of a text with one look.
package struct TextRun: Equatable, Sendable {
    package var string: String
    /// What the text itself sets, over the style of its environment.
    package var style = TextStyle()
    /// The name of a symbol to draw in place of the string, which is its label.
    package var symbol: String?

    package init(_ string: String) {
        self.string = string
    }
}
