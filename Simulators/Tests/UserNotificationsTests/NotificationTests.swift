import Foundation
import SimulatedAppServices
import SimulatedPhone
import Testing
import UserNotifications

struct NotificationTests {
    let timeline = ManualTimeline()
    let phone: Phone

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.launch(.user)
    }

    private var center: UNUserNotificationCenter {
        phone.run { UNUserNotificationCenter.current() }
    }

    private func request(
        _ identifier: String,
        after seconds: Double? = nil
    ) -> UNNotificationRequest {
        let content = UNMutableNotificationContent()
        content.title = "title of \(identifier)"
        content.body = "body"
        content.threadIdentifier = "thread"
        let trigger = seconds.map {
            UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: false)
        }
        return UNNotificationRequest(identifier: identifier, content: content, trigger: trigger)
    }

    /// An authorized app in the background.
    private func allowed() async throws -> UNUserNotificationCenter {
        #expect(try await center.requestAuthorization(options: [.alert]))
        phone.enterBackground()
        return center
    }

    private final class Presenter: NSObject, UNUserNotificationCenterDelegate {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter,
            willPresent notification: UNNotification,
            withCompletionHandler completionHandler:
                @escaping (UNNotificationPresentationOptions) -> Void
        ) {
            completionHandler([.banner])
        }
    }

    @Test("The prompt is shown once, and its answer persists", arguments: [true, false])
    func asks(_ allows: Bool) async throws {
        phone.notifications.answer = allows ? .allow : .refuse
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
        #expect(try await center.requestAuthorization(options: [.alert]) == allows)

        phone.notifications.answer = allows ? .refuse : .allow
        phone.terminate()
        phone.launch(.user)

        #expect(try await center.requestAuthorization(options: [.alert]) == allows)
        let status = await center.notificationSettings().authorizationStatus
        #expect(status == (allows ? .authorized : .denied))
        #expect(phone.notifications.prompts == 1)
    }

    @Test("An app that may not send notifications gets an error without a prompt")
    func refusal() async throws {
        phone.notifications.behavior.refusesToAsk = true
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await center.requestAuthorization(options: [.alert])
        }
        #expect(phone.notifications.prompts == 0)
        #expect(await center.notificationSettings().authorizationStatus == .notDetermined)
    }

    @Test("Provisional authorization needs no prompt")
    func provisional() async throws {
        #expect(try await center.requestAuthorization(options: [.alert, .provisional]))
        #expect(phone.notifications.prompts == 0)
        #expect(phone.notifications.authorizationStatus == .provisional)
    }

    @Test("A notification is shown and replaced by one with the same identifier")
    func shows() async throws {
        let center = try await allowed()
        try await center.add(request("a"))
        timeline.advance(by: .seconds(1))
        try await center.add(request("b"))
        try await center.add(request("a"))
        timeline.advance(by: .seconds(1))

        let delivered = phone.notifications.delivered
        #expect(delivered.map(\.identifier) == ["b", "a"])
        #expect(delivered.map(\.title) == ["title of b", "title of a"])
        #expect(delivered.map(\.thread) == ["thread", "thread"])
        #expect(await center.deliveredNotifications().map(\.request.identifier) == ["b", "a"])

        center.removeDeliveredNotifications(withIdentifiers: ["b", "c"])
        #expect(phone.notifications.delivered.map(\.identifier) == ["a"])
    }

    @Test("A scheduled notification is shown even if the app has ended")
    func later() async throws {
        let center = try await allowed()
        try await center.add(request("a", after: 60))
        try await center.add(request("b", after: 60))
        center.removePendingNotificationRequests(withIdentifiers: ["b"])
        #expect(await center.pendingNotificationRequests().map(\.identifier) == ["a"])

        phone.terminate()
        timeline.advance(by: .seconds(59))
        #expect(phone.notifications.delivered.isEmpty)
        timeline.advance(by: .seconds(1))
        #expect(phone.notifications.delivered.map(\.identifier) == ["a"])
    }

    @Test("In the foreground the delegate decides, and without one nothing is shown")
    func foreground() async throws {
        let center = center
        #expect(try await center.requestAuthorization())
        try await center.add(request("a"))
        timeline.advance(by: .zero)
        #expect(phone.notifications.delivered.isEmpty)
        #expect(phone.notifications.silenced.map(\.identifier) == ["a"])

        let presenter = Presenter()
        center.delegate = presenter
        try await center.add(request("b"))
        timeline.advance(by: .zero)
        #expect(phone.notifications.delivered.map(\.identifier) == ["b"])
        withExtendedLifetime(presenter) {}
    }

    @Test("Requests without authorization are refused")
    func notAllowed() async throws {
        phone.notifications.authorizationStatus = .denied
        await #expect(throws: UNError(.notificationsNotAllowed)) {
            try await center.add(request("a"))
        }
        phone.notifications.behavior.refusesWhenNotAllowed = false
        try await center.add(request("a"))
        phone.enterBackground()
        timeline.advance(by: .seconds(1))
        #expect(phone.notifications.delivered.isEmpty)
    }
}
