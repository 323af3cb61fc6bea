extension Strings {
    /// Texts of the web pages: decisions.
    package enum WebDecisions {
        static let all: [LocalizedText] = []
    }
}
