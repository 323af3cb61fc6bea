import TrendyLocalization

/// The program of a session as a person knows it.
enum ClientName {
    private static let browsers = [
        ("Edg/", "Edge"), ("EdgiOS/", "Edge"), ("EdgA/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"),
        ("Windows", "Windows"), ("Macintosh", "Mac"), ("Linux", "Linux"),
    ]

    /// The browser and the system of a browser's `User-Agent`, such as "Firefox on Linux"; other
    /// programs as they call themselves.
    ///
    /// All browsers call themselves Mozilla, and most of them also by the names of others, so the
    /// first known name in this order counts.
    static func text(of userAgent: String) -> String {
        guard userAgent.hasPrefix("Mozilla/"),
            let browser = browsers.first(where: { userAgent.contains($0.0) })?.1
        else { return userAgent }
        guard let system = systems.first(where: { userAgent.contains($0.0) })?.1 else {
            return browser
        }
        return Strings.WebDevices.browser(["browser": browser, "system": system])
    }
}
