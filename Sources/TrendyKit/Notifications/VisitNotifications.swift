package import TrendyPlaces

/// Shows the notifications of geofence monitoring.
package struct VisitNotifications: VisitNotifying {
    let center: any UserNotificationCenter

    /// Creates notifications that a center shows.
    package init(center: any UserNotificationCenter) {
        self.center = center
    }

    package func show(_ notification: VisitNotification) async throws {
        guard await center.authorization() == .authorized else { return }
        try await center.show(
            UserNotification(
                identifier: notification.identifier,
                title: notification.title,
                body: notification.body,
                thread: "place/\(notification.geofenceID)",
                delay: notification.delay
            )
        )
    }

    package func withdraw(_ identifier: String) async { await center.withdraw([identifier]) }
}
