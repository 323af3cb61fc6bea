import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Reports of devices")
struct DeviceReportTests {
    private let id = EntityID(high: 7, low: 7)

    private func devices(_ client: ServerClient) async throws -> [AccountSync.Device] {
        let answer = try await client.send(.get, Route.mySync)
        return try JSONDecoder().decode(
            AccountSync.self,
            from: Data(answer.body.readableBytesView)
        ).devices
    }

    private func send(_ report: DeviceReport, _ client: ServerClient) async throws -> TestResponse {
        let body = String(decoding: try JSONEncoder().encode(report), as: UTF8.self)
        return try await client.send(.put, "\(Route.devices)/\(id)", body)
    }

    private var report: DeviceReport {
        DeviceReport(
            name: "Ada's iPhone",
            pending: 3,
            failed: 2,
            oldestPendingSeconds: 60,
            appVersion: "1.2",
            schemaVersion: 17,
            queue: DeviceReport.Queue(
                blocked: 1,
                failedReasons: [DeviceReport.Reason(code: "validation", count: 2)],
                blockedReasons: [DeviceReport.Reason(code: "validation", count: 1)]
            ),
            conditions: DeviceReport.Conditions(
                observers: [
                    DeviceReport.Observer(
                        kind: "steps",
                        isRunning: true,
                        lastCallSeconds: 30,
                        isDelivered: false
                    )
                ],
                regions: DeviceReport.Regions(places: 4, selected: 4, monitored: 3, refused: 1),
                permissions: DeviceReport.Permissions(location: "always", health: "asked"),
                system: "iOS 18.1"
            )
        )
    }

    @Test("A report comes back as it was sent")
    func roundTrip() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()

            #expect(try await send(report, client).status == .noContent)

            let devices = try await devices(client)
            #expect(devices.map(\.report) == [report])
        }
    }

    @Test("A device of an older version reports numbers only, and forgets what another one said")
    func older() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            _ = try await send(report, client)

            let answer = try await client.send(
                .put,
                "\(Route.devices)/\(id)",
                #"{"name":"Old","pending":0,"failed":0,"app_version":"1","schema_version":1}"#
            )

            let device = try #require(try await devices(client).first)
            #expect(answer.status == .noContent)
            #expect(device.report.queue == nil && device.report.conditions == nil)
        }
    }

    @Test("Unknown fields and codes of a later version are accepted")
    func later() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()

            let answer = try await client.send(
                .put,
                "\(Route.devices)/\(id)",
                #"""
                {"name":"New","pending":0,"failed":1,"app_version":"9","schema_version":99,
                "battery":{"level":0.5},
                "queue":{"blocked":0,"failed_reasons":[{"code":"sunspots","count":1,"since":4}],
                "blocked_reasons":[]},
                "conditions":{"permissions":{"location":"on_sundays"},"contract":3,"mood":"good"}}
                """#
            )

            let device = try #require(try await devices(client).first)
            #expect(answer.status == .noContent)
            #expect(device.report.queue?.failedReasons.map(\.code) == ["sunspots"])
            #expect(device.report.conditions?.permissions.location == "on_sundays")
        }
    }

    @Test(
        "A report beyond the limits is refused with the names of its fields",
        arguments: ["name", "counts", "code", "reasons", "observers", "permission"]
    )
    func limits(_ what: String) async throws {
        var report = report
        let field: String
        switch what {
        case "name":
            report.name = String(repeating: "x", count: 401)
            field = "name"
        case "counts":
            report.conditions?.regions?.refused = -1
            field = "conditions.regions.refused"
        case "code":
            report.queue?.failedReasons[0].code = "Home, 52.5 13.4"
            field = "queue.failed_reasons.code"
        case "reasons":
            let reason = DeviceReport.Reason(code: "x", count: 1)
            report.queue?.blockedReasons = Array(repeating: reason, count: 33)
            field = "queue.blocked_reasons"
        case "observers":
            let observer = DeviceReport.Observer(kind: "x", isRunning: true, isDelivered: true)
            report.conditions?.observers = Array(repeating: observer, count: 257)
            field = "conditions.observers"
        default:
            report.conditions?.permissions.notifications = ""
            field = "conditions.permissions.notifications"
        }
        try await ServerFixture().test { [report] client in
            let client = try await client.signedUp()

            let answer = try await send(report, client)

            #expect(answer.problem?.code == .validation)
            #expect(answer.problem?.errors?.map(\.field) == [field])
            #expect(try await devices(client).isEmpty)
        }
    }

    @Test("A body that is too large, too deep or no report is refused")
    func hostile() async throws {
        try await ServerFixture().test { client in
            let client = try await client.signedUp()
            let path = "\(Route.devices)/\(id)"
            let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
            let large = String(repeating: " ", count: DeviceReport.Limit.bytes) + "{}"

            #expect(try await client.send(.put, path, large).problem?.code == .payloadTooLarge)
            #expect(
                try await client.send(.put, path, "{\"conditions\":\(deep)}").problem?.code
                    == .malformed
            )
            #expect(try await client.send(.put, path, "[]").problem?.code == .malformed)
        }
    }
}
