package import Logging
package import ServiceLifecycle
package import TrendyModel

/// An opened database of a server: the store, the keys, and what runs and ends with it.
///
/// ``TrendyServerApplication`` takes a function that opens one, so that another module can add a
/// database engine.
package struct ServerDatabase: Sendable {
    /// Accounts and their data.
    package let store: any ServerStore
    /// The keys of the sessions; all servers of a database have the same.
    package let secrets: ServerSecrets
    /// Counts of failed attempts that the servers of the database share; `nil` for a database with
    /// one server.
    package let attempts: (any SharedAttempts)?
    /// Reads the keys again; `nil` for a database whose keys are replaced only while no server runs.
    package let loadSecrets: (@Sendable () async throws -> ServerSecrets)?
    /// Backup, check and other maintenance of a database file; `nil` for a database that is not a
    /// file of this machine and is maintained with its own tools.
    package let administration: ServerAdministration?
    /// The start of the paths of this server's own files, such as the replicas of its pages.
    ///
    /// Its directory exists and only the server's user can write it.
    package let localPath: String
    /// What runs as long as the server, such as a listener for the changes of other servers; it
    /// stops after the HTTP listener and before ``close``.
    package let services: [any Service]
    /// What the database tells about itself in the server's metrics.
    package let metrics: [any MetricsSource]
    /// Closes the store and releases what belongs to it; called once.
    package let close: @Sendable () async throws -> Void

    /// Creates a value from its parts.
    package init(
        store: any ServerStore,
        secrets: ServerSecrets,
        attempts: (any SharedAttempts)? = nil,
        loadSecrets: (@Sendable () async throws -> ServerSecrets)? = nil,
        administration: ServerAdministration? = nil,
        localPath: String,
        services: [any Service] = [],
        metrics: [any MetricsSource] = [],
        close: @escaping @Sendable () async throws -> Void
    ) {
        self.store = store
        self.secrets = secrets
        self.attempts = attempts
        self.loadSecrets = loadSecrets
        self.administration = administration
        self.localPath = localPath
        self.services = services
        self.metrics = metrics
        self.close = close
    }

    /// Opens a database for a server with a configuration.
    ///
    /// - Throws: ``ServerError`` when the database cannot be used.
    package typealias Open = (
        ServerConfiguration, Dependencies, Logger
    ) async throws -> ServerDatabase
}
