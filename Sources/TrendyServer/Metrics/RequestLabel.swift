import HTTPTypes
import Hummingbird

/// What metrics and traces tell about a request; it contains nothing of the client.
enum RequestLabel {
    /// The route of requests for pages, and of those for unknown paths of the API.
    static let pages = "pages"
    static let unknown = "unknown"

    private static let methods: Set<HTTPRequest.Method> = [
        .delete, .get, .head, .options, .patch, .post, .put,
    ]

    /// The method; `nil` for a method that the client made up.
    static func method(of request: Request) -> String? {
        methods.contains(request.method) ? request.method.rawValue : nil
    }

    /// The template of the route's path.
    static func route(of request: Request, _ context: TrendyRequestContext) -> String {
        guard PageDispatcher.isAPI(request.uri.path) else { return pages }
        // The path of an unknown route is no path.
        guard let path = context.endpointPath, path.first == "/" else { return unknown }
        return path
    }
}
