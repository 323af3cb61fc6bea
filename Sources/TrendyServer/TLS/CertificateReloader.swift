import Logging
import NIOSSL
import ServiceLifecycle
import Synchronization
import TrendyModel

/// Provides the current certificate for handshakes, and reloads it when its files change.
///
/// Open connections keep their certificate. When new files are unusable, the previous certificate
/// stays in use.
final class CertificateReloader: Service {
    private struct State {
        var context: NIOSSLContext
        /// The loaded version, or the version that failed to load.
        var version: CertificateFiles.Version
        /// The version at the previous check.
        var seen: CertificateFiles.Version
    }

    private let files: CertificateFiles
    private let interval: Duration
    private let dependencies: Dependencies
    private let logger: Logger
    private let state: Mutex<State>

    /// Loads the certificate.
    ///
    /// - Throws: ``ServerError`` when it is unusable.
    init(
        files: CertificateFiles,
        interval: Duration,
        dependencies: Dependencies,
        logger: Logger
    ) throws(ServerError) {
        self.files = files
        self.interval = interval
        self.dependencies = dependencies
        self.logger = logger
        // The version is read before the files: the next check loads a change in between.
        let version = files.version()
        let loaded = try files.load()
        state = Mutex(State(context: loaded.context, version: version, seen: version))
        warn(about: loaded)
    }

    /// The TLS context for the next handshake.
    var context: NIOSSLContext { state.withLock { $0.context } }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await self.dependencies.clock.sleep(for: self.interval)
                } catch {
                    // Cancelled: the server stops.
                    return
                }
                self.reloadIfChanged()
            }
        }
    }

    /// Loads files that differ from the loaded version and are unchanged since the previous check:
    /// a renewal replaces the pair one file after the other.
    private func reloadIfChanged() {
        let version = files.version()
        let isDue = state.withLock { state in
            defer { state.seen = version }
            return version != state.version && version == state.seen
        }
        guard isDue else { return }
        do {
            let loaded = try files.load()
            state.withLock { state in
                state.version = version
                state.context = loaded.context
            }
            logger.info(
                "The TLS certificate was reloaded",
                metadata: [
                    "file": .string(files.certificate),
                    "valid_until": .string(loaded.notAfter.rfc3339),
                ]
            )
            warn(about: loaded)
        } catch {
            state.withLock { $0.version = version }
            logger.error(
                "The new TLS certificate cannot be used; the previous one stays in use",
                metadata: ["reason": .string(error.message)]
            )
        }
    }

    private func warn(about loaded: LoadedCertificate) {
        if let invalidity = loaded.invalidity(at: dependencies.wallClock.now()) {
            logger.warning(
                "The TLS certificate \(invalidity): clients refuse it. Renew it",
                metadata: ["file": .string(files.certificate)]
            )
        }
        if files.isKeyExposed() {
            logger.warning(
                "Other users of this machine can read the TLS key. Run: chmod 600 on the file",
                metadata: ["file": .string(files.key)]
            )
        }
    }
}
