import Foundation
import Testing
import TrendyModel
import TrendyWire

@testable import TrendyServer

@Suite("Metrics of a running server")
struct MetricsTests {
    /// Sends a request of raw HTTP and returns the whole answer.
    private func answer(_ port: Int, _ head: String, body: String = "") async throws -> String {
        let client = try await RawClient.connect(port: port)
        defer { client.close() }
        await client.send(
            """
            \(head) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        )
        return await client.readToEnd()
    }

    @Test("The metrics' own port serves every metric; the public port serves none")
    func served() async throws {
        try await RunningServer.run(metricsPort: 0) { server in
            let metricsPort = try #require(server.metricsPort)
            let credentials = #"{"email":"ada@example.com","password":"correct horse"}"#
            _ = try await answer(server.port, "POST \(Route.signUp)", body: credentials)
            let type = EntityID(high: 0x0190_0000_0000_7000, low: 0x8000_0000_0000_0001)
            _ = try await answer(server.port, "GET \(Route.base)/events/\(type)")
            _ = try await answer(server.port, "GET /api/v1/unknown-\(type)")
            _ = try await answer(server.port, "PROPFIND \(Route.health)")
            await server.hasCollectedGarbage()

            let text = try await answer(metricsPort, "GET /metrics")

            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(text.lowercased().contains("content-type: text/plain; version=0.0.4"))
            let isPostgres = StoreFactory.selected.engine == .postgres
            for metric in ServerMetric.allCases where isPostgres || !metric.isOfPostgres {
                #expect(text.contains("# TYPE \(metric.rawValue) \(metric.kind.rawValue)\n"))
            }
            let route = #"method="POST",route="\#(Route.signUp)""#
            #expect(text.contains("trendy_http_requests_total{\(route),status=\"2xx\"} 1"))
            #expect(text.contains("trendy_http_request_duration_seconds_count{\(route)} 1"))
            #expect(text.contains(#"route="/api/v1/events/{id}",status="4xx"} 1"#))
            #expect(text.contains(#"route="unknown",status="4xx"} "#))
            #expect(text.contains(#"{method="other",route=""#))
            #expect(text.contains(#"trendy_http_problems_total{code="unauthorized"} 1"#))
            #expect(text.contains("trendy_accounts 1\n"))
            #expect(text.contains(#"trendy_garbage_collections_total{result="success"} 1"#))
            // Neither ids nor addresses nor paths of clients are labels.
            for secret in ["\(type)", "ada@", "127.0.0.1", "PROPFIND"] {
                #expect(!text.contains(secret), "\(secret)")
            }
            let elsewhere = try await answer(metricsPort, "GET /health")
            #expect(elsewhere.hasPrefix("HTTP/1.1 404"))
            let onPublicPort = try await answer(server.port, "GET /metrics")
            #expect(onPublicPort.hasPrefix("HTTP/1.1 404"))
            #expect(!onPublicPort.contains("trendy_"))
        }
    }

    @Test("A server on PostgreSQL exports its connections, waits and notices")
    func postgres() async throws {
        try await RunningServer.run(metricsPort: 0, factory: .postgres) { server in
            let credentials = #"{"email":"ada@example.com","password":"correct horse"}"#
            _ = try await answer(server.port, "POST \(Route.signUp)", body: credentials)

            let text = try await answer(try #require(server.metricsPort), "GET /metrics")

            for line in [
                #"trendy_database_connections{state="missing"} "#,
                #"trendy_database_refusals_total{reason="timeout"} 0"#,
                "trendy_database_conflicts_total 0", "trendy_database_unknown_commits_total 0",
                "trendy_change_notice_lag_seconds_count ", "trendy_accounts 1",
                #"trendy_work_waiting{queue="connections"} "#,
            ] { #expect(text.contains("\n\(line)"), "\(line)") }
            #expect(!text.contains("trendy_database_wait_seconds_count 0"))
        }
    }

    @Test("A taken port of the metrics is named in the error")
    func portInUse() async throws {
        try await RunningServer.run { other in
            var configuration = ServerConfiguration(databasePath: try temporaryFile(), port: 0)
            configuration.metricsAddress = ("127.0.0.1", other.port)
            let server = try await TrendyServerApplication(
                configuration: configuration,
                dependencies: TestWorld().dependencies,
                logger: RecordedLog().logger()
            )
            let error = await #expect(throws: ServerError.self) { try await server.run() }
            #expect(error?.code == .addressInUse)
            #expect(error?.message.contains("127.0.0.1:\(other.port)") == true)
        }
    }

    @Test("Each exported line has the labels of its metric, and the form of the text format")
    func labels() async throws {
        try await RunningServer.run(metricsPort: 0) { server in
            _ = try await answer(server.port, "GET \(Route.ready)")
            await server.hasCollectedGarbage()
            let text = try await answer(try #require(server.metricsPort), "GET /metrics")

            let body = try #require(text.split(separator: "\r\n\r\n", maxSplits: 1).last)
            var count = 0
            for line in body.split(separator: "\n") where !line.hasPrefix("#") {
                let match = try #require(
                    try /([a-z_]+)(\{(.*)\})? ([0-9.e+-]+)/.wholeMatch(in: line),
                    "\(line)"
                )
                let name = String(match.1)
                let metric = ServerMetric.allCases.first { metric in
                    metric.rawValue == name
                        || metric.kind == .histogram
                            && ["_bucket", "_sum", "_count"].contains {
                                metric.rawValue + $0 == name
                            }
                }
                let expected =
                    try #require(metric, "\(line)").labels
                    + (name.hasSuffix("_bucket") ? ["le"] : [])
                let labels = (match.3 ?? "").matches(of: /([a-z_]+)="/).map { String($0.1) }
                #expect(labels == expected, "\(line)")
                count += 1
            }
            #expect(count > 60)
        }
    }
}

@Suite("The Grafana dashboard")
struct DashboardTests {
    @Test("Its queries use exported metrics and their labels, and it shows each of them")
    func queries() throws {
        let file = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("packaging/grafana/trendy-server.json")
        let text = try String(contentsOf: file, encoding: .utf8)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let panels = object?["panels"] as? [[String: Any]] ?? []
        let queries = panels.flatMap { $0["targets"] as? [[String: Any]] ?? [] }
            .compactMap { $0["expr"] as? String }
        #expect(queries.count >= 20)

        var shown: Set<ServerMetric> = []
        for query in queries {
            var labels: Set<String> = ["instance"]
            for name in query.matches(of: /(trendy|process)_[a-z_]+/).map({ String($0.output.0) }) {
                let metric = try #require(
                    ServerMetric.allCases.first { metric in
                        ["", "_bucket", "_sum", "_count"].contains { suffix in
                            metric.rawValue + suffix == name
                                && suffix.isEmpty == (metric.kind != .histogram)
                        }
                    },
                    "\(name) in \(query)"
                )
                shown.insert(metric)
                labels.formUnion(metric.labels + (name.hasSuffix("_bucket") ? ["le"] : []))
            }
            let used =
                query.matches(of: /by \(([a-z, ]+)\)/).flatMap {
                    $0.1.split(separator: ",").map { $0.trimmingPrefix(" ") }
                } + query.matches(of: /([a-z_]+)=~?"/).map(\.1)
            for label in used { #expect(labels.contains(String(label)), "\(label) in \(query)") }
        }
        #expect(shown == Set(ServerMetric.allCases))
    }
}
