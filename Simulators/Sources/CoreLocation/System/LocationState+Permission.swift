import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

extension LocationState {
    mutating func requestWhenInUse(_ circumstances: Circumstances) {
        guard circumstances.process == .foreground, permission.status == .notDetermined,
            permission.descriptions.contains(.whenInUse)
        else { return }
        ask(.first(wantsAlways: false))
    }

    mutating func requestAlways(_ circumstances: Circumstances) {
        guard circumstances.process == .foreground,
            permission.descriptions.isSuperset(of: [.whenInUse, .always])
        else { return }
        if permission.status == .notDetermined { return ask(.first(wantsAlways: true)) }
        // After "Allow Once" nobody is asked; else one time only.
        guard permission.status == .authorizedWhenInUse, permission.grant == .whenInUse,
            !permission.didAskForAlways
        else { return }
        permission.didAskForAlways = true
        ask(.upgrade)
    }

    mutating func ask(_ prompt: Permission.Prompt) {
        guard permission.openPrompt == nil else { return }
        permission.openPrompt = prompt
        outbox.append(.askPerson)
    }

    /// The person answers the open prompt as they are set to.
    mutating func answerAsDecided(_ circumstances: Circumstances) {
        switch permission.openPrompt {
        case .first: answer(permission.firstDecision, circumstances)
        case .upgrade, .confirmation: answer(permission.upgradeDecision, circumstances)
        case nil: break
        }
    }

    mutating func answer(_ decision: LocationPromptDecision, _ circumstances: Circumstances) {
        permission.answer(decision)
        reportPermission(circumstances)
    }

    mutating func answer(_ decision: LocationUpgradeDecision, _ circumstances: Circumstances) {
        permission.answer(decision)
        reportPermission(circumstances)
        settleUnconfirmed(circumstances)
    }

    /// Tells the process of a change; a suspended one is told when it goes on.
    mutating func reportPermission(_ circumstances: Circumstances) {
        let reported = Reported(status: permission.status, accuracy: permission.accuracy)
        guard circumstances.process.isRunning, reported != reportedStatus else { return }
        reportedStatus = reported
        outbox.append(.tell(nil, .authorization))
    }

    /// Full accuracy for as long as the app is in use.
    mutating func requestFullAccuracy(
        _ key: String,
        _ circumstances: Circumstances
    ) -> FullAccuracyAnswer {
        if permission.accuracy == .fullAccuracy { return .granted }
        guard permission.purposeKeys.contains(key) else { return .refused(.denied) }
        guard circumstances.process == .foreground, permission.isGranted(inUse: true) else {
            return .refused(.promptDeclined)
        }
        switch permission.accuracyDecision {
        case .ignore: return .none
        case .keep: return .refused(.promptDeclined)
        case .change: permission.isTemporarilyPrecise = true
        }
        reportPermission(circumstances)
        return .granted
    }
}
