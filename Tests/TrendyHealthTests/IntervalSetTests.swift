import Testing
import TrendyModel

@testable import TrendyHealth

@Suite("Sets of intervals and days")
struct IntervalSetTests {
    private func intervals(_ spans: Range<Int64>...) -> IntervalSet {
        var set = IntervalSet()
        set.formUnion(spans)
        return set
    }

    private func days(_ days: ClosedRange<Int>) -> ClosedRange<CalendarDay> {
        CalendarDay(daysSinceEpoch: days.lowerBound)...CalendarDay(daysSinceEpoch: days.upperBound)
    }

    @Test("Intervals that overlap or touch are one, and empty ones are none")
    func merging() {
        #expect(intervals().spans.isEmpty)
        #expect(intervals(5..<5).spans.isEmpty)
        #expect(intervals(0..<10, 10..<20).spans == [0..<20])
        #expect(intervals(0..<10, 11..<20).spans == [0..<10, 11..<20])
        #expect(intervals(0..<20, 5..<10, 19..<30).spans == [0..<30])
        #expect(intervals(0..<20, 5..<10, 30..<40).spans == [0..<20, 30..<40])
        #expect(intervals(0..<10, 11..<20).milliseconds == 19)
    }

    @Test("A union keeps the intervals of both sets, in order")
    func union() {
        var all = intervals(10..<20, 40..<50, 90..<95)

        all.formUnion([0..<5, 15..<30, 60..<70, 100..<110])
        #expect(all.spans == [0..<5, 10..<30, 40..<50, 60..<70, 90..<95, 100..<110])
        all.formUnion([])
        #expect(all.spans == [0..<5, 10..<30, 40..<50, 60..<70, 90..<95, 100..<110])
        all.formUnion([45..<92])
        #expect(all.spans == [0..<5, 10..<30, 40..<95, 100..<110])
        all.formUnion([0..<200])
        #expect(all.spans == [0..<200])
    }

    @Test(
        "The gaps of a span are its parts that the set does not cover",
        arguments: [
            (0..<5, [0..<5]), (5..<10, [5..<10]), (0..<50, [0..<10, 20..<30, 40..<50]),
            (10..<20, []), (12..<18, []), (15..<35, [20..<30]), (20..<30, [20..<30]),
            (5..<25, [5..<10, 20..<25]), (30..<45, [40..<45]), (40..<45, [40..<45]),
            (12..<12, []), (25..<25, []),
        ] as [(Range<Int64>, [Range<Int64>])]
    )
    func gaps(span: Range<Int64>, gaps: [Range<Int64>]) {
        var cursor = 0
        var found: [Range<Int64>] = []

        intervals(10..<20, 30..<40).forEachGap(in: span, cursor: &cursor) { found.append($0) }

        #expect(found == gaps)
    }

    @Test("One cursor serves all spans and instants in the order of their starts")
    func cursor() {
        let set = intervals(10..<20, 30..<40, 50..<60)
        var cursor = 0
        var gaps: [Range<Int64>] = []
        for span in [0..<15, 12..<25, 22..<38, 41..<55, 60..<61] as [Range<Int64>] {
            set.forEachGap(in: span, cursor: &cursor) { gaps.append($0) }
        }
        #expect(gaps == [0..<10, 20..<25, 22..<30, 41..<50, 60..<61])

        var instantCursor = 0
        let covered = [0, 9, 10, 19, 20, 29, 30, 39, 40, 50, 59, 60, 70].filter {
            set.contains($0, cursor: &instantCursor)
        }
        #expect(covered == [10, 19, 30, 39, 50, 59])
        var late = 0
        let isCovered = set.contains(55, cursor: &late)
        var none = 0
        let isCoveredByNone = IntervalSet().contains(5, cursor: &none)
        #expect(isCovered && !isCoveredByNone)
    }

    @Test("Days that overlap or follow each other are one run, in any order")
    func dayRuns() {
        var set = DayRangeSet([days(20...25), days(1...3), days(4...6), days(8...9), days(21...22)])

        #expect(set.runs == [days(1...6), days(8...9), days(20...25)])
        #expect(set.count == 14)
        set.formUnion(DayRangeSet([days(7...7), days(24...30)]))
        #expect(set.runs == [days(1...9), days(20...30)])
        #expect(!set.isEmpty && DayRangeSet().isEmpty && DayRangeSet().count == 0)
    }

    @Test("The first and the last days are taken from one run at a time")
    func takenDays() {
        var set = DayRangeSet([days(1...5), days(8...8), days(10...14)])

        let ends = [set.removeFirst(2), set.removeLast(2)]
        #expect(ends == [days(1...2), days(13...14)])
        #expect(set.runs == [days(3...5), days(8...8), days(10...12)])
        let runs = [set.removeFirst(3), set.removeLast(3)]
        #expect(runs == [days(3...5), days(10...12)])
        #expect(set.runs == [days(8...8)])
        let rest = [set.removeLast(7), set.removeFirst(1), set.removeLast(1)]
        #expect(rest == [days(8...8), nil, nil])
    }

    @Test("Days within a span are taken from several runs")
    func daysWithinSpan() {
        let all = DayRangeSet([days(1...2), days(5...5), days(9...12)])

        var set = all
        let first = [set.removeFirst(4, within: 100), set.removeFirst(4, within: 100)]
        #expect(
            first == [
                DayRangeSet([days(1...2), days(5...5), days(9...9)]), DayRangeSet([days(10...12)]),
            ]
        )
        let none = set.removeFirst(1, within: 100)
        #expect(none == nil && set.isEmpty)

        set = all
        let last = [set.removeLast(5, within: 100), set.removeLast(5, within: 100)]
        #expect(last == [DayRangeSet([days(5...5), days(9...12)]), DayRangeSet([days(1...2)])])

        set = all
        let near = [set.removeFirst(9, within: 5), set.removeLast(9, within: 3)]
        #expect(near == [DayRangeSet([days(1...2), days(5...5)]), DayRangeSet([days(10...12)])])
        #expect(set.runs == [days(9...9)])
        #expect(set.bounds == days(9...9) && DayRangeSet().bounds == nil)
    }

    @Test("A run gives at most its own days")
    func wholeRun() {
        var first = DayRangeSet([days(3...4)])
        let all = first.removeFirst(9)
        #expect(all == days(3...4) && first.isEmpty)

        var last = DayRangeSet([days(3...4)])
        let one = last.removeLast(1)
        #expect(one == days(4...4) && last.runs == [days(3...3)])
        let other = last.removeFirst(1)
        #expect(other == days(3...3) && last.isEmpty)
    }

    @Test("Days of 23, 24.5 and 25 hours have as many hours, the last one shorter if need be")
    func hours() {
        func table(_ day: String, _ zone: String) -> HourTable {
            HourTable(ProcessingContext.days(day, zone: zone).days)
        }
        let autumn = table("2026-10-25", "Europe/Berlin")
        // Lord Howe Island sets its clocks by half an hour.
        let half = table("2026-04-05", "Australia/Lord_Howe")

        #expect(table("2026-03-29", "Europe/Berlin").count == 23)
        #expect(autumn.count == 25)
        #expect(half.count == 25)
        let start = half.days.starts[0].milliseconds
        let end = half.days.end.milliseconds
        #expect(end - start == 88_200_000)
        func hour(_ milliseconds: Int64) -> [Int64] {
            let hour = half.hour(at: milliseconds)
            return [Int64(hour.index), hour.end - start]
        }
        #expect(hour(start) == [0, 3_600_000])
        #expect(hour(start + 3_599_999) == [0, 3_600_000])
        #expect(hour(start + 3_600_000) == [1, 7_200_000])
        #expect(hour(end - 1) == [24, 88_200_000])
        let two = HourTable(ProcessingContext.days("2026-01-05", "2026-01-06").days)
        #expect(two.hours(ofDay: 0) == 0..<24 && two.hours(ofDay: 1) == 24..<48)
        #expect(two.hour(at: two.days.starts[1].milliseconds).index == 24)
    }
}
