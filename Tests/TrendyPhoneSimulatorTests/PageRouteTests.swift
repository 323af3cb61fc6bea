import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Synchronization
import Testing

@testable import TrendyPhoneSimulator

@Suite("The web server of the page")
struct PageRouteTests {
    /// Keeps the commands; refuses to reboot.
    private final class Port: PagePort {
        private let kept = Mutex<[WorldCommand]>([])
        var commands: [WorldCommand] { kept.withLock(\.self) }

        func perform(_ command: WorldCommand) async -> String? {
            kept.withLock { $0.append(command) }
            return command.action == .reboot ? "Not now." : nil
        }

        func accessibleNames(onPhone index: Int) async -> [String] { ["Phone \(index)", "Add"] }
    }

    private let port = Port()
    private let hubs = WorldSession.Hubs(screens: [ScreenHub(), ScreenHub()])

    private func test(
        _ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void
    ) async throws {
        let server = PhoneServer(port: port, hubs: hubs)
        try await server.application(on: 0).test(.live) { try await body($0) }
    }

    @Test("The page and its files are served with a policy that keeps other origins out")
    func files() async throws {
        try await test { client in
            for path in ["/", "/page.css", "/page.js", "/map.js", "/screen.css", "/screen.js"] {
                let answer = try await client.execute(uri: path, method: .get)
                #expect(answer.status == .ok, "\(path)")
                #expect(answer.body.readableBytes > 100, "\(path)")
                let policy = answer.headers[.contentSecurityPolicy]
                #expect(policy?.contains("default-src 'self'") == true)
            }
            #expect(try await client.execute(uri: "/other", method: .get).status == .notFound)
        }
    }

    @Test("A command is performed; one that is not possible is answered with the reason")
    func commands() async throws {
        try await test { client in
            func send(_ json: String) async throws -> TestResponse {
                try await client.execute(
                    uri: "/commands",
                    method: .post,
                    body: ByteBuffer(string: json)
                )
            }
            let lock = try await send(#"{"action":"lock","phone":1}"#)
            let reboot = try await send(#"{"action":"reboot","phone":0}"#)
            let unknown = try await send(#"{"action":"explode"}"#)

            #expect(lock.status == .noContent)
            #expect(reboot.status == .conflict)
            #expect(String(buffer: reboot.body) == #"{"message":"Not now."}"#)
            #expect(unknown.status == .conflict)
            #expect(String(buffer: unknown.body).contains("cannot be read"))
        }
        let kept = port.commands
        #expect(kept.map(\.action) == [.lock, .reboot])
        #expect(kept.map(\.phone) == [1, 0])
    }

    @Test(
        "What a person does on a screen is an action with its value",
        arguments: [
            ("null", WorldCommand(action: .act, phone: 1)),
            (#""tea""#, WorldCommand(action: .act, phone: 1, text: "tea")),
            ("true", WorldCommand(action: .act, phone: 1, flag: true)),
            ("2.5", WorldCommand(action: .act, phone: 1, number: 2.5)),
        ]
    )
    func actions(_ value: String, _ expected: WorldCommand) async throws {
        try await test { client in
            let json = #"{"node":"p1-n7","name":"change","value":\#(value)}"#
            let answer = try await client.execute(
                uri: "/phones/1/act",
                method: .post,
                body: ByteBuffer(string: json)
            )
            let wrong = try await client.execute(
                uri: "/phones/1/act",
                method: .post,
                body: ByteBuffer(string: "{}")
            )
            #expect(answer.status == .noContent)
            #expect(wrong.status == .badRequest)
        }
        var wanted = expected
        (wanted.target, wanted.handler) = ("p1-n7", "change")
        #expect(port.commands == [wanted])
    }

    @Test("The names on a phone's screen are a list; there is none of a phone that is not there")
    func names() async throws {
        try await test { client in
            let names = try await client.execute(uri: "/phones/1/names", method: .get)
            let missing = try await client.execute(uri: "/phones/2/names", method: .get)

            #expect(String(buffer: names.body) == #"["Phone 1","Add"]"#)
            #expect(missing.status == .notFound)
        }
    }

    @Test(
        "A request from another origin, or by another name, is refused",
        arguments: [
            [HTTPField.Name.origin: "http://evil.example"], [.origin: "null"],
        ]
    )
    func foreign(_ headers: HTTPFields) async throws {
        try await test { client in
            let answer = try await client.execute(
                uri: "/commands",
                method: .post,
                headers: headers,
                body: ByteBuffer(string: #"{"action":"lock","phone":0}"#)
            )
            #expect(answer.status == .forbidden)
        }
        #expect(port.commands.isEmpty)
    }
}
