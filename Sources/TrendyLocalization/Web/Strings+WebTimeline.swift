extension Strings {
    /// Texts of the web pages: timeline.
    package enum WebTimeline {
        static let all: [LocalizedText] = []
    }
}
