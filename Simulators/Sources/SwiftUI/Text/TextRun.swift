/// A part of a text with one look.
package struct TextRun: Equatable, Sendable {
    package var string: String

    package init(_ string: String) {
        self.string = string
    }
}
