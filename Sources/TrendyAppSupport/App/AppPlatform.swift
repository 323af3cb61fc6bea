package import Foundation
package import Logging
package import TrendyHealth
package import TrendyKit
package import TrendyModel
package import TrendySync

/// The platform services that ``TrendyApp`` depends on.
///
/// Create one per process at launch, before anything else. It serves every account that signs in.
public struct AppPlatform: Sendable {
    /// Clock, random source and id source.
    package var dependencies: Dependencies
    /// The directory of the device's files; created when it does not exist.
    public var directory: String
    /// Values that the first frame depends on, read synchronously.
    package var keyValues: any KeyValueStore
    /// The server address proposed before the first sign-in; `nil` leaves the field empty.
    public var server: String?
    /// The version of the app, such as `1.2 (34)`; `nil` when it is unknown.
    public var appVersion: String?
    /// Creates the connection to a server.
    package var makeExchange: @Sendable (ServerAddress) -> any HTTPExchange
    /// The device's sensors and services.
    package var services: DeviceServices
    /// Requests access to health data; `nil` on a device without health data.
    package var healthAuthorization: (any HealthAuthorization)?
    /// The app's phase, background time and protected-data state.
    package var system: any ApplicationLifecycle
    /// Schedules background tasks; `nil` where the platform has none.
    package var tasks: (any BackgroundTaskScheduling)?
    /// Uploads in the background while the app is suspended; `nil` where the platform cannot.
    package var uploads: (any BackgroundUploading)?
    /// The language and region in which dates and numbers are shown.
    package var locale = Locale.autoupdatingCurrent
    /// Receives errors; never recorded data.
    package var logger: Logger
    /// The file system of ``directory``.
    package var files: any ProfileFiles = LocalProfileFiles()
    /// Excludes files from the system's backup; `nil` where there is none.
    package var backupExclusion: (any BackupExclusion)?

    /// Creates a platform without sensors that works only while the app runs.
    package init(
        dependencies: Dependencies,
        directory: String,
        keyValues: any KeyValueStore,
        system: any ApplicationLifecycle,
        logger: Logger = Logger(label: "trendy"),
        makeExchange: @escaping @Sendable (ServerAddress) -> any HTTPExchange
    ) {
        self.dependencies = dependencies
        self.directory = directory
        self.keyValues = keyValues
        self.system = system
        self.logger = logger
        self.makeExchange = makeExchange
        services = DeviceServices()
    }
}
