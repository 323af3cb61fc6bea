import Crypto
import HTTPTypes
import TrendyModel
import TrendyWebAssets

/// The addresses of style sheets and scripts: they contain the hash of the content, so that a
/// browser keeps them until they change.
enum WebAssetPath {
    /// The hash of all files.
    private static let version: String = {
        var hash = SHA256()
        for asset in WebAsset.all { hash.update(data: asset.bytes) }
        return hash.finalize().prefix(8).hexadecimal
    }()

    /// The address of a file.
    static func path(_ name: String) -> WebPath { WebPath(parts: ["assets", version, name]) }

    /// The answer to a request for a file; `nil` for other requests.
    static func response(to request: WebRequest) -> WebResponse? {
        guard request.head.method == .get || request.head.method == .head else { return nil }
        switch request.parts {
        case ["manifest.webmanifest"]: return response(WebAsset.manifest, isKept: false)
        case ["worker.js"]: return response(WebAsset.worker, isKept: false)
        case OfflinePage.path: return OfflinePage.response()
        case let parts where parts.count == 3 && parts[0] == "assets":
            guard let asset = WebAsset.all.first(where: { $0.name == parts[2] }) else {
                return nil
            }
            return response(asset, isKept: parts[1] == version)
        default: return nil
        }
    }

    private static func response(_ asset: WebAsset, isKept: Bool) -> WebResponse {
        var response = WebResponse(type: asset.type, body: .bytes(asset.bytes))
        response.headers[.cacheControl] =
            isKept ? "public, max-age=31536000, immutable" : "no-cache"
        return response
    }
}
