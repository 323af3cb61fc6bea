import TestSupport
import Testing

@testable import TrendyPostgres

struct PostgresURLTests {
    @Test("Each host of a URL gets its port and the common parameters")
    func hosts() throws {
        let url = try PostgresURL(
            "postgres://ada:pw@a:5433,b,[::1]:5435/trendy?sslmode=verify-full"
        )

        let targets = url.targets.map { target in
            Dictionary(uniqueKeysWithValues: target.map { ($0.key, $0.value) })
        }

        #expect(targets.map { $0["host"] } == ["a", "b", "::1"])
        #expect(targets.map { $0["port"] } == ["5433", nil, "5435"])
        #expect(targets.allSatisfy { $0["user"] == "ada" && $0["password"] == "pw" })
        #expect(targets.allSatisfy { $0["sslmode"] == "verify-full" && $0["dbname"] == "trendy" })
    }

    @Test("One port serves all hosts, and a URL without a host is one target")
    func ports() throws {
        let several = try PostgresURL("postgresql:///x?host=/a,/b&port=6000").targets
        let none = try PostgresURL("postgres:///x").targets

        #expect(several.count == 2)
        #expect(several.allSatisfy { $0.contains { $0 == ("port", "6000") } })
        #expect(none.count == 1)
    }

    @Test(
        "A URL that cannot be used is refused without a part of its password",
        arguments: [
            "postgres://ada:sec/ret@host/db", "postgres://ada:sec@ret@host/db",
            "postgres://ada:sec%zzret@host/db", "postgres://ada:12/34@host/db",
            "postgres://ada:sec#ret@host/db", "postgres://ada@host:secret/db",
            "postgres://ada@host/db?pasword=secret", "postgres://ada@host:70000/secret",
            "mysql://ada:secret@host/db", "host=a password=secret",
        ]
    )
    func refused(text: String) throws {
        let error = try postgresError { _ = try PostgresURL(text) }

        #expect(error.origin == .invalidURL)
        // No part of any password above, and no word of the messages.
        for part in ["sec", "ret@", "zz", "12", "34", "70000"] {
            #expect(!error.description.contains(part))
        }
    }

    @Test("A refused connection says why, without the password")
    func refusedConnection() throws {
        let cluster = try PostgresCluster.shared()
        let host = "?host=\(cluster.socketDirectory)"
        let password = "open%20sesame"

        let noDatabase = try postgresError {
            _ = try PostgresConnection.open(
                PostgresURL("postgres://postgres:\(password)@/missing\(host)"),
                deadline: soon
            )
        }
        let noRole = try postgresError {
            _ = try PostgresConnection.open(
                PostgresURL("postgres://open%20sesame:\(password)@/postgres\(host)"),
                deadline: soon
            )
        }
        let noServer = try postgresError {
            _ = try PostgresConnection.open(
                PostgresURL("postgres://ada:\(password)@/open%20sesame?host=/nowhere"),
                deadline: soon
            )
        }

        #expect(noDatabase.sqlState == "3D000")
        #expect(noDatabase.description.contains("missing"))
        #expect(noRole.sqlState == "28000")
        for error in [noDatabase, noRole, noServer] {
            #expect(error.kind == .unavailable)
            #expect(error.origin == .cannotConnect)
            #expect(!error.description.contains("sesame"))
            #expect(!"\(error)".contains("LOCATION"))
        }
    }

    @Test("A wrong password is refused without telling it")
    func wrongPassword() throws {
        let cluster = try PostgresCluster()
        try cluster.sql("CREATE ROLE ada LOGIN PASSWORD 'right'")
        try cluster.requirePassword(of: "ada")

        let error = try postgresError {
            _ = try PostgresConnection.open(
                PostgresURL(
                    "postgres://ada:open-sesame@/postgres?host=\(cluster.socketDirectory)"
                ),
                deadline: soon
            )
        }
        let connection = try PostgresConnection.open(
            PostgresURL("postgres://ada:right@/postgres?host=\(cluster.socketDirectory)"),
            deadline: soon
        )

        #expect(error.sqlState == "28P01")
        #expect(!"\(error)".contains("sesame"))
        #expect(connection.isOpen)
    }
}
