import Foundation
import Testing
import TrendyModel

@testable import TrendyCLI

@Suite("Tables, local times and paging")
struct TableTests {
    private func table() -> Table {
        var table = Table(["When", .flexible("Note"), .right("Count"), "State"])
        table.add(["Mon", "short", "7", "on"])
        table.add(["Tuesday", "a long note that does not fit", "1234", ""])
        return table
    }

    @Test("Columns align with their headers, and numbers to the right")
    func alignment() {
        #expect(
            table().text(width: nil).rendered == """
                When     Note                           Count  State
                Mon      short                              7  on
                Tuesday  a long note that does not fit   1234
                """
        )
    }

    @Test("Flexible columns are cut to the width of the terminal, down to a minimum")
    func width() {
        #expect(
            table().text(width: 40).rendered == """
                When     Note               Count  State
                Mon      short                  7  on
                Tuesday  a long note that…   1234
                """
        )
        #expect(
            table().text(width: 20).rendered == """
                When     Note        Count  State
                Mon      short           7  on
                Tuesday  a long no…   1234
                """
        )
    }

    @Test("The widest flexible column is cut first")
    func widest() {
        var table = Table([.flexible("A"), .flexible("B")])
        table.add([String(repeating: "a", count: 30), String(repeating: "b", count: 20)])

        #expect(
            table.text(width: 42).rendered.hasSuffix(
                String(repeating: "a", count: 19) + "…  " + String(repeating: "b", count: 20)
            )
        )
        #expect(table.text(width: 32).rendered.split(separator: "\n").last?.count == 32)
    }

    @Test("Wide characters count as two columns, combining marks as none")
    func wide() {
        var table = Table(["Name", "X"])
        for name in ["abcd", "日本", "e\u{301}tude", "👩‍👩‍👧", "한글", "Ω"] { table.add([name, "|"]) }

        #expect(
            table.text(width: nil).rendered == """
                Name   X
                abcd   |
                日本   |
                e\u{301}tude  |
                👩‍👩‍👧     |
                한글   |
                Ω      |
                """
        )
        #expect(TextWidth.truncated("日本語の文", to: 6) == "日本…")
        #expect(TextWidth.truncated("日本語", to: 6) == "日本語")
    }

    @Test("Empty columns are left out where they may be, and rows keep their marks")
    func hidden() {
        var table = Table(["A", .flexible("B", isHiddenWhenEmpty: true), "C"])
        table.add(["1", "", "3"], mark: "*")
        table.add(["1", "", "3"])

        #expect(
            table.text(width: nil).rendered == """
                  A  C
                * 1  3
                  1  3
                """
        )
    }

    @Test("Cells are escaped")
    func escaped() {
        var table = Table(["A"])
        table.add(["\u{1B}[2J\n"])

        #expect(table.text(width: nil).rendered == "A\n\\u{1b}[2J\\n")
    }

    @Test("Local times have a weekday and no seconds")
    func localTimes() throws {
        let times = LocalTime(try #require(TimeZone(identifier: "Europe/Zurich")))
        let start = try #require(Instant(rfc3339: "2026-11-28T13:33:53.610Z"))

        #expect(times.text(start) == "Sat 28 Nov 2026, 14:33")
        #expect(times.text(rfc3339: "2026-11-28T13:33:53.610Z") == "Sat 28 Nov 2026, 14:33")
        #expect(times.span(start, start + .seconds(3600)) == "Sat 28 Nov 2026, 14:33–15:33")
        #expect(times.span(start, start) == "Sat 28 Nov 2026, 14:33")
        #expect(
            times.span(start, start + .seconds(36_000))
                == "Sat 28 Nov 2026, 14:33 – Sun 29 Nov 2026, 00:33"
        )
        #expect(times.text(Instant(milliseconds: -1)) == "Thu 1 Jan 1970, 00:59")
        let newYork = LocalTime(try #require(TimeZone(identifier: "America/New_York")))
        #expect(newYork.text(Instant(milliseconds: -1)) == "Wed 31 Dec 1969, 18:59")
    }

    @Test("The pager runs only for long output on a terminal")
    func pager() {
        func command(_ lines: Int, _ rows: Int?, _ environment: [String: String]) -> String? {
            Pager(lines: lines, rows: rows, environment: environment)?.command
        }

        #expect(command(30, 24, [:]) == "less")
        #expect(command(30, 24, ["PAGER": "more -s"]) == "more -s")
        #expect(command(24, 24, [:]) == "less")
        #expect(command(23, 24, [:]) == nil)
        #expect(command(30, nil, [:]) == nil)
        for pager in ["", " ", "cat"] { #expect(command(30, 24, ["PAGER": pager]) == nil) }
        #expect(command(30, 24, ["TERM": "dumb"]) == nil)
    }
}
