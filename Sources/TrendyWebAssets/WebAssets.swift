// TrendyWebAssets: style sheets and scripts of the web pages, embedded in the executable.

/// A style sheet, a script or a picture of the web pages.
package struct WebAsset: Sendable {
    /// The file name.
    package let name: String
    /// The media type.
    package let type: String
    /// The content.
    package let bytes: [UInt8]

    /// All files; the style sheets are one file, ``styleSheet``.
    package static let all: [WebAsset] = [
        WebAsset(name: styleSheet, type: "text/css; charset=utf-8", bytes: styles),
        script("live.js", PackageResources.live_js),
        script("morph.js", PackageResources.morph_js),
        script("zone.js", PackageResources.zone_js),
        script("map.js", PackageResources.map_js),
        script("upload.js", PackageResources.upload_js),
        script("offline.js", PackageResources.offline_js),
        WebAsset(name: "icon.svg", type: "image/svg+xml", bytes: PackageResources.icon_svg),
        WebAsset(name: symbols, type: "image/svg+xml", bytes: PackageResources.symbols_svg),
        picture("icon-192.png", PackageResources.icon_192_png),
        picture("icon-512.png", PackageResources.icon_512_png),
        picture("icon-maskable.png", PackageResources.icon_maskable_png),
    ]

    /// The name of the style sheet.
    package static let styleSheet = "trendy.css"

    /// The name of the drawings of symbols, each an element with the symbol's name as its id.
    package static let symbols = "symbols.svg"

    /// The service worker, which is served outside of the assets because its address is its scope.
    package static let worker = script("worker.js", PackageResources.worker_js)

    /// The manifest of an installable app.
    package static let manifest = WebAsset(
        name: "manifest.webmanifest",
        type: "application/manifest+json",
        bytes: PackageResources.manifest_webmanifest
    )

    private static func script(_ name: String, _ bytes: [UInt8]) -> WebAsset {
        WebAsset(name: name, type: "text/javascript; charset=utf-8", bytes: bytes)
    }

    private static func picture(_ name: String, _ bytes: [UInt8]) -> WebAsset {
        WebAsset(name: name, type: "image/png", bytes: bytes)
    }

    private static let styles: [UInt8] = [
        PackageResources.base_css, PackageResources.charts_css, PackageResources.overview_css,
        PackageResources.timeline_css, PackageResources.insights_css, PackageResources.map_css,
        PackageResources.devices_css, PackageResources.decisions_css,
        PackageResources.transfer_css, PackageResources.account_css,
    ].flatMap { $0 }
}
