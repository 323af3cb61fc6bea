package import TrendyPlaces

/// Shows what the watch over places has to tell.
package struct VisitNotifications: VisitNotifying {
    let center: any UserNotificationCenter

    /// Shows them by a center.
    package init(center: any UserNotificationCenter) {
        self.center = center
    }

    package func show(_ notice: VisitNotification) async throws {
        guard await center.authorization() == .authorized else { return }
        try await center.show(
            UserNotification(
                identifier: notice.identifier,
                title: notice.title,
                body: notice.body,
                thread: "place/\(notice.geofenceID)",
                delay: notice.delay
            )
        )
    }

    package func withdraw(_ identifier: String) async { await center.withdraw([identifier]) }
}
