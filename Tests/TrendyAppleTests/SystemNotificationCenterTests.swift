import SimulatedAppServices
import SimulatedPhone
import Testing
import TrendyApple
import TrendyKit
import UserNotifications

struct SystemNotificationCenterTests {
    private let timeline = ManualTimeline()
    private let phone: Phone
    private let center: SystemNotificationCenter

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
        phone.launch(.user)
        center = phone.run { SystemNotificationCenter() }
    }

    private func notice(_ identifier: String, _ title: String) -> UserNotification {
        UserNotification(identifier: identifier, title: title, body: "body", thread: "places")
    }

    @Test("Each answer of the person is reported as its authorization")
    func authorization() async throws {
        #expect(await center.authorization() == .notDetermined)
        phone.notifications.answer = .refuse
        #expect(try await !center.requestAuthorization())
        #expect(await center.authorization() == .denied)

        phone.notifications.authorizationStatus = .provisional
        #expect(await center.authorization() == .authorized)
    }

    @Test("A system error while prompting keeps the system's words")
    func notAsked() async {
        phone.notifications.behavior.refusesToAsk = true
        await #expect(throws: NotificationError.self) { try await center.requestAuthorization() }
        #expect(await center.authorization() == .notDetermined)
    }

    @Test("A notification is shown in foreground and background, replaced, and withdrawn")
    func shows() async throws {
        #expect(try await center.requestAuthorization())
        try await center.show(notice("a", "first"))
        timeline.advance(by: .seconds(1))
        phone.enterBackground()
        try await center.show(notice("b", "second"))
        try await center.show(notice("a", "third"))
        timeline.advance(by: .seconds(1))

        let delivered = phone.notifications.delivered
        #expect(delivered.map(\.identifier) == ["trendy/b", "trendy/a"])
        #expect(delivered.map(\.title) == ["second", "third"])
        #expect(delivered.map(\.body) == ["body", "body"])
        #expect(delivered.map(\.thread) == ["places", "places"])
        #expect(phone.notifications.silenced.isEmpty)

        await center.withdraw(["a", "unknown"])
        #expect(phone.notifications.delivered.map(\.identifier) == ["trendy/b"])
    }

    @Test("All notifications are withdrawn, also an earlier process's; the app's own stay")
    func withdrawsAll() async throws {
        #expect(try await center.requestAuthorization())
        try await center.show(notice("shown", "first"))
        var later = notice("later", "second")
        later.delay = .seconds(3600)
        try await center.show(later)
        let content = UNMutableNotificationContent()
        content.title = "own"
        try await phone.run { UNUserNotificationCenter.current() }.add(
            UNNotificationRequest(identifier: "own", content: content, trigger: nil)
        )
        timeline.advance(by: .seconds(1))
        phone.terminate()
        phone.launch(.user)
        let next = phone.run { SystemNotificationCenter() }

        await next.withdrawAll()

        #expect(phone.notifications.delivered.map(\.identifier) == ["own"])
        #expect(phone.notifications.pending.isEmpty)
    }

    @Test("Showing a notification without authorization is an error")
    func refused() async {
        phone.notifications.authorizationStatus = .denied
        await #expect(throws: (any Error).self) { try await center.show(notice("a", "first")) }
    }
}
