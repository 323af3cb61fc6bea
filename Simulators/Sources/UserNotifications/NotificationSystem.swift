import Foundation
package import SimulatedPhone
package import Synchronization

/// The notification service of one phone's app.
///
/// Authorization, scheduled and shown notifications outlive the app's process.
package final class NotificationSystem: PhoneService {
    /// A scheduled or shown notification.
    struct Entry: Sendable {
        let number: Int
        let identifier: String
        let values: UNNotificationContent.Values
        /// The scheduled time or the time at which it was shown.
        var date: Date
        /// The delay; immediate when `nil`.
        let interval: TimeInterval?
        let repeats: Bool
    }

    package struct State: Sendable {
        package var behavior = NotificationsBehavior()
        /// The person's answer to the prompt.
        package var answer = NotificationDecision.allow
        package var status = 0
        /// The number of prompts.
        package var prompts = 0
        /// Notifications that were due while the app was in the foreground without presentation
        /// options.
        package var silenced: [ShownNotification] = []
        var pending: [Entry] = []
        var delivered: [Entry] = []
        var number = 0
    }

    private struct Center: @unchecked Sendable {
        // Unchecked: like Apple's, it may be used from any thread.
        var center: UNUserNotificationCenter?
    }

    private weak let owner: Phone?
    private let timeline: any PhoneTimeline
    private let current = Mutex(Center())
    package let state = Mutex(State())

    init(phone: Phone) {
        owner = phone
        timeline = phone.timeline
    }

    /// The notifications of a phone.
    package static func of(_ phone: Phone) -> NotificationSystem {
        phone.service { NotificationSystem(phone: $0) }
    }

    func center(_ generation: Int) -> UNUserNotificationCenter {
        let known = current.withLock { $0 }
        if let center = known.center, center.generation == generation { return center }
        let made = Center(center: UNUserNotificationCenter(system: self, generation: generation))
        current.withLock { $0 = made }
        return made.center ?? UNUserNotificationCenter(system: self, generation: generation)
    }

    var status: UNAuthorizationStatus {
        UNAuthorizationStatus(rawValue: state.withLock { $0.status }) ?? .notDetermined
    }

    private var isAllowed: Bool { status != .notDetermined && status != .denied }

    func deliver(to generation: Int, _ action: @escaping @Sendable () -> Void) {
        owner?.deliver(to: generation, action)
    }

    private func isAlive(_ generation: Int) -> Bool { owner?.isAlive(generation) == true }

    func requestAuthorization(
        _ options: UNAuthorizationOptions,
        _ generation: Int
    ) -> Result<Bool, UNError> {
        guard isAlive(generation) else { return .success(false) }
        guard !state.withLock({ $0.behavior.refusesToAsk }) else {
            return .failure(UNError(.notificationsNotAllowed))
        }
        state.withLock { state in
            guard state.status == UNAuthorizationStatus.notDetermined.rawValue else { return }
            guard !options.contains(.provisional) else {
                return state.status = UNAuthorizationStatus.provisional.rawValue
            }
            state.prompts += 1
            let answer: UNAuthorizationStatus = state.answer == .allow ? .authorized : .denied
            state.status = answer.rawValue
        }
        return .success(isAllowed)
    }

    func add(_ request: UNNotificationRequest, _ generation: Int) -> UNError? {
        guard isAlive(generation) else { return nil }
        let isAllowed = isAllowed
        guard isAllowed || !state.withLock({ $0.behavior.refusesWhenNotAllowed }) else {
            return UNError(.notificationsNotAllowed)
        }
        let interval = (request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval
        let date = timeline.now.addingTimeInterval(interval ?? 0)
        let entry = state.withLock { state in
            state.number += 1
            let entry = Entry(
                number: state.number,
                identifier: request.identifier,
                values: request.content.values,
                date: date,
                interval: interval,
                repeats: request.trigger?.repeats ?? false
            )
            state.pending.removeAll { $0.identifier == entry.identifier }
            state.pending.append(entry)
            return entry
        }
        plan(entry)
        return nil
    }

    private func plan(_ entry: Entry) {
        let wait = Duration.milliseconds(Int64((entry.interval ?? 0) * 1000))
        timeline.schedule(after: wait) { self.show(entry.number) }
    }

    private func show(_ number: Int) {
        let now = timeline.now
        let entry: Entry? = state.withLock { state in
            guard let index = state.pending.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            var entry = state.pending[index]
            entry.date = now
            if !entry.repeats { state.pending.remove(at: index) }
            return entry
        }
        guard let entry, let phone = owner, phone.isPoweredOn else { return }
        if entry.repeats { plan(entry) }
        guard isAllowed else { return }
        guard phone.process == .foreground else { return list(entry) }
        let generation = phone.generation
        phone.deliver(to: generation) {
            let center = self.center(generation)
            guard let delegate = center.delegate else { return self.silence(entry) }
            delegate.userNotificationCenter(center, willPresent: entry.notification) { options in
                if options.isDisjoint(with: [.banner, .list]) {
                    self.silence(entry)
                } else {
                    self.list(entry)
                }
            }
        }
    }

    private func list(_ entry: Entry) {
        state.withLock { state in
            state.delivered.removeAll { $0.identifier == entry.identifier }
            state.delivered.append(entry)
        }
    }

    private func silence(_ entry: Entry) {
        state.withLock { $0.silenced.append(entry.shown) }
    }

    var pendingRequests: [UNNotificationRequest] {
        state.withLock { $0.pending }.map(\.notification.request)
    }

    var deliveredNotifications: [UNNotification] {
        state.withLock { $0.delivered }.map(\.notification)
    }

    func removePending(_ generation: Int, where matches: (String) -> Bool) {
        guard isAlive(generation) else { return }
        state.withLock { $0.pending.removeAll { matches($0.identifier) } }
    }

    func removeDelivered(_ generation: Int, where matches: (String) -> Bool) {
        guard isAlive(generation) else { return }
        dismiss(where: matches)
    }

    // MARK: control surface

    /// The shown notifications.
    package var delivered: [ShownNotification] { state.withLock { $0.delivered.map(\.shown) } }

    /// The scheduled notifications.
    package var pending: [ShownNotification] { state.withLock { $0.pending.map(\.shown) } }

    /// Removes shown notifications.
    package func dismiss(where matches: (String) -> Bool) {
        state.withLock { $0.delivered.removeAll { matches($0.identifier) } }
    }
}

extension NotificationSystem.Entry {
    var shown: ShownNotification {
        ShownNotification(
            identifier: identifier,
            title: values.title,
            body: values.body,
            thread: values.threadIdentifier,
            date: date
        )
    }

    var notification: UNNotification {
        let content = UNNotificationContent()
        content.values = values
        let trigger = interval.map {
            UNTimeIntervalNotificationTrigger(timeInterval: $0, repeats: repeats)
        }
        return UNNotification(
            request: UNNotificationRequest(
                identifier: identifier,
                content: content,
                trigger: trigger
            ),
            date: date
        )
    }
}
