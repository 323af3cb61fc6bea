import Foundation

/// A link into the app, such as `trendy://settings/account`.
///
/// The host is the name of a tab and the path the name of one of its screens. Letter case does not
/// matter; queries and fragments are ignored.
enum DeepLink: Hashable {
    /// The URL scheme that the app registers.
    static let scheme = "trendy"

    /// The root of a tab.
    case tab(MainTab)
    /// A screen in a tab.
    case screen(Destination, in: MainTab)

    /// Parses a link; `nil` when the app has no such screen.
    init?(_ url: URL) {
        guard url.scheme?.lowercased() == Self.scheme,
            let tab = url.host().flatMap({ MainTab(rawValue: $0.lowercased()) })
        else { return nil }
        let path = url.pathComponents.filter { $0 != "/" }.map { $0.lowercased() }
        if path.isEmpty {
            self = .tab(tab)
        } else if let destination = Self.destination(path, in: tab) {
            self = .screen(destination, in: tab)
        } else {
            return nil
        }
    }

    private static func destination(_ path: [String], in tab: MainTab) -> Destination? {
        switch (tab, path) {
        case (.settings, ["account"]): .account
        case (.settings, ["notifications"]): .notifications
        case (.settings, ["diagnosis"]): .diagnosis
        case (.settings, ["about"]): .about
        case (.timeline, ["types"]): .eventTypes
        case (.settings, ["sync"]): .sync
        case (.settings, ["sync", "failed"]): .failedChanges
        case (.settings, ["sync", "conflicts"]): .conflicts
        case (.settings, ["health"]): .health
        default: nil
        }
    }
}
