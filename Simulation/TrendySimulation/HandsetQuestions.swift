import SimulatedAppServices
import SimulatedHealthKit
import SimulatedPhone
import TrendyApple
package import TrendyHealth
import TrendyKit

/// A question of the system that covers the app until the person answers it.
package enum SystemQuestion: Sendable, Equatable {
    /// Which health data the app may read.
    case health([HealthMetric])
    /// Whether the app may send notifications.
    case notifications
}

/// The person's answer to a question of the system.
package enum SystemAnswer: Sendable, Equatable {
    /// The health data that the app may read.
    case health(Set<HealthMetric>)
    /// Whether the app may send notifications.
    case notifications(Bool)
}

/// The questions of the system that are open on a phone, oldest first.
final class HandsetQuestions: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    private typealias Reply = CheckedContinuation<SystemAnswer?, Never>

    private var waiting: [(question: SystemQuestion, reply: Reply)] = []

    /// The question that the person sees; `nil` without one.
    var current: SystemQuestion? { waiting.first?.question }

    /// Asks the person.
    ///
    /// - Throws: `CancellationError` when the app ends first.
    func ask(_ question: SystemQuestion) async throws -> SystemAnswer {
        let answer = await withCheckedContinuation { waiting.append((question, $0)) }
        guard let answer else { throw CancellationError() }
        return answer
    }

    /// Answers the current question.
    ///
    /// - Returns: whether it was a question of that kind.
    func answer(_ answer: SystemAnswer) -> Bool {
        switch (current, answer) {
        case (.health, .health), (.notifications, .notifications): break
        default: return false
        }
        waiting.removeFirst().reply.resume(returning: answer)
        return true
    }

    /// Closes all questions, because the app has ended.
    func close() {
        let all = waiting
        waiting = []
        for (_, reply) in all { reply.resume(returning: nil) }
    }
}

/// The health permission of a phone, which asks whether there is health data there, and asks the
/// person where the phone asks.
struct HandsetHealthAuthorization: HealthAuthorization {
    let base: HealthKitAuthorization
    let phone: Phone
    /// `nil` where the phone answers at once.
    let questions: HandsetQuestions?

    func request(_ categories: [HealthMetric]) async throws {
        if let questions, await status(of: categories) == .notAsked {
            let answer = try await questions.ask(.health(categories))
            guard case .health(let allowed) = answer else { return }
            phone.health.authorizationDecision = .allowAll
            let permitted = categories.filter(allowed.contains)
            if !permitted.isEmpty { try await phone.run { try await base.request(permitted) } }
            // The rest of the sheet.
            phone.health.authorizationDecision = .denyAll
        }
        try await phone.run { try await base.request(categories) }
    }

    func status(of categories: [HealthMetric]) async -> HealthAuthorizationStatus {
        await phone.run { await base.status(of: categories) }
    }
}

/// The notification center of a phone, which asks the person where the phone asks.
struct HandsetNotifications: UserNotificationCenter {
    let base: SystemNotificationCenter
    let phone: Phone
    /// `nil` where the phone answers at once.
    let questions: HandsetQuestions?

    func authorization() async -> NotificationAuthorization { await base.authorization() }

    func requestAuthorization() async throws -> Bool {
        if let questions, await base.authorization() == .notDetermined {
            let answer = try await questions.ask(.notifications)
            phone.notifications.answer = answer == .notifications(true) ? .allow : .refuse
        }
        return try await base.requestAuthorization()
    }

    func show(_ notification: UserNotification) async throws { try await base.show(notification) }
    func withdraw(_ identifiers: [String]) async { await base.withdraw(identifiers) }
    func withdrawAll() async { await base.withdrawAll() }
}
