import ArgumentParser
import TrendyWeb

/// The options of images behind the maps of the pages.
struct MapTileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            The address of map images with {z}, {x} and {y}, such as \
            https://tiles.example.org/{z}/{x}/{y}.png. A viewer sees them after turning them on. \
            Without it, maps are drawn without images.
            """,
            valueName: "template"
        )
    )
    var mapTiles: String?

    @Option(
        help: ArgumentHelp(
            "The text that the licence of the map images asks for; with --map-tiles.",
            valueName: "text"
        )
    )
    var mapAttribution: String?

    func validate() throws {
        guard (mapTiles == nil) == (mapAttribution == nil) else {
            throw ValidationError("Give both --map-tiles and --map-attribution, or neither.")
        }
        do {
            _ = try server()
        } catch {
            throw ValidationError("--map-tiles and --map-attribution: \(error).")
        }
    }

    /// The server of map images; `nil` without one.
    func server() throws(MapTileServer.Problem) -> MapTileServer? {
        guard let mapTiles, let mapAttribution else { return nil }
        return try MapTileServer(template: mapTiles, attribution: mapAttribution)
    }
}
