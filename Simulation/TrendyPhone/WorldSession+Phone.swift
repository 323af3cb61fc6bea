import CoreLocation
import Foundation
import HealthKit
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
import SimulatedPhone
import SwiftUI
import TrendyHealth
import TrendySimulation
import UserNotifications

extension WorldSession {
    /// Performs a command on a phone.
    func perform(_ command: WorldCommand, on session: PhoneSession) throws {
        let handset = session.handset
        switch command.action {
        case .act:
            guard let target = command.target, let handler = command.handler else {
                throw CommandError(message: "An action of the screen needs an element and a name.")
            }
            try session.act(target, handler, command)
        case .open: handset.open()
        case .leave: handset.leave()
        case .kill: handset.kill()
        case .forceQuit: handset.forceQuit()
        case .reboot: handset.reboot()
        case .lock: handset.setLocked(true)
        case .unlock: handset.setLocked(false)
        case .network:
            guard let network = Handset.Network(rawValue: command.text ?? "") else {
                throw CommandError(message: "A network is wiFi, cellular, slow or none.")
            }
            handset.network = network
        case .fullDisk:
            session.isDiskFull = command.flag == true
            handset.setFull(session.isDiskFull)
        case .notification: handset.phone.notifications.dismiss(command.target ?? "")
        case .timeZone:
            guard let zone = TimeZone(identifier: command.text ?? "") else {
                throw CommandError(message: "The time zone is not known.")
            }
            handset.phone.timeZone = zone
        case .lowPower: handset.phone.isLowPowerModeOn = command.flag == true
        case .charging: handset.phone.isCharging = command.flag == true
        case .backgroundRefresh: handset.phone.isBackgroundRefreshOn = command.flag == true
        case .language, .textSize, .dark, .rotate: show(command, on: session)
        case .locationPrompt, .locationSetting, .preciseLocation, .healthAnswer, .healthAccess,
            .notificationAnswer, .notificationSetting:
            try permit(command, on: session)
        case .place, .walk, .track: try move(command, handset.phone)
        case .addHealth, .deleteHealth: try changeHealth(command, handset.phone)
        case .speed, .skip, .tonight, .server:
            throw CommandError(message: "\(command.action.rawValue) is not of one phone.")
        }
    }

    private func show(_ command: WorldCommand, on session: PhoneSession) {
        var display = session.display
        switch command.action {
        case .language: return setLanguage(command.text ?? "en")
        case .dark: display.isDark = command.flag == true
        case .rotate: display.isLandscape = command.flag == true
        default:
            display.textSize =
                DynamicTypeSize.allCases.first { "\($0)" == command.text } ?? .large
        }
        session.setDisplay(display)
    }

    private func permit(_ command: WorldCommand, on session: PhoneSession) throws {
        let phone = session.handset.phone
        switch (command.action, command.text ?? "") {
        case (.locationPrompt, "whileUsing"):
            phone.location.answerPrompt(LocationPromptDecision.allowWhileUsing)
        case (.locationPrompt, "once"):
            phone.location.answerPrompt(LocationPromptDecision.allowOnce)
        case (.locationPrompt, "deny"): phone.location.answerPrompt(LocationPromptDecision.deny)
        case (.locationPrompt, "always"):
            phone.location.answerPrompt(LocationUpgradeDecision.change)
        case (.locationPrompt, "keep"): phone.location.answerPrompt(LocationUpgradeDecision.keep)
        case (.locationSetting, "never"): phone.location.choose(.never)
        case (.locationSetting, "ask"): phone.location.choose(.askNextTime)
        case (.locationSetting, "whileUsing"): phone.location.choose(.whileUsing)
        case (.locationSetting, "always"): phone.location.choose(.always)
        case (.preciseLocation, _): phone.location.isPrecise = command.flag == true
        case (.healthAnswer, let kinds):
            let allowed = kinds.split(separator: ",").compactMap {
                HealthMetric(rawValue: String($0))
            }
            try answer(.health(Set(allowed)), on: session)
        case (.healthAccess, let type):
            let access: ReadAuthorization = command.flag == true ? .allowed : .denied
            for kind in HealthAccess.types(type) {
                phone.health.setReadAuthorization(access, for: kind)
            }
        case (.notificationAnswer, let text):
            try answer(.notifications(text == "allow"), on: session)
        case (.notificationSetting, _):
            phone.notifications.authorizationStatus =
                command.flag == true ? .authorized : .denied
        default:
            throw CommandError(message: "\(command.text ?? "") is not an answer.")
        }
    }

    private func answer(_ answer: SystemAnswer, on session: PhoneSession) throws {
        guard session.handset.answer(answer) else {
            throw CommandError(message: "The phone does not ask this.")
        }
    }

    private func move(_ command: WorldCommand, _ phone: Phone) throws {
        if command.action == .track {
            phone.location.walk = try TrackFile.walk(command.text ?? "", from: world.date)
            return
        }
        guard let latitude = command.latitude, let longitude = command.longitude,
            abs(latitude) <= 90, abs(longitude) <= 180
        else { throw CommandError(message: "A place needs a latitude and a longitude.") }
        let target = CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
        if command.action == .place {
            phone.location.place(at: target)
        } else {
            phone.location.travel(to: target, metersPerSecond: max(command.number ?? 1.4, 0.1))
        }
    }

    private func changeHealth(_ command: WorldCommand, _ phone: Phone) throws {
        if command.action == .deleteHealth {
            guard let id = UUID(uuidString: command.target ?? "") else {
                throw CommandError(message: "The sample is not known.")
            }
            return phone.health.delete(uuids: [id])
        }
        let amount = command.number ?? 0
        guard amount.isFinite, amount >= 0, amount < 1e6 else {
            throw CommandError(message: "An amount is from 0 to 1,000,000.")
        }
        let samples = phone.run {
            PhoneSamples.make(command.target ?? "", amount, at: world.date, on: phone)
        }
        guard !samples.isEmpty else { throw CommandError(message: "The kind is not known.") }
        phone.health.add(samples)
    }
}
