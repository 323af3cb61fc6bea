import Logging
import ServiceLifecycle
import TrendyModel

/// Reads the keys of a database with several servers again and again, because an operator can
/// replace them while the servers run.
package struct KeyReloader: Service {
    /// The longest time for which a server signs with a replaced key.
    package static let interval = Duration.seconds(30)

    let tokens: AccessTokens
    let dependencies: Dependencies
    let logger: Logger

    /// Reads the keys until a graceful shutdown; a failure keeps the current ones.
    package func run() async {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await dependencies.clock.sleep(for: Self.interval)
                } catch {
                    // Cancelled: the server stops.
                    return
                }
                do {
                    try await tokens.reload()
                } catch {
                    logger.debug(
                        "The keys could not be read again",
                        metadata: ["kind": .string(ErrorKind.text(of: error))]
                    )
                }
            }
        }
    }
}
