extension Strings {
    /// Texts of the web pages: transfer.
    package enum WebTransfer {
        static let all: [LocalizedText] = []
    }
}
