extension Strings {
    /// Texts of the web pages: map.
    package enum WebMap {
        static let all: [LocalizedText] = []
    }
}
