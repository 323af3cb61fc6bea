extension Strings {
    /// Texts of the web pages: insights.
    package enum WebInsights {
        static let all: [LocalizedText] = []
    }
}
