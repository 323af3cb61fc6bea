import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Deeply nested JSON")
struct DeepNestingTests {
    private static let bracket513 = String(repeating: "[", count: 513)

    @Test("A body with 513 open levels is malformed and does not crash the process")
    func bodies() async throws {
        try await ServerFixture().test { client in
            let device = EntityID(high: 1, low: 7)
            for body in [Self.bracket513, "{\"email\":\(Self.bracket513)"] {
                for path in [
                    Route.signUp, "\(Route.token)?grant_type=password",
                    "\(Route.token)?grant_type=refresh_token",
                ] {
                    let answer = try await client.send(.post, path, body)
                    #expect(answer.problem?.code == .malformed)
                }
            }
            let signedIn = try await client.signedUp()
            let report = try await signedIn.send(
                .put,
                "\(Route.devices)/\(device)",
                Self.bracket513
            )
            #expect(report.problem?.code == .malformed)
        }
    }

    @Test("A token whose header or claims open 513 levels is unauthorized")
    func tokens() async throws {
        let nested = Data(Self.bracket513.utf8).base64EncodedString()
            .replacing("=", with: "")
        let header = Data(#"{"alg":"ES256","typ":"JWT"}"#.utf8).base64EncodedString()
            .replacing("=", with: "")
        try await ServerFixture().test { client in
            for token in ["\(nested).e30.AA", "\(header).\(nested).AA"] {
                var client = client
                client.token = token
                let answer = try await client.send(.get, Route.changes)
                #expect(answer.problem?.code == .unauthorized)
            }
        }
    }
}
