import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Headers and methods")
struct AnswerHeaderTests {
    @Test("Every answer forbids caching and content sniffing")
    func caching() async throws {
        let fixture = try await ServerFixture()
        try await fixture.test { client in
            let ada = try await client.signedUp()
            for route in fixture.routes where route.path != Route.changeStream {
                let answer = try await ada.send(
                    route.method,
                    route.path(id: client.world.id()),
                    "{}"
                )
                #expect(answer.headers[.cacheControl] == "no-store", "\(route.path)")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff", "\(route.path)")
            }
        }
    }

    @Test("A wrong method is answered with 405 and the allowed methods")
    func methods() async throws {
        let fixture = try await ServerFixture()
        let known = Dictionary(grouping: fixture.routes, by: \.path)
        try await fixture.test { client in
            let ada = try await client.signedUp()
            for (path, routes) in known {
                let methods = Set(routes.map(\.method)).union(
                    routes.contains { $0.method == .get } ? [.head] : []
                )
                for method in [.put, .trace, .options, .delete, .post] as [HTTPRequest.Method]
                where !methods.contains(method) {
                    let route = RouteFixture(path: path, method: method)
                    let answer = try await ada.send(method, route.path(id: client.world.id()))
                    #expect(answer.status == .methodNotAllowed, "\(method) \(path)")
                    let allowed = answer.headers[.allow]?.split(separator: ",")
                        .map { $0.trimmingPrefix(" ") }
                    #expect(
                        allowed.map { Set($0.map(String.init)) } == Set(methods.map(\.rawValue))
                    )
                }
            }
            let nowhere = try await ada.send(.put, "/nowhere")
            #expect(nowhere.status == .notFound)
            #expect(nowhere.headers[.allow] == nil)
            let head = try await ada.send(.head, Route.health)
            #expect(head.status == .ok)
        }
    }
}
