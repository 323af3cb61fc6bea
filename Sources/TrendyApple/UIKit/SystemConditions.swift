#if canImport(UIKit)
import Foundation
import Synchronization
import UIKit
#if canImport(PhoneFoundation)
// Parts of Foundation that exist only on Apple platforms.
import PhoneFoundation
import class PhoneFoundation.ProcessInfo
#endif

/// The device conditions for ``CLLocationManagerRegionMonitor``, readable from any thread.
final class SystemConditions: Sendable {
    private let isBackgroundRefreshOn: Mutex<Bool>
    private let processInfo: ProcessInfo
    private let observers: Mutex<NotificationObservers?>

    @MainActor
    init(_ application: UIApplication, processInfo: ProcessInfo = .processInfo) {
        isBackgroundRefreshOn = Mutex(application.backgroundRefreshStatus == .available)
        self.processInfo = processInfo
        observers = Mutex(nil)
        let listening = NotificationObservers(
            [UIApplication.backgroundRefreshStatusDidChangeNotification],
            of: application
        ) { [weak self, weak application] _ in
            guard let self, let application else { return }
            let isOn = application.backgroundRefreshStatus == .available
            isBackgroundRefreshOn.withLock { $0 = isOn }
        }
        observers.withLock { $0 = listening }
    }

    /// The current conditions.
    func now() -> CLLocationManagerRegionMonitor.DeviceConditions {
        CLLocationManagerRegionMonitor.DeviceConditions(
            isBackgroundRefreshOn: isBackgroundRefreshOn.withLock { $0 },
            isLowPowerModeOn: processInfo.isLowPowerModeEnabled
        )
    }
}
#endif
