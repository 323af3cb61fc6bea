import Foundation
import Observation

/// What the main screen shows: the tab, the screens pushed in each tab, and the sheet.
@Observable
@MainActor
final class MainRouter {
    /// The selected tab.
    var tab: MainTab
    /// The pushed screens of each tab, outermost first.
    private var paths: [MainTab: [Destination]] = [:]
    /// The presented sheet; `nil` when there is none.
    var sheet: MainSheet?

    /// Creates a router that shows the root of a tab.
    init(tab: MainTab = .first) {
        self.tab = tab
    }

    /// The pushed screens of a tab, to bind a navigation stack to.
    subscript(path tab: MainTab) -> [Destination] {
        get { paths[tab] ?? [] }
        set { paths[tab] = newValue }
    }

    /// Pushes a screen in the selected tab.
    func push(_ destination: Destination) {
        self[path: tab].append(destination)
    }

    /// Shows a screen in a tab, without the screens that were pushed there before.
    func show(_ destination: Destination?, in tab: MainTab) {
        sheet = nil
        self.tab = tab
        self[path: tab] = destination.map { [$0] } ?? []
    }

    /// Opens a link.
    ///
    /// - Returns: whether the app knows the link.
    @discardableResult
    func open(_ url: URL) -> Bool {
        guard let link = DeepLink(url) else { return false }
        switch link {
        case .tab(let tab): show(nil, in: tab)
        case .screen(let destination, let tab): show(destination, in: tab)
        }
        return true
    }
}
