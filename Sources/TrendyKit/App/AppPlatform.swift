public import Logging
public import TrendyHealth
public import TrendyModel
public import TrendySync

/// What an app's platform gives: everything that ``TrendyApp`` does not bring itself.
///
/// One for the process. Its parts are made at launch, before anything else, and serve one account
/// after the other.
public struct AppPlatform: Sendable {
    /// Time, chance and ids.
    public var dependencies: Dependencies
    /// Where the device's files are; made when it does not exist.
    public var directory: String
    /// What the first frame depends on, read without waiting.
    public var keyValues: any KeyValueStore
    /// The server that is proposed before the first sign-in; `nil` when the person enters it.
    public var server: String?
    /// Makes the way to a server.
    public var makeExchange: @Sendable (ServerAddress) -> any HTTPExchange
    /// What the device senses.
    public var services: DeviceServices
    /// Whether health data may be read; `nil` where there is none.
    public var healthAuthorization: (any HealthAuthorization)?
    /// What the app's system knows of it.
    public var system: any ApplicationLifecycle
    /// Runs tasks in the background; `nil` where nothing does.
    public var tasks: (any BackgroundTaskScheduling)?
    /// Goes on sending while the app is suspended; `nil` where nothing does.
    public var uploads: (any BackgroundUploading)?
    /// Hears what goes wrong; never of what was recorded.
    public var logger: Logger
    /// Where ``directory`` leads.
    package var files: any ProfileFiles = LocalProfileFiles()

    /// A platform that senses nothing and works only while its app runs.
    public init(
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
