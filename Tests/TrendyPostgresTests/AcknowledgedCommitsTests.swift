import Foundation
import Testing

@testable import TrendyPostgres

@Suite("Which commits a server remembers")
struct AcknowledgedCommitsTests {
    private func commit(_ position: UInt64, timeline: Int32 = 1) -> AcknowledgedCommits.Commit {
        AcknowledgedCommits.Commit(
            timeline: timeline,
            position: WALPosition(bytes: position),
            transaction: Int64(position)
        )
    }

    @Test("A commit that began after others were acknowledged stands for them")
    func later() {
        var commits = AcknowledgedCommits()
        for position in UInt64(1)...100 { commits.add(commit(position), start: commits.count) }

        #expect(commits.newest == [commit(100)])
        #expect(commits.count == 100)
    }

    @Test("A commit that began before another one was acknowledged does not stand for it")
    func concurrent() {
        var commits = AcknowledgedCommits()
        let slow = commits.count
        commits.add(commit(10), start: commits.count)
        commits.add(commit(20), start: commits.count)
        commits.add(commit(5), start: slow)

        #expect(commits.newest == [commit(20), commit(5)])
        commits.add(commit(30), start: commits.count)
        #expect(commits.newest == [commit(30)])
    }

    @Test("A commit is lost when the timeline branched off before it, or not from its timeline")
    func lost() {
        let history = TimelineHistory("1\t0/64\tno recovery target specified\n\n# 2\n")
        let lost = { (position: UInt64, timeline: Int32) in
            AcknowledgedCommits.isLost(
                self.commit(position, timeline: timeline),
                on: 3,
                at: WALPosition(bytes: 1000),
                history
            )
        }

        #expect(!lost(99, 1) && lost(100, 1) && lost(101, 1))
        #expect(lost(1, 2))
        #expect(!lost(999, 3) && lost(1001, 3))
    }

    @Test("Positions are read and written as PostgreSQL does")
    func positions() throws {
        let position = try #require(WALPosition("16/B374D848"))

        #expect(position.bytes == 0x16_B374_D848)
        #expect(position.description == "16/B374D848")
        #expect(WALPosition("16") == nil && WALPosition("16/B374D848/1") == nil)
    }

    @Test("A file is complete after a stop, and after a pause on the same start of the machine")
    func file() throws {
        let directory = FileManager.default.temporaryDirectory.path
        let file = CommitPositionFile(path: "\(directory)/positions-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(atPath: file.path) }
        var content = CommitPositionFile.Content(
            timeline: PostgresTimeline(system: 7, number: 2),
            state: .open,
            boot: file.boot,
            commits: AcknowledgedCommits()
        )
        #expect(file.read() == nil)
        for state in [CommitPositionFile.State.open, .settled, .stopped] {
            content.state = state
            try file.write(content)
            #expect(file.read() == content)
            let isSettled = state == .settled && !file.boot.isEmpty
            #expect(file.isComplete(content) == (isSettled || state == .stopped))
        }
        content.boot = "another"
        #expect(file.isComplete(content))
        content.state = .settled
        #expect(!file.isComplete(content))
    }
}
