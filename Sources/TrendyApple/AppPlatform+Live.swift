#if canImport(UIKit)
import CoreLocation
public import Foundation
import HealthKit
public import Logging
import TrendyHealth
import TrendyModel
public import TrendyAppSupport
import TrendyKit
import TrendySync
import UIKit
import UserNotifications

extension TrendyApp {
    /// Creates the app over Apple's frameworks.
    ///
    /// Create it at launch, before anything else.
    ///
    /// - Parameters:
    ///   - server: the server address proposed before the first sign-in; `nil` leaves the field
    ///     empty.
    ///   - directory: the directory of the device's files; `nil` for the application support
    ///     directory.
    ///   - defaults: the `UserDefaults` suite of the values that the first frame needs; `nil` for
    ///     the app's own defaults.
    ///   - logger: receives errors.
    /// - Returns: an app to be started before the launch ends.
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

    /// Handles finished background uploads.
    ///
    /// Call it from `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// - Parameter completion: iOS's completion handler; called on the main actor, at once if this
    ///   process has no uploads.
    public func handleUploads(_ completion: @escaping () -> Void) {
        guard let uploader = platform.uploads as? BackgroundUploader else { return completion() }
        let handler = CompletionHandler(call: completion)
        uploader.whenEventsAreHandled { handler.call() }
    }
}

/// Keeps a closure that is not sendable on the main actor.
@MainActor
private final class CompletionHandler {
    let call: () -> Void

    init(call: @escaping () -> Void) { self.call = call }
}

extension AppPlatform {
    /// Creates the adapters over Apple's frameworks.
    ///
    /// Keep the result for the life of the process.
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
        // Create it first: the system delivers crossings from before the launch to an existing
        // delegate.
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
        platform.appVersion = bundleVersion
        platform.files = SystemProfileFiles.make()
        platform.backupExclusion = SystemProfileFiles.makeBackupExclusion()
        platform.services = DeviceServices { .autoupdatingCurrent }
        platform.services.device = DeviceDescription(
            name: UIDevice.current.name,
            appVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String ?? "–",
            system: ProcessInfo.processInfo.operatingSystemVersionString
        )
        platform.services.regions = regions
        platform.services.network = SystemNetworkMonitor()
        platform.services.power = SystemPowerMonitor()
        platform.services.notificationCenter = SystemNotificationCenter()
        // A device without Apple Health, such as an older iPad.
        if HKHealthStore.isHealthDataAvailable() {
            let health = HKHealthStore()
            platform.services.health = DeviceServices.Health(
                source: HealthKitSource(health),
                observer: HealthKitObserver(
                    health,
                    categories: HealthSelection(platform.keyValues).metrics()
                )
            )
            platform.healthAuthorization = HealthKitAuthorization(health)
            platform.services.health?.authorization = platform.healthAuthorization
        }
        platform.tasks = SystemTaskScheduler()
        platform.uploads = BackgroundUploader(
            identifier: "trendy.uploads",
            directory: directory.appending(path: "Uploads")
        )
        return platform
    }

    /// The version and the build of the app's bundle.
    private static var bundleVersion: String? {
        let version = Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String
        guard let build = Bundle.main.infoDictionary?["CFBundleVersion"] as? String else {
            return version
        }
        return version.map { "\($0) (\(build))" }
    }

    /// The app's own directory; the system always returns one.
    private static var applicationSupport: URL {
        FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
    }
}
#endif
