#if canImport(UIKit)
import CoreLocation
public import Foundation
import HealthKit
public import Logging
import TrendyHealth
import TrendyModel
public import TrendyKit
import UIKit
import UserNotifications

extension TrendyApp {
    /// Trendy over Apple's frameworks; make it at launch, before anything else.
    ///
    /// - Parameters:
    ///   - server: the server that is proposed before the first sign-in; `nil` when the person
    ///     enters it.
    ///   - directory: where the device's files are; in the application support directory when `nil`.
    ///   - defaults: the suite of `UserDefaults` that the first frame depends on; the app's own
    ///     when `nil`.
    ///   - logger: hears what goes wrong.
    /// - Returns: an app that is to be started before the launch is over.
    public static func live(
        server: String? = nil,
        directory: URL? = nil,
        defaults: String? = nil,
        logger: Logger = Logger(label: "trendy")
    ) -> TrendyApp {
        TrendyApp(
            .live(server: server, directory: directory, defaults: defaults, logger: logger)
        )
    }

    /// The system has told of uploads that it carried on with: what
    /// `application(_:handleEventsForBackgroundURLSession:completionHandler:)` hands out.
    public func handleUploads(_ completion: @escaping @MainActor @Sendable () -> Void) {
        guard let uploader = platform.uploads as? BackgroundUploader else { return completion() }
        uploader.whenEventsAreHandled(completion)
    }
}

extension AppPlatform {
    /// Apple's frameworks; everything that the system talks to is made here, and kept.
    @MainActor
    public static func live(
        server: String? = nil,
        directory: URL? = nil,
        defaults: String? = nil,
        logger: Logger = Logger(label: "trendy")
    ) -> AppPlatform {
        let dependencies = Dependencies.live()
        let wallClock = dependencies.wallClock
        let application = UIApplication.shared
        // First of all: what was crossed while the app did not run is told to who is there.
        let conditions = SystemConditions(application)
        let regions = CLLocationManagerRegionMonitor(
            CLLocationManager(),
            now: { wallClock.now() },
            device: { conditions.now() }
        )
        let directory = directory ?? applicationSupport.appending(path: "Trendy")
        var platform = AppPlatform(
            dependencies: dependencies,
            directory: directory.path,
            keyValues: DefaultsKeyValueStore(suite: defaults),
            system: ApplicationSystem(application),
            logger: logger,
            makeExchange: { _ in URLSessionExchange() }
        )
        platform.server = server
        platform.services = DeviceServices { .autoupdatingCurrent }
        platform.services.regions = regions
        platform.services.network = SystemNetworkMonitor()
        platform.services.power = SystemPowerMonitor()
        platform.services.notices = SystemNotificationCenter()
        // A device without Apple Health, such as an older iPad, has none of it.
        if HKHealthStore.isHealthDataAvailable() {
            let health = HKHealthStore()
            platform.services.health = DeviceServices.Health(
                source: HealthKitSource(health),
                observer: HealthKitObserver(health)
            )
            platform.healthAuthorization = HealthKitAuthorization(health)
        }
        platform.tasks = SystemTaskScheduler()
        platform.uploads = BackgroundUploader(
            identifier: "trendy.uploads",
            directory: directory.appending(path: "Uploads")
        )
        return platform
    }

    /// The app's own, which the system always names.
    private static var applicationSupport: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    }
}
#endif
