import Foundation
import SimulatedLocationBehavior
import SimulatedPhone

extension LocationState {
    mutating func requestWhenInUse(_ device: DeviceConditions) {
        guard device.process == .foreground, permission.status == .notDetermined,
            permission.descriptions.contains(.whenInUse)
        else { return }
        ask(.first(wantsAlways: false))
    }

    mutating func requestAlways(_ device: DeviceConditions) {
        guard device.process == .foreground,
            permission.descriptions.isSuperset(of: [.whenInUse, .always])
        else { return }
        if permission.status == .notDetermined { return ask(.first(wantsAlways: true)) }
        // After "Allow Once" no prompt is shown; otherwise it is shown once.
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

    /// Answers the open prompt with the person's configured decision.
    mutating func answerAsDecided(_ device: DeviceConditions) {
        switch permission.openPrompt {
        case .first: answer(permission.firstDecision, device)
        case .upgrade, .confirmation: answer(permission.upgradeDecision, device)
        case nil: break
        }
    }

    mutating func answer(_ decision: LocationPromptDecision, _ device: DeviceConditions) {
        permission.answer(decision)
        reportPermission(device)
    }

    mutating func answer(_ decision: LocationUpgradeDecision, _ device: DeviceConditions) {
        permission.answer(decision)
        reportPermission(device)
        settleUnconfirmed(device)
    }

    /// Reports an authorization change to the process; a suspended process receives it when it
    /// resumes.
    mutating func reportPermission(_ device: DeviceConditions) {
        let reported = Reported(status: permission.status, accuracy: permission.accuracy)
        guard device.process.isRunning, reported != reportedStatus else { return }
        reportedStatus = reported
        outbox.append(.call(nil, .authorization))
    }

    /// Requests full accuracy for as long as the app is in use.
    mutating func requestFullAccuracy(
        _ key: String,
        _ device: DeviceConditions
    ) -> FullAccuracyAnswer {
        if permission.accuracy == .fullAccuracy { return .granted }
        guard permission.purposeKeys.contains(key) else { return .refused(.denied) }
        guard device.process == .foreground, permission.isGranted(inUse: true) else {
            return .refused(.promptDeclined)
        }
        switch permission.accuracyDecision {
        case .ignore: return .none
        case .keep: return .refused(.promptDeclined)
        case .change: permission.isTemporarilyPrecise = true
        }
        reportPermission(device)
        return .granted
    }
}
