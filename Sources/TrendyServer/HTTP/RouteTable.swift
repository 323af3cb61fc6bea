import HTTPTypes
import Hummingbird
import Synchronization

/// The paths and methods of a router, for the answer to a wrong method.
///
/// It is filled once after the routes were added, because the middleware that reads it is added
/// before them.
final class RouteTable: Sendable {
    private struct Pattern {
        let components: [Substring]
        var methods: [HTTPRequest.Method]

        /// The number of literal components; `nil` when the path does not match.
        func literals(matching path: [Substring]) -> Int? {
            guard path.count == components.count else { return nil }
            var literals = 0
            for (component, part) in zip(components, path) where component.first != "{" {
                guard component == part else { return nil }
                literals += 1
            }
            return literals
        }
    }

    private let patterns = Mutex<[Pattern]>([])

    init() {}

    /// Sets the routes of the router.
    func fill(_ routes: [(path: String, method: HTTPRequest.Method)]) {
        patterns.withLock { patterns in
            for route in routes {
                let components = route.path.split(separator: "/")
                let methods = route.method == .get ? [.get, .head] : [route.method]
                if let index = patterns.firstIndex(where: { $0.components == components }) {
                    patterns[index].methods += methods
                } else {
                    patterns.append(Pattern(components: components, methods: methods))
                }
            }
        }
    }

    /// The methods of a path, sorted; `nil` for an unknown path.
    func methods(of path: String) -> [HTTPRequest.Method]? {
        let parts = path.split(separator: "/")
        return patterns.withLock { patterns in
            patterns.compactMap { pattern in
                pattern.literals(matching: parts).map { ($0, pattern.methods) }
            }
            .max { $0.0 < $1.0 }?.1
        }?
        .sorted { $0.rawValue < $1.rawValue }
    }
}
