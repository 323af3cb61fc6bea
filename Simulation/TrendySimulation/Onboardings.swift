import TrendyKit
import TrendyModel
import TrendyWire

/// How far people have come in being shown around, kept outside of the system.
final class Onboardings {
    /// What a person did on one device.
    private struct Key: Hashable {
        let device: Int
        let account: String
    }

    /// How many steps are behind a person on a device, as far as it said that they are stored.
    private var behind: [Key: Int] = [:]
    /// Who has ended it somewhere, or was about to.
    private var ended: Set<String> = []
    /// What was answered to a permission, on whatever device.
    private var answers: [String: [OnboardingStatus.Permission: [OnboardingStatus.Answer]]] = [:]

    private unowned let world: World

    init(_ world: World) {
        self.world = world
    }

    // MARK: what people do

    /// A person is about to do a step.
    func begin(_ step: OnboardingStep, _ account: String) {
        if step == .finish { ended.insert(account) }
    }

    /// A person is about to answer.
    func begin(
        _ permission: OnboardingStatus.Permission,
        _ answer: OnboardingStatus.Answer,
        _ account: String
    ) {
        answers[account, default: [:]][permission, default: []].append(answer)
    }

    /// A device shows something after what was before it is stored.
    func reach(_ route: AppRoute, on process: SimulatedDevice.Process) {
        guard let steps = Self.stepsBehind(route) else { return }
        let key = Key(device: process.device.index, account: process.account)
        behind[key] = max(behind[key] ?? 0, steps)
    }

    // MARK: what must hold

    /// Nobody does a step twice, and nobody is past it all for what somebody else did.
    func check(_ route: AppRoute, on process: SimulatedDevice.Process) {
        let name = process.device.name
        let known = behind[Key(device: process.device.index, account: process.account)] ?? 0
        // Whoever could not sign in here yet is asked to.
        guard process.device.session(of: process.account) != nil else { return }
        guard route != .login else {
            return violate("\(name) asks \(process.account) to sign in")
        }
        guard let steps = Self.stepsBehind(route) else {
            // It asks the server, as long as it never did.
            if known == Self.end { violate("\(name) asks whether \(process.account) is through") }
            return
        }
        if known > 0 { world.coverage.reached(.onboardingResumed) }
        if steps < known {
            violate("\(name) shows \(process.account) \(route) once more, \(known) steps are done")
        }
        if steps == Self.end, !ended.contains(process.account) {
            violate("\(name) takes \(process.account) for somebody who is through")
        }
    }

    /// When all is calm, the server knows of every step that a device said was stored.
    func check(_ status: OnboardingStatus, of account: String) {
        // A server that went back to a backup hears of a step once, and not again.
        guard world.model.restorations == 0 else { return }
        var record = OnboardingRecord()
        record.status = status
        let steps = Self.steps(behind: record.place(isSignedIn: true))
        for (key, known) in behind where key.account == account && steps < known {
            violate("d\(key.device) is past \(known) steps of \(account), the server \(steps)")
        }
        for (permission, given) in answers[account] ?? [:] {
            let answer = status[permission]
            guard answer == .notRequested || !given.contains(answer) else { continue }
            // One that was on its way as the process ended may be there or not.
            if answer != .notRequested {
                violate("\(account) has \(answer) for \(permission), and never said so")
            }
        }
    }

    private func violate(_ detail: String) { world.violate("onboarding", detail) }

    /// All steps.
    private static let end = OnboardingStep.all.count

    /// The steps that come before what is shown; `nil` where that is not known yet.
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
