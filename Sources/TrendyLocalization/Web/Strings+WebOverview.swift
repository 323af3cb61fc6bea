extension Strings {
    /// Texts of the web pages: overview.
    package enum WebOverview {
        static let all: [LocalizedText] = []
    }
}
