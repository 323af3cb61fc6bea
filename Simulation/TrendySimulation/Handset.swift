import CoreLocation
package import Foundation
import HealthKit
import SimulatedAppServices
import SimulatedCoreLocation
import SimulatedHealthKit
package import SimulatedPhone
import SimulationKit
package import TrendyAppSupport
import TrendyApple
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendySync
import UIKit
import UserNotifications

/// A phone that a person controls: the real app with all of its sensors over simulated frameworks.
package final class Handset: @unchecked Sendable {
    // Unchecked: only the simulation's single thread uses this object.

    private let base: AppPhone

    init(_ base: AppPhone) {
        self.base = base
        var behavior = CoreLocationBehavior()
        behavior.crossingDelay = .seconds(20)
        phone.location.behavior = behavior
        base.onEnd = { [unowned self] in
            questions.close()
            onEnd?()
        }
        base.equip = { [unowned self] platform, process in equip(&platform, process) }
    }

    /// The name, such as `p0`.
    package var name: String { base.name }
    /// The name in the account's list of devices, such as `Phone 1`.
    private var displayName: String {
        Int(base.name.dropFirst()).map { "Phone \($0 + 1)" } ?? base.name
    }
    /// The simulated hardware and system.
    package var phone: Phone { base.phone }
    /// The running app; `nil` while none runs.
    package var app: TrendyApp? { base.process?.app }
    /// The files of the app, which outlive its processes.
    var link: NetworkLink { base.link }

    /// Called with each new app, after its start.
    package var onStart: (@MainActor (TrendyApp) -> Void)? {
        get { base.onStart }
        set { base.onStart = newValue }
    }
    /// Called when the app's process has ended.
    package var onEnd: (() -> Void)?
    /// Whether the person answers questions about health data and notifications, instead of the
    /// phone at once; an app that starts later uses it.
    package var asksPerson = false
    private let questions = HandsetQuestions()

    /// The question of the system that covers the app; `nil` without one.
    package var question: SystemQuestion? { questions.current }

    /// The person answers the question of the system.
    ///
    /// - Returns: whether there is a question of that kind.
    package func answer(_ answer: SystemAnswer) -> Bool { questions.answer(answer) }

    /// The language and region of the phone; an app that starts later uses it.
    package var locale = Locale(identifier: "en")

    /// The person opens the app.
    package func open() {
        if base.process == nil { base.start() } else { phone.launch(.user) }
    }

    /// The person returns to the home screen.
    package func leave() { phone.enterBackground() }

    /// The system ends the app's process without notice, as for lack of memory.
    package func kill() { base.kill() }

    /// The person removes the app in the app switcher.
    package func forceQuit() { base.forceQuit() }

    /// The phone restarts; it is locked afterwards.
    package func reboot() { base.reboot() }

    /// Locks or unlocks the phone.
    package func setLocked(_ isLocked: Bool) { base.setLocked(isLocked) }

    /// Sets whether the disk is full.
    package func setFull(_ isFull: Bool) { base.setFull(isFull) }

    /// The network as the phone sees it.
    package enum Network: String, Sendable, CaseIterable {
        case wiFi, cellular, slow, none
    }

    /// The network; `none` is aeroplane mode.
    package var network = Network.wiFi {
        didSet {
            switch network {
            case .wiFi: base.setNetwork(.wiFi)
            case .cellular, .slow: base.setNetwork(.cellular)
            case .none: base.setNetwork(.none)
            }
            phone.location.hasNetwork = network != .none
            link.delay = network == .slow ? .seconds(3) : .zero
            link.isOffline = network == .none
        }
    }

    @MainActor
    private func equip(_ platform: inout AppPlatform, _ process: AppPhone.Process) {
        platform.locale = locale
        let clock = base.clock
        let phone = phone
        platform.appVersion = "1.0"
        platform.services.device = DeviceDescription(name: displayName, appVersion: "1.0")
        platform.services.regions = phone.run {
            HandsetRegions(
                base: CLLocationManagerRegionMonitor(CLLocationManager(), now: { clock.now() }),
                phone: phone
            )
        }
        platform.services.notificationCenter = phone.run {
            HandsetNotifications(
                base: SystemNotificationCenter(),
                phone: phone,
                questions: asksPerson ? questions : nil
            )
        }
        let health = phone.run { HKHealthStore() }
        let selection = HealthSelection(platform.keyValues)
        platform.services.health = phone.run {
            DeviceServices.Health(
                source: HealthKitSource(health),
                observer: HealthKitObserver(health, categories: selection.metrics())
            )
        }
        platform.healthAuthorization = HandsetHealthAuthorization(
            base: HealthKitAuthorization(health),
            phone: phone,
            questions: asksPerson ? questions : nil
        )
        platform.services.zones = { ZoneHistory(phone.timeZone) }
    }
}

/// The region monitor of a phone, which reads location conditions there.
private struct HandsetRegions: RegionMonitor {
    let base: CLLocationManagerRegionMonitor
    let phone: Phone

    func signals() -> AsyncStream<RegionSignal> { base.signals() }
    func monitoredRegions() -> [MonitoredRegion] { base.monitoredRegions() }
    func conditions() -> LocationConditions { phone.run { base.conditions() } }
    func monitor(_ region: MonitoredRegion) { base.monitor(region) }
    func stopMonitoring(_ identifier: String) { base.stopMonitoring(identifier) }
    func requestState(of identifier: String) { base.requestState(of: identifier) }
    func lastFix() -> Fix? { base.lastFix() }
    func requestFix() { base.requestFix() }
    func request(_ step: LocationAuthorization.Request) { base.request(step) }
}
