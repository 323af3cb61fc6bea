import Foundation
import SimulatedPhone
import SimulatedUIKit
import UIKit

/// An app on a phone with a manual timeline that notes what it is told.
@MainActor
final class TestApp {
    let timeline = ManualTimeline()
    let phone: Phone
    private(set) var told: [String] = []
    /// Time in the background that the app has.
    var task = UIBackgroundTaskIdentifier.invalid
    private var tokens: [any NSObjectProtocol] = []
    /// What was listened to: it is known by its address, which another one must not get meanwhile.
    private var objects: [NSObject] = []

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
    }

    var application: UIApplication { phone.run { UIApplication.shared } }
    var device: UIDevice { phone.run { UIDevice.current } }

    /// Launches the app, which listens.
    func launch(_ reason: LaunchReason = .user) {
        phone.launch(reason)
        listen(
            [
                UIApplication.didEnterBackgroundNotification,
                UIApplication.willEnterForegroundNotification,
                UIApplication.didBecomeActiveNotification,
                UIApplication.willResignActiveNotification,
                UIApplication.protectedDataDidBecomeAvailableNotification,
                UIApplication.protectedDataWillBecomeUnavailableNotification,
                UIApplication.backgroundRefreshStatusDidChangeNotification,
            ],
            of: application
        )
        listen(
            [
                UIDevice.batteryStateDidChangeNotification,
                UIDevice.batteryLevelDidChangeNotification,
            ],
            of: device
        )
    }

    /// Launches the app and lets its launch end.
    func open() {
        launch()
        pass(.zero)
        told = []
    }

    private func listen(_ names: [Notification.Name], of object: NSObject) {
        objects.append(object)
        for name in names {
            let token = NotificationCenter.default.addObserver(
                forName: name,
                object: object,
                queue: nil
            ) { [weak self] _ in
                MainActor.assumeIsolated { self?.note(name) }
            }
            tokens.append(token)
        }
    }

    private func note(_ name: Notification.Name) {
        let short = name.rawValue
            .replacing("UIApplication", with: "").replacing("UIDevice", with: "")
            .replacing("Notification", with: "")
        told.append("\(short) \(application.applicationState)")
    }

    func forget() { told = [] }

    func pass(_ span: Duration) { timeline.advance(by: span) }
}
