/// The tabs of the main screen, in order.
enum MainTab: String, Hashable, CaseIterable, Identifiable {
    /// Account, capture, notifications, help.
    case settings

    var id: Self { self }
}

extension MainTab {
    /// The tab that the app opens with.
    static let first = MainTab.settings
}
