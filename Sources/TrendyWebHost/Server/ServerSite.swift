package import TrendyServer
package import TrendyWeb

/// The pages of a server, for ``TrendyServer/TrendyServerApplication``.
package enum ServerSite {
    /// Creates the pages over the parts of a server.
    ///
    /// - Parameters:
    ///   - parts: the parts of the server.
    ///   - limits: limits of the replicas of signed-in accounts.
    ///   - mapTiles: the server of images behind maps; `nil` for none.
    /// - Returns: the pages, with the replicas and the imports as their services.
    /// - Throws: `SQLiteFileError` when the directory of the replicas or of the uploads cannot be
    ///   created.
    package static func pages(
        of parts: ServerParts,
        limits: ReplicaLimits = ReplicaLimits(),
        mapTiles: MapTileServer? = nil
    ) throws -> ServerPages {
        let spools = try ImportSpools(
            directory: parts.database.localPath + ".uploads",
            dependencies: parts.dependencies
        )
        let replicas = try AccountReplicas(parts, limits: limits, uploads: spools)
        return pages(of: parts, replicas: replicas, spools: spools, mapTiles: mapTiles)
    }

    /// Creates the pages over the parts of a server and its replicas; without spools, no files can
    /// be imported.
    package static func pages(
        of parts: ServerParts,
        replicas: AccountReplicas,
        spools: ImportSpools? = nil,
        mapTiles: MapTileServer? = nil
    ) -> ServerPages {
        let application = WebApplication(
            access: ServerAccess(parts: parts, replicas: replicas, spools: spools),
            mapTiles: mapTiles,
            dependencies: parts.dependencies,
            logger: parts.logger
        )
        // Services stop in reverse order: an import needs its replica.
        return ServerPages(
            responder: WebResponder(application),
            services: [replicas] + [spools].compactMap(\.self)
        )
    }
}
