import TrendyModel

/// The UTC days that samples touch, and the number of samples that start on each.
struct DaySet {
    /// The number of days from 1970, up to the year 2150.
    private static let limit = 65_792
    /// The number of days in a page; pages without samples are not stored.
    private static let pageSize = 512
    /// The maximum number of samples that start in a day; one a second makes 86,400.
    private static let maximumPerDay: UInt32 = 250_000

    private struct Page {
        var isTouched = [Bool](repeating: false, count: DaySet.pageSize)
        var counts = [UInt32](repeating: 0, count: DaySet.pageSize)
    }

    private var pages: [Page?] = []
    /// Whether a day has implausibly many samples.
    private(set) var isOverfull = false

    mutating func insert(from start: Instant, to end: Instant) {
        let first = Int(start.seconds / 86_400)
        let last = Int(end.seconds / 86_400)
        guard first >= 0, last < Self.limit else { return }
        let page = preparedPage(of: first)
        pages[page]?.counts[first % Self.pageSize] += 1
        if let count = pages[page]?.counts[first % Self.pageSize], count > Self.maximumPerDay {
            isOverfull = true
        }
        for day in first...max(first, last) {
            pages[preparedPage(of: day)]?.isTouched[day % Self.pageSize] = true
        }
    }

    private mutating func preparedPage(of day: Int) -> Int {
        let page = day / Self.pageSize
        if pages.isEmpty {
            pages = [Page?](repeating: nil, count: (Self.limit + Self.pageSize - 1) / Self.pageSize)
        }
        if pages[page] == nil { pages[page] = Page() }
        return page
    }

    /// The ranges of consecutive days as time spans.
    var spans: [Range<Instant>] {
        var spans: [Range<Instant>] = []
        var start: Int?
        func close(before day: Int) {
            guard let first = start else { return }
            spans.append(
                Instant(seconds: Int64(first) * 86_400)..<Instant(seconds: Int64(day) * 86_400)
            )
            start = nil
        }
        for (index, page) in pages.enumerated() {
            guard let page else {
                close(before: index * Self.pageSize)
                continue
            }
            for offset in 0..<Self.pageSize {
                let day = index * Self.pageSize + offset
                if page.isTouched[offset] {
                    start = start ?? day
                } else {
                    close(before: day)
                }
            }
        }
        close(before: pages.count * Self.pageSize)
        return spans
    }
}
