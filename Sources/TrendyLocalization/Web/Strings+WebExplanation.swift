extension Strings {
    /// Texts of the web pages: explanation.
    package enum WebExplanation {
        static let all: [LocalizedText] = []
    }
}
