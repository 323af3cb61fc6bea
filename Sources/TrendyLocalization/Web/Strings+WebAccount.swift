extension Strings {
    /// Texts of the web pages: account.
    package enum WebAccount {
        static let all: [LocalizedText] = []
    }
}
