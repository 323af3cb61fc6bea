/// The tabs of the main screen, in order.
enum MainTab: String, Hashable, CaseIterable, Identifiable {
    /// Today's health values.
    case today
    /// All entries by day.
    case timeline
    /// The places, their visits and the health of the watch.
    case places
    /// A year and a day of an account in pictures.
    case insights
    /// Account, capture, notifications, help.
    case settings

    var id: Self { self }
}

extension MainTab {
    /// The tab that the app opens with.
    static let first = MainTab.today
}
