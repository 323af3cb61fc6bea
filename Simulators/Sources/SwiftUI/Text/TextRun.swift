/// A part of a text with one look.
package struct TextRun: Equatable, Sendable {
    package var string: String
    /// What the text itself sets, over the style of its environment.
    package var style = TextStyle()
    /// The name of a symbol in place of the string, for an image inside of a text.
    package var symbol: String?

    package init(_ string: String) {
        self.string = string
    }
}
