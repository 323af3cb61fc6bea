import SwiftUI

extension TodayCard {
    /// Steps until the afternoon.
    static let steps = TodayCard(
        id: "steps",
        title: "Steps",
        icon: "figure.walk",
        color: .green,
        value: "8,432 steps",
        caption: "as of 14:12",
        freshness: "Health reported 12 min ago",
        expectation: "New data usually arrives within an hour.",
        hours: (0..<24).map { hour in
            ChartBar(id: hour, label: "\(hour):00", value: hour < 15 ? Double(hour * 60) : nil)
        }
    )
    /// No water today.
    static let noWater = TodayCard(
        id: "water",
        title: "Water",
        icon: "drop.fill",
        color: .blue,
        caption: "250 ml, yesterday at 18:04",
        freshness: "Health reported yesterday"
    )
    /// A heart rate that could not be read again.
    static let outdatedHeartRate = TodayCard(
        id: "heartRate",
        title: "Heart rate",
        icon: "heart.fill",
        color: .red,
        value: "64 per minute",
        caption: "resting 58 per minute, as of 09:12",
        freshness: "Health reported 5 h ago",
        problem: "Not updated since 09:15: the phone is locked."
    )
}
