import SwiftUI
import TrendyWire

/// What a permission is for, in words: what is read and why, and what each answer means.
struct PermissionTexts {
    let icon: String
    let title: Text
    let purpose: Text
    let reads: Text
    let yes: Text
    let no: Text
    let later: Text

    /// The texts of a permission.
    init(_ permission: OnboardingStatus.Permission) {
        switch permission {
        case .notifications:
            icon = "bell"
            title = Text("Notifications")
            purpose = Text(
                "Trendy can tell you when a visit begins or ends, and when it needs you."
            )
            reads = Text("Nothing. Notifications are made on this device.")
            yes = Text("You choose for each place whether it notifies you.")
            no = Text("Everything is recorded as before, without a message.")
            later = Text("Settings app, Trendy, Notifications.")
        case .location:
            icon = "location"
            title = Text("Location")
            purpose = Text("Trendy records when you arrive at a place and when you leave it.")
            reads = Text("Only the places you add are watched. Your way is not recorded.")
            yes = Text(
                "Choose Allow While Using App now. Trendy asks for Always when you add a place, because visits happen while the app is closed."
            )
            no = Text("You can still enter visits by hand.")
            later = Text("Settings app, Trendy, Location.")
        case .healthkit:
            icon = "heart"
            title = Text("Health")
            purpose = Text(
                "Trendy shows your steps, sleep, workouts and more beside what you record."
            )
            reads = Text(
                "Only the kinds of data you turn on in the next window. Trendy writes nothing."
            )
            yes = Text("New data usually arrives within an hour. iOS decides when.")
            no = Text("Apple Health does not tell Trendy. It looks as if there were no data.")
            later = Text("Health app, your picture, Apps, Trendy.")
        }
    }
}
