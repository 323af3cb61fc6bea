import Foundation
import GRDB
import Testing
import TrendyModel
import TrendyServer
import TrendyWire

@Suite("Checking a server's database")
struct CheckTests {
    private let fixture: AdministrationFixture

    init() throws {
        fixture = try AdministrationFixture()
    }

    /// The findings of a check after a change of the file.
    private func findings(after sql: String) throws -> [CheckReport.Finding] {
        try fixture.execute(sql)
        return try fixture.administration.check().findings
    }

    @Test("A sound database has no findings and a digest per account, also beside a server")
    func whole() async throws {
        let ids = try await fixture.fill(accounts: 2)
        let store = try fixture.open()

        let report = try fixture.administration.check()

        #expect(report.findings.isEmpty)
        #expect(report.accounts.map(\.id) == ids.map(\.description).sorted())
        let prefix = try #require(IDPrefix(""))
        let digest = try await store.digest(account: ids[0], kind: nil, prefix: prefix)
        let total = digest.buckets.reduce(0) { $0 ^ $1.bucket.digest }
        let account = try #require(report.accounts.first { $0.id == ids[0].description })
        #expect(UInt64(account.digest, radix: 16) == total)
        #expect(account.sequence == digest.version)
        #expect(account.entities == 11)
        try await store.close()
    }

    /// Damage of rows, and the codes of its findings.
    enum Damage: String, CaseIterable {
        case orphanEntities, orphanRecords, orphanSessions, counts, sequence, content, kind

        var sql: String {
            switch self {
            case .orphanEntities: "UPDATE entity SET account = x'01' WHERE version = 3"
            case .orphanRecords: "UPDATE idempotency_record SET account = x'01' WHERE version = 3"
            case .orphanSessions: "UPDATE session SET account = x'01'"
            case .counts: "UPDATE account SET events = events + 1"
            case .sequence: "UPDATE account SET sequence = sequence - 1"
            case .content: "UPDATE entity SET content = '{\"a\":' WHERE version = 3"
            case .kind: "UPDATE entity SET kind = 9 WHERE version = 3"
            }
        }

        var codes: Set<String> {
            switch self {
            case .orphanEntities: ["orphans", "counts"]
            case .orphanRecords: ["orphans"]
            case .orphanSessions: ["orphans", "foreign_keys"]
            case .counts: ["counts"]
            case .sequence: ["sequence"]
            case .content: ["unreadable", "counts"]
            case .kind: ["unreadable", "counts"]
            }
        }
    }

    @Test("The check finds each kind of invalid row and names a remedy", arguments: Damage.allCases)
    func rows(_ damage: Damage) async throws {
        try await fixture.fill()

        let findings = try findings(after: damage.sql)

        #expect(Set(findings.map(\.code)) == damage.codes, "\(findings)")
        for finding in findings { #expect(!finding.remedy.isEmpty) }
    }

    @Test("The check reports damaged pages as findings, not as errors")
    func pages() async throws {
        try await fixture.fill(events: 200)
        let url = URL(fileURLWithPath: fixture.path)
        var bytes = try Data(contentsOf: url)
        bytes.replaceSubrange(40_960..<81_920, with: Data(repeating: 0x5A, count: 40_960))
        try bytes.write(to: url)

        let report = try fixture.administration.check()

        #expect(report.findings.contains { $0.code == "damaged" })
        #expect(report.findings.allSatisfy { $0.remedy.contains("restore") })
        #expect(try Data(contentsOf: url) == bytes)
    }

    @Test("A file that others can read is a finding, and the check does not change it")
    func permissions() async throws {
        try await fixture.fill()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o640],
            ofItemAtPath: fixture.path
        )

        let finding = try #require(try fixture.administration.check().findings.first)

        #expect(finding.code == "permissions")
        #expect(finding.finding.contains("0640"))
        #expect(finding.remedy.contains("chmod 600"))
    }

    @Test("An account in deletion is no finding and not in the report")
    func accountInDeletion() async throws {
        let ids = try await fixture.fill(accounts: 2)
        let store = try fixture.open()
        try await store.beginDeletion(account: ids[0])
        try await store.close()

        let report = try fixture.administration.check()

        #expect(report.findings.isEmpty)
        #expect(report.accounts.map(\.id) == [ids[1].description])
    }
}
