import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

/// Compares the OpenAPI document with the router and with the committed copy.
///
/// `TRENDY_UPDATE_REFERENCE=1` writes the copy instead.
@Suite("The OpenAPI document")
struct OpenAPIDocumentTests {
    @Test("Every route of the router is an operation, and every operation a route")
    func routes() async throws {
        let fixture = try await ServerFixture()
        let routes = fixture.routes.map { "\($0.method.rawValue) \($0.path)" }
        let operations = OpenAPIDocument.operations.map { "\($0.method.rawValue) \($0.path)" }

        #expect(routes.sorted() == operations.sorted())
        #expect(Set(OpenAPIDocument.operations.map(\.id)).count == operations.count)
    }

    @Test("The server sends the document, and it is JSON of OpenAPI 3.1")
    func served() async throws {
        let fixture = try await ServerFixture()
        let answer = try await fixture.test { try await $0.send(.get, Route.openAPI) }

        #expect(answer.status == .ok)
        #expect(Array(answer.body.readableBytesView) == OpenAPIDocument.json)
        let object = try JSONSerialization.jsonObject(with: Data(OpenAPIDocument.json))
        #expect((object as? [String: Any])?["openapi"] as? String == "3.1.1")
    }

    @Test("Each schema is used, and each reference has a schema")
    func references() {
        var used: Set<String> = []
        func collect(_ value: OpenAPIValue) {
            switch value {
            case .object(let members):
                for member in members {
                    if member.name == "$ref", case .string(let reference) = member.value,
                        reference.hasPrefix("#/components/schemas/")
                    {
                        used.insert(String(reference.dropFirst("#/components/schemas/".count)))
                    }
                    collect(member.value)
                }
            case .array(let elements): elements.forEach(collect)
            case .string, .integer, .bool: break
            }
        }
        collect(OpenAPIDocument.value)

        #expect(used.sorted() == OpenAPIDocument.schemas.map(\.name).sorted())
    }

    @Test("docs/reference/openapi.json is the document")
    func copy() throws {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/reference/openapi.json")
        let document = Data(OpenAPIDocument.json)
        if ProcessInfo.processInfo.environment["TRENDY_UPDATE_REFERENCE"] != nil {
            try document.write(to: file)
        }
        let isCurrent = try? Data(contentsOf: file) == document  // it does not exist at first
        #expect(
            isCurrent == true,
            "Run this test with TRENDY_UPDATE_REFERENCE=1 and commit docs/reference/openapi.json."
        )
    }
}
