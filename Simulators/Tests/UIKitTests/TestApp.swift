import Foundation
import SimulatedAppServices
import SimulatedPhone
import UIKit

/// An app on a phone with a manual timeline that logs its notifications.
@MainActor
final class TestApp {
    let timeline = ManualTimeline()
    let phone: Phone
    private(set) var received: [String] = []
    /// The app's background time assertion.
    var task = UIBackgroundTaskIdentifier.invalid
    private var tokens: [any NSObjectProtocol] = []
    /// The notification objects.
    ///
    /// They are identified by address, which must not be reused meanwhile.
    private var objects: [NSObject] = []

    init() {
        phone = Phone(timeline: timeline, randomness: SeededRandomness(seed: 1))
    }

    var application: UIApplication { phone.run { UIApplication.shared } }
    var device: UIDevice { phone.run { UIDevice.current } }

    /// Launches the app, which subscribes to notifications.
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

    /// Launches the app and ends its launch.
    func open() {
        launch()
        pass(.zero)
        received = []
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
        received.append("\(short) \(application.applicationState)")
    }

    func forget() { received = [] }

    func pass(_ span: Duration) { timeline.advance(by: span) }
}
