import Foundation
import Testing

@Suite("trendy today, timeline and status", .serialized)
struct ScreenCommandTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private func run(_ arguments: String...) async throws -> TrendyProcess.Result {
        try await TrendyProcess(arguments + ["--profile", scratch.path + "/a"]).wait()
    }

    private func json(_ result: TrendyProcess.Result) throws -> [String: Any] {
        #expect(result.code == 0, "\(result.error)")
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
        return try #require(value as? [String: Any])
    }

    private func logSome() async throws {
        for (type, time, note) in [
            ("Coffee", "2026-01-15T08:30:00Z", "Crème"), ("Tea", "2026-01-15T09:30:00Z", "green"),
            ("Tea", "2026-01-14T23:30:00Z", "late"),
        ] {
            #expect(try await run("log", type, "--at", time, "--note", note).code == 0)
        }
    }

    @Test("The timeline shows all days, one day, one type and the results of a search")
    func timeline() async throws {
        #expect(try await run("timeline").output == "Nothing recorded yet.\n")
        try await logSome()

        let all = try await json(run("timeline", "--time-zone", "UTC", "--json"))
        let days = try #require(all["days"] as? [[String: Any]])
        let paris = try await json(run("timeline", "--time-zone", "Europe/Paris", "--json"))
        let day = try await run("timeline", "--day", "2026-01-14", "--time-zone", "UTC").output
        let found = try await run("timeline", "--search", "CREME").output
        let teas = try await json(run("timeline", "--type", "tea", "--limit", "1", "--json"))

        #expect(days.map { $0["day"] as? String } == ["2026-01-15", "2026-01-14"])
        let first = try #require((days[0]["events"] as? [[String: Any]])?.first)
        #expect(first["type"] as? String == "Tea")
        #expect(first["detail"] as? String == "green")
        #expect(first["state"] as? String == "waiting")
        #expect((paris["days"] as? [[String: Any]])?.count == 1)
        #expect(day.contains("late") && !day.contains("green"))
        #expect(found.contains("Crème") && !found.contains("green"))
        #expect(teas["hasMore"] as? Bool == true)
        #expect(try await run("timeline", "--search", "nothing").output == "Nothing found.\n")
        #expect(
            try await run("timeline", "--day", "2020-01-01").output == "Nothing found.\n"
        )
    }

    @Test("Today shows every card, also without a value")
    func today() async throws {
        let output = try await json(run("today", "--time-zone", "Europe/Paris", "--json"))
        let cards = try #require(output["cards"] as? [[String: Any]])
        let text = try await run("today")

        #expect(cards.count == 8)
        #expect(cards.allSatisfy { $0["value"] == nil })
        #expect(cards.first?["category"] as? String == "steps")
        #expect(text.code == 0)
        #expect(text.output.contains("Nothing recorded yet"))
    }

    @Test("Invalid input is refused with the accepted form")
    func wrong() async throws {
        let day = try await run("timeline", "--day", "yesterday")
        let limit = try await run("timeline", "--limit", "0")
        let type = try await run("timeline", "--type", "Nothing")
        let zone = try await run("today", "--time-zone", "Mars")

        #expect(day.code == EX_USAGE)
        #expect(day.error.contains("2026-01-15"))
        #expect(limit.code == EX_USAGE)
        #expect(type.code == EX_DATAERR)
        #expect(zone.code == EX_USAGE)
        for command in ["today", "timeline"] {
            #expect(try await run(command, "--help").output.contains("--json"))
        }
    }

    @Test("Status shows the text of the app's screen")
    func status() async throws {
        try await logSome()

        let status = try await json(run("status", "--json"))

        #expect(
            status["text"] as? String
                == "Not signed in. 5 changes waiting. Everything is saved on this device."
        )
        #expect(status["pending"] as? Int == 5)
        #expect(try await run("status").output.contains("2 types, 3 events\n"))
    }
}
