package import TrendyKit
package import TrendyServer
package import TrendyWeb

/// The pages of a server, for ``TrendyServer/TrendyServerApplication``.
package enum ServerSite {
    /// Creates the pages over the parts of a server.
    ///
    /// - Parameters:
    ///   - parts: the parts of the server.
    ///   - limits: limits of the replicas of signed-in accounts.
    ///   - imports: makes what imports uploaded files into an account's replica.
    /// - Returns: the pages, with the replicas as their service.
    /// - Throws: `SQLiteFileError` when the directory of the replicas cannot be created.
    package static func pages(
        of parts: ServerParts,
        limits: ReplicaLimits = ReplicaLimits(),
        imports: @escaping @Sendable (TrendyEngine) -> (any WebImports)? = { _ in nil }
    ) throws -> ServerPages {
        pages(of: parts, replicas: try AccountReplicas(parts, limits: limits), imports: imports)
    }

    /// Creates the pages over the parts of a server and its replicas.
    package static func pages(
        of parts: ServerParts,
        replicas: AccountReplicas,
        imports: @escaping @Sendable (TrendyEngine) -> (any WebImports)? = { _ in nil }
    ) -> ServerPages {
        let application = WebApplication(
            access: ServerAccess(parts: parts, replicas: replicas, imports: imports),
            dependencies: parts.dependencies,
            logger: parts.logger
        )
        return ServerPages(responder: WebResponder(application), services: [replicas])
    }
}
