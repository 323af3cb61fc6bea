import HTTPTypes

/// A route: a method, a pattern of a path, and what answers it.
package struct WebRoute: Sendable {
    /// Answers a request.
    package typealias Handler = @MainActor @Sendable (PageContext) async throws -> WebResponse

    let method: HTTPRequest.Method
    let pattern: [Substring]
    let readsForm: Bool
    let handler: Handler

    /// A page.
    ///
    /// - `path`: the path, in which a part such as `{id}` is a parameter.
    package static func get(_ path: String, _ handler: @escaping Handler) -> WebRoute {
        WebRoute(method: .get, pattern: path.split(separator: "/"), readsForm: false, handler)
    }

    /// A form, whose token is checked.
    package static func post(_ path: String, _ handler: @escaping Handler) -> WebRoute {
        WebRoute(method: .post, pattern: path.split(separator: "/"), readsForm: true, handler)
    }

    /// A request with a body that the handler reads; the form's token is the query's `csrf`.
    package static func upload(_ path: String, _ handler: @escaping Handler) -> WebRoute {
        WebRoute(method: .post, pattern: path.split(separator: "/"), readsForm: false, handler)
    }

    private init(
        method: HTTPRequest.Method,
        pattern: [Substring],
        readsForm: Bool,
        _ handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.readsForm = readsForm
        self.handler = handler
    }

    /// The parameters of a path; `nil` when it does not match.
    func parameters(of parts: [String]) -> [String: String]? {
        guard parts.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, piece) in zip(parts, pattern) {
            if piece.first == "{" {
                parameters[String(piece.dropFirst().dropLast())] = part
            } else if part != piece {
                return nil
            }
        }
        return parameters
    }
}

/// Finds the route of a request; literal parts come before parameters.
struct WebRouter: Sendable {
    private let routes: [WebRoute]

    init(routes: [WebRoute]) {
        self.routes = routes.enumerated().sorted { left, right in
            let literals = { (route: WebRoute) in route.pattern.count { $0.first != "{" } }
            let (more, less) = (literals(left.element), literals(right.element))
            return more == less ? left.offset < right.offset : more > less
        }.map(\.element)
    }

    /// The route of a request and its parameters; `nil` for an unknown path or method.
    func route(of request: WebRequest) -> (WebRoute, [String: String])? {
        let method = request.head.method == .head ? .get : request.head.method
        for route in routes where route.method == method {
            if let parameters = route.parameters(of: request.parts) { return (route, parameters) }
        }
        return nil
    }

    /// Whether a path has a route of any method.
    func isKnown(_ parts: [String]) -> Bool {
        routes.contains { $0.parameters(of: parts) != nil }
    }
}
