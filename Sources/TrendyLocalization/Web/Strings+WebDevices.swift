extension Strings {
    /// Texts of the web pages: devices.
    package enum WebDevices {
        static let all: [LocalizedText] = []
    }
}
