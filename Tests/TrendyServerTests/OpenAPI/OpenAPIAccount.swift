import HTTPTypes
import Hummingbird
import Logging
import TrendyModel
import TrendyWire

@testable import TrendyServer

/// A signed-in account with one entity of each kind, for requests to every operation.
struct OpenAPIAccount: Sendable {
    static let password = "correct horse"
    /// The ids of the entities of ``init(_:_:)``.
    static let ids = Dictionary(
        uniqueKeysWithValues: EntityKind.allCases.map { kind in
            (
                kind,
                EntityID(
                    high: 0x0190_0000_0000_7000,
                    low: 0x8000_0000_0000_0000 | UInt64(kind.rawValue)
                )
            )
        }
    )

    let client: ServerClient
    private let fixture: ServerFixture
    private let ids: [EntityKind: EntityID]

    /// Describes an account that exists.
    init(_ client: ServerClient, _ fixture: ServerFixture, ids: [EntityKind: EntityID]) {
        self.client = client
        self.fixture = fixture
        self.ids = ids
    }

    /// Creates the account and its entities.
    init(_ client: ServerClient, _ fixture: ServerFixture) async throws {
        self.init(try await client.signedUp(), fixture, ids: Self.ids)
        for kind in EntityKind.allCases {
            _ = try await self.client.send(
                .post,
                collection(of: kind),
                fields(of: kind, id: id(of: kind), name: "First")
            )
        }
    }

    func id(of kind: EntityKind) -> EntityID { ids[kind] ?? EntityID(high: 0, low: 1) }

    /// The path of an operation for an entity that exists.
    func path(of operation: OpenAPIOperation) -> String {
        let kind = EntityKind.allCases.first { operation.path.hasPrefix("\(single(of: $0))/{") }
        let isList = operation.path.hasSuffix("/properties")
        return operation.path.replacing(
            "{id}",
            with: "\(id(of: isList ? .eventType : kind ?? .event))"
        )
    }

    func collection(of kind: EntityKind, type: EntityID? = nil) -> String {
        switch kind {
        case .event: "\(Route.base)/events"
        case .eventType: "\(Route.base)/event-types"
        case .propertyDefinition:
            "\(Route.base)/event-types/\(type ?? id(of: .eventType))/properties"
        case .geofence: "\(Route.base)/geofences"
        }
    }

    func single(of kind: EntityKind) -> String {
        kind == .propertyDefinition ? "\(Route.base)/property-definitions" : collection(of: kind)
    }

    /// The body that creates an entity.
    func fields(
        of kind: EntityKind,
        id: EntityID,
        name: String,
        type: EntityID? = nil
    ) -> String {
        let type = type ?? self.id(of: .eventType)
        let own =
            switch kind {
            case .event:
                #""event_type_id":"\#(type)","timestamp":"2026-01-15T08:30:00.000Z","notes":"\#(name)""#
            case .eventType: ##""name":"\##(name)","color":"#AA5500","icon":"cup""##
            case .propertyDefinition:
                #""key":"\#(name)","label":"\#(name)","property_type":"text""#
            case .geofence:
                #""name":"\#(name)","latitude":1,"longitude":2,"radius":100"#
                    + #","event_type_entry_id":"\#(type)""#
            }
        return #"{"id":"\#(id)",\#(own)}"#
    }

    /// Sends a request from a network address, without reading the answer's body.
    func respond(
        _ method: HTTPRequest.Method,
        _ path: String,
        body: RequestBody = RequestBody(buffer: .init())
    ) async throws -> Response {
        var head = HTTPRequest(method: method, scheme: "http", authority: "localhost", path: path)
        head.headerFields[.authorization] = client.token.map { "Bearer \($0)" }
        var context = TrendyRequestContext(logger: Logger(label: "test"))
        context.clientAddress = IPAddress("192.0.2.1").map(ClientAddress.init) ?? .unknown
        return try await fixture.responder.respond(
            to: Request(head: head, body: body),
            context: context
        )
    }
}
