import Foundation
import TestSupport
import Testing
import TrendyPostgres

struct PostgresTLSTests {
    /// A cluster on a port below the ephemeral ones of Linux, where no client takes it meanwhile.
    private func cluster() throws -> PostgresCluster {
        for _ in 0..<5 {
            let port = Int.random(in: 20_000..<30_000)
            if let cluster = try? PostgresCluster(tlsPort: port) { return cluster }
        }
        return try PostgresCluster(tlsPort: Int.random(in: 20_000..<30_000))
    }

    private func url(_ cluster: PostgresCluster, host: String, root: String) throws -> PostgresURL {
        try PostgresURL(
            "postgres://\(PostgresCluster.owner)@\(host):\(cluster.port)/postgres"
                + "?sslmode=verify-full&sslrootcert=\(root)"
        )
    }

    @Test("A connection verifies the server's certificate and name, and reads large results")
    func verifies() throws {
        let cluster = try cluster()
        let certificate = cluster.certificate

        let connection = try PostgresConnection.open(
            url(cluster, host: "localhost", root: certificate),
            deadline: soon
        )
        var batch = PostgresBatch()
        for _ in 0..<8 {
            batch.add(PostgresStatement("large", [], "SELECT repeat('x', 1000000)::bytea"))
        }
        let results = try connection.roundTrip(batch, deadline: soon)
        let otherName = try postgresError {
            _ = try PostgresConnection.open(
                url(cluster, host: "127.0.0.1", root: certificate),
                deadline: soon
            )
        }
        let unknownRoot = try postgresError {
            _ = try PostgresConnection.open(
                url(cluster, host: "localhost", root: "/nowhere.crt"),
                deadline: soon
            )
        }

        #expect(results.map { $0[0].sizeBytes(0) } == Array(repeating: 1_000_000, count: 8))
        #expect(otherName.origin == .cannotConnect)
        #expect(unknownRoot.origin == .cannotConnect)
    }

    @Test("A call on a connection with TLS ends at its deadline")
    func deadline() throws {
        let cluster = try cluster()
        let connection = try PostgresConnection.open(
            url(cluster, host: "localhost", root: cluster.certificate),
            deadline: soon
        )

        let error = try postgresError {
            try connection.roundTrip(
                PostgresBatch(PostgresStatement("slow", [], "SELECT pg_sleep(600)")),
                deadline: .after(.milliseconds(100))
            )
        }

        #expect(error.origin == .deadline)
    }
}
