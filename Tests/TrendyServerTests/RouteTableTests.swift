import HTTPTypes
import Testing

@testable import TrendyServer

@Suite("The methods of a path")
struct RouteTableTests {
    private let table = RouteTable()

    init() {
        table.fill([
            ("/events", .get), ("/events", .post), ("/events/{id}", .get),
            ("/events/{id}", .delete), ("/events/batch", .post), ("/{any}/batch", .patch),
        ])
    }

    @Test(
        "A path has the methods of the route with most literal components",
        arguments: [
            ("/events", ["GET", "HEAD", "POST"]), ("/events/7", ["DELETE", "GET", "HEAD"]),
            ("/events/batch", ["POST"]), ("/other/batch", ["PATCH"]),
            ("events/", ["GET", "HEAD", "POST"]),
        ]
    )
    func known(_ path: String, _ methods: [String]) {
        #expect(table.methods(of: path)?.map(\.rawValue) == methods)
    }

    @Test("An unknown path has none", arguments: ["/", "", "/event", "/events/7/8", "/other"])
    func unknown(_ path: String) {
        #expect(table.methods(of: path) == nil)
    }
}
