import TrendyAppSupport
import TrendyKit
import TrendyModel
import TrendyWire

/// The expected progress of onboarding, kept outside of the system under test.
final class OnboardingOracle {
    /// A person on a device.
    private struct Key: Hashable {
        let device: Int
        let account: String
    }

    /// The number of completed steps of a person on a device that the app confirmed as stored.
    private var behind: [Key: Int] = [:]
    /// Accounts that completed onboarding on some device, or were about to.
    private var ended: Set<String> = []
    /// The answers to permission requests, on any device.
    private var answers: [String: [OnboardingStatus.Permission: [OnboardingStatus.Answer]]] = [:]

    private unowned let world: World

    init(_ world: World) {
        self.world = world
    }

    // MARK: what people do

    /// A person is about to complete a step.
    func begin(_ step: OnboardingStep, _ account: String) {
        if step == .finish { ended.insert(account) }
    }

    /// A person is about to answer a request.
    func begin(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer,
        _ account: String
    ) {
        answers[account, default: [:]][permission, default: []].append(answer)
    }

    /// A device shows a route after the steps before it are stored.
    func reach(_ route: AppRoute, on process: SimulatedDevice.Process) {
        guard let steps = Self.stepsBehind(route) else { return }
        let key = Key(device: process.device.index, account: process.account)
        behind[key] = max(behind[key] ?? 0, steps)
    }

    // MARK: what must hold

    /// Checks that no person repeats a step, and that no person skips onboarding because of another
    /// account.
    func check(_ route: AppRoute, on process: SimulatedDevice.Process) {
        let name = process.device.name
        let known = behind[Key(device: process.device.index, account: process.account)] ?? 0
        // A person who could not sign in here yet is asked to.
        guard process.device.session(of: process.account) != nil else { return }
        guard route != .login else {
            return violate("\(name) asks \(process.account) to sign in")
        }
        guard let steps = Self.stepsBehind(route) else {
            // A device asks the server until it has an answer.
            if known == Self.end {
                violate("\(name) asks whether \(process.account) completed onboarding")
            }
            return
        }
        if known > 0 { world.coverage.reached(.onboardingResumed) }
        if steps < known {
            violate(
                "\(name) shows \(process.account) \(route) again after \(known) completed steps"
            )
        }
        if steps == Self.end, !ended.contains(process.account) {
            violate("\(name) treats onboarding of \(process.account) as completed")
        }
    }

    /// Checks in the calm phase that the server has every step that a device confirmed as stored.
    func check(_ status: OnboardingStatus, of account: String) {
        // A step is sent only once; a server that was restored from a backup does not receive it
        // again.
        guard world.model.restorations == 0 else { return }
        var record = OnboardingRecord()
        record.status = status
        let steps = Self.steps(behind: record.place(isSignedIn: true))
        for (key, known) in behind where key.account == account && steps < known {
            violate(
                "d\(key.device) has \(known) completed steps of \(account), the server \(steps)"
            )
        }
        for (permission, given) in answers[account] ?? [:] {
            let answer = status[permission]
            guard answer == .notRequested || !given.contains(answer) else { continue }
            // An answer in flight when the process ended may be present or absent.
            if answer != .notRequested {
                violate("\(account) has \(answer) for \(permission), which the person never gave")
            }
        }
    }

    private func violate(_ detail: String) { world.violate("onboarding", detail) }

    /// The number of all steps.
    private static let end = OnboardingStep.all.count

    /// The number of steps before the shown route; `nil` when it is not known yet.
    private static func stepsBehind(_ route: AppRoute) -> Int? {
        switch route {
        case .loading, .login: nil
        case .onboarding(let step): steps(behind: .step(step))
        case .authenticated: end
        }
    }

    private static func steps(behind place: OnboardingPlace) -> Int {
        switch place {
        case .step(let step): OnboardingStep.all.firstIndex(of: step) ?? 0
        case .finished: end
        }
    }
}
