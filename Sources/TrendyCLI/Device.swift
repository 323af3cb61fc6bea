import Foundation
import Logging
import TrendyHTTP
import TrendyKit
import TrendyModel
import TrendyStore
import TrendySync
import TrendyWire

/// A device on this machine: its profile, its engine and, when it is signed in, the connection to
/// the server.
struct Device {
    let profile: Profile
    let engine: TrendyEngine
    let transport: HTTPTransport?
    private let client: AccountClient?

    /// Opens a device's directory.
    ///
    /// - `onProgress`: called during a sync.
    static func open(
        _ directory: String,
        onProgress: @escaping @Sendable (SyncProgress) async -> Void = { _ in }
    ) async throws -> Device {
        let profile = try Profile(directory: directory)
        let file = profile.file
        let dependencies = Dependencies.live()
        var client: AccountClient?
        var transport: HTTPTransport?
        if let server = file.server, file.session != nil {
            let account = AccountClient(
                address: try storedAddress(server),
                wallClock: dependencies.wallClock
            )
            client = account
            transport = HTTPTransport(
                account,
                sessions: SessionManager(
                    session: file.session,
                    storage: profile,
                    refresher: account,
                    wallClock: dependencies.wallClock
                )
            )
        }
        do {
            var events = EngineEvents()
            events.onProgress = onProgress
            var services = DeviceServices { .current }
            services.device = DeviceDescription(
                name: displayName(directory),
                appVersion: TrendyVersion.text,
                system: ProcessInfo.processInfo.operatingSystemVersionString
            )
            let engine = try TrendyEngine(
                databasePath: profile.databasePath,
                transport: transport,
                account: file.account.flatMap { EntityID($0.id) },
                services: services,
                dependencies: dependencies,
                logger: quietLogger,
                events: events
            )
            return Device(profile: profile, engine: engine, transport: transport, client: client)
        } catch {
            try await client?.shutdown()
            throw error
        }
    }

    /// Opens a device, runs `body` and closes the device, also after an error.
    static func with<Value>(
        _ directory: String,
        onProgress: @escaping @Sendable (SyncProgress) async -> Void = { _ in },
        _ body: (Device) async throws -> Value
    ) async throws -> Value {
        let device = try await open(directory, onProgress: onProgress)
        do {
            let value = try await body(device)
            try await device.close()
            return value
        } catch {
            // The first error has the cause.
            try? await device.close()
            throw error
        }
    }

    /// The name that the account's other devices show: those of the machine and of the directory,
    /// because a machine can have several devices.
    private static func displayName(_ directory: String) -> String {
        let folder = URL(filePath: directory).standardizedFileURL.lastPathComponent
        return "\(ProcessInfo.processInfo.hostName) (\(folder))"
    }

    /// Syncs now.
    func sync() async throws -> SyncReport {
        guard let coordinator = engine.coordinator else { throw Self.notSignedIn }
        return try await coordinator.sync()
    }

    /// The error of a command that needs a server on a device that is not signed in.
    static let notSignedIn = CommandFailure(
        code: EX_NOPERM,
        message:
            "This device is not signed in. Everything that you recorded is saved on it. Sign in "
            + "with 'trendy login --server URL --email ADDRESS'."
    )

    private func close() async throws {
        try await engine.close()
        try await client?.shutdown()
    }
}

/// Parses the server address that a profile stores.
func storedAddress(_ text: String) throws -> ServerAddress {
    do throws(ServerAddressError) {
        return try ServerAddress.parse(text)
    } catch {
        throw CommandFailure(
            code: EX_DATAERR,
            message: ErrorPresenter.text(for: error)
                + " The profile stores this address. Sign in again with 'trendy login --server URL "
                + "--email ADDRESS'. No recorded data is lost."
        )
    }
}

/// The log of the library; commands report through their output, so it shows warnings only.
private let quietLogger: Logger = {
    var logger = Logger(label: "trendy") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = .warning
    return logger
}()
