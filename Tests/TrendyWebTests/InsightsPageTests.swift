import Foundation
import HTTPTypes
import Testing
import TrendyHealth
import TrendyKit
import TrendyModel
import TrendyPlaces
import TrendyStore

@testable import TrendyWeb

@Suite("The insights page", .timeLimit(.minutes(10)))
struct InsightsPageTests {
    /// 4 March 2026, a Wednesday, in GMT.
    private let today: CalendarDay

    init() throws {
        today = try #require(CalendarDay("2026-03-04"))
    }

    /// Records events of a metric as capture does, one for each day before today.
    private func record(
        _ metric: HealthMetric,
        days: Range<Int>,
        in site: Site,
        hourly: Bool = false,
        _ value: (Int) -> PropertyValue
    ) async throws {
        let key = try #require(metric.valueProperty)
        var events: [(EntityID, Event)] = []
        for ago in days {
            let day = today.advanced(by: -ago)
            let interval = ZoneHistory(.gmt).interval(of: day)
            var event = Event(
                eventTypeID: metric.eventTypeID,
                timestamp: interval.lowerBound,
                sourceType: .healthKit
            )
            event.endDate = interval.upperBound
            event.isAllDay = true
            if metric == .sleep {
                event.timestamp = interval.lowerBound - .seconds(3600)
                event.endDate = interval.lowerBound + .seconds(7 * 3600)
                event.isAllDay = false
            }
            event.healthKitCategory = metric.rawValue
            event.properties[key] = value(ago)
            if hourly {
                event.properties["hourly"] = .series((0..<24).map { JSONNumber(Int64($0)) })
            }
            let id = EntityID.derived(kind: "event", naturalKey: "\(metric.rawValue)/\(day)")
            events.append((id, event))
        }
        let isNew =
            try await site.engine.store.read { try $0.entities.fetch(id: metric.eventTypeID) }
            == nil
        try await site.engine.store.write { [events] transaction in
            if isNew { try transaction.entities.create(metric.eventType, id: metric.eventTypeID) }
            for (id, event) in events { try transaction.entities.create(event, id: id) }
        }
    }

    private func steps(_ days: Range<Int>, in site: Site) async throws {
        try await record(.steps, days: days, in: site, hourly: true) { ago in
            .number(JSONNumber(Int64(5000 + ago * 2477 % 4001)))
        }
    }

    private func visit(_ name: String, from: Int64, hours: Int64, in site: Site) async throws {
        let id = EntityID.derived(kind: "geofence", naturalKey: name)
        var event = Event(
            eventTypeID: VisitType.id,
            timestamp: ZoneHistory(.gmt).start(of: today) - .seconds(from * 3600),
            sourceType: .geofence
        )
        event.endDate = event.timestamp + .seconds(hours * 3600)
        event.naturalKey = "\(Event.visitKeyPrefix)\(name)/\(from)"
        event.geofenceID = id
        event.locationName = name
        try await site.engine.store.write { [event] transaction in
            if try transaction.entities.fetch(id: VisitType.id) == nil {
                try transaction.entities.create(EventType(name: "Visit"), id: VisitType.id)
            }
            if try transaction.entities.fetch(id: id) == nil {
                let place = Geofence(
                    name: name,
                    latitude: 48,
                    longitude: 2,
                    radiusMeters: 100
                )
                try transaction.entities.create(place, id: id)
            }
            try transaction.entities.create(event)
        }
    }

    @Test("Without data the page says what will appear")
    func empty() async throws {
        let page = try await Site().get("/insights")

        #expect(page.status == .ok)
        #expect(page.words.contains("Nothing recorded yet."))
        #expect(!page.text.contains("<table class=\"heat\""))
    }

    @Test("The year is a table in which each day links to its timeline; no data is not zero")
    func calendar() async throws {
        let site = try Site()
        try await steps(0..<40, in: site)

        let page = try await site.get("/insights")

        #expect(page.words.contains("Steps in 2026"))
        #expect(page.text.contains("<h1>Insights</h1>"))
        #expect(page.text.contains("href=\"/timeline?day=2026-03-04\""))
        #expect(page.text.contains("Wednesday 4 March: 5,000 steps"))
        #expect(page.text.contains("class=\"none\"><a href=\"/timeline?day=2026-01-01\""))
        #expect(page.text.contains("Thursday 1 January: no data"))
        // A day that has not come has no link.
        #expect(!page.text.contains("day=2026-03-05"))
        // The days to come are empty cells.
        #expect(page.text.matches(of: /<td class="future">/).count == 365 - 63)
        #expect(page.text.matches(of: /<table class="heat"/).count == 2)
        #expect(!page.text.contains(" style="))
        #expect(page.text.utf8.count < 200 * 1024)
    }

    @Test("Each row of the calendar has as many cells as there are columns")
    func tableShape() async throws {
        let site = try Site()
        try await steps(0..<3, in: site)

        for year in ["2024", "2025", "2026"] {
            let text = try await site.get("/insights?year=\(year)").text
            for table in text.matches(of: /(?s)<table class="heat".*?<\/table>/) {
                let columns = table.output.matches(of: /<col[ >]/).count
                let spans = table.output.matches(of: /colspan="(\d+)"/)
                    .compactMap { Int($0.output.1) }.reduce(0, +)
                let rows = table.output.matches(of: /(?s)<tr><th scope="row".*?<\/tr>/)

                #expect(spans == columns - 1)
                #expect(rows.count == 7)
                for row in rows {
                    #expect(row.output.matches(of: /<td/).count == columns - 1)
                }
            }
        }
    }

    @Test("Months, weekdays and hours have their values as tables")
    func profiles() async throws {
        let site = try Site()
        try await steps(0..<440, in: site)

        let words = try await site.get("/insights").words

        #expect(words.contains("Months of 2026 and 2025"))
        #expect(words.contains("in the same part of the year before (days with data: 62 and 62)."))
        #expect(words.contains("Average of each hour over 62 days with data."))
        #expect(words.contains("23:00–0:00 23 steps"))
        #expect(words.contains("Average of the days with data."))
    }

    @Test("An event type is counted by weekday and hour")
    func entries() async throws {
        let site = try Site()
        for days in 1...3 {
            let time = ZoneHistory(.gmt).start(of: today.advanced(by: -7 * days))
            _ = try await site.engine.recordManualEvent(
                .init(typeName: "Coffee", timestamp: time + .seconds(8 * 3600 + 600))
            )
        }

        let words = try await site.get("/insights").words

        #expect(words.contains("Coffee in 2026"))
        #expect(words.contains("3 entries, by the hour in which they began."))
        #expect(words.contains("8:00–9:00 3 entries"))
        #expect(words.contains("Wednesday 3 entries 3"))
        #expect(words.contains("Monday no data 0"))
        #expect(words.contains("so far there is one"))
    }

    @Test("Another subject and year can be chosen, and other choices are kept")
    func choice() async throws {
        let site = try Site()
        try await steps(0..<400, in: site)
        try await record(.bodyMass, days: 0..<400, in: site) { .number(JSONNumber(Int64(70 + $0))) }
        let mass = HealthMetric.bodyMass.eventTypeID.description

        let page = try await site.get("/insights?subject=\(mass)&year=2025&span=90&days=28")

        #expect(page.words.contains("in 2025"))
        #expect(page.text.contains("<option value=\"\(mass)\" selected>"))
        #expect(page.text.contains("name=\"span\" value=\"90\""))
        #expect(page.text.contains("year=2024&amp;span=90&amp;days=28"))
        #expect(page.text.contains("year=2026&amp;span=90&amp;days=28"))
        #expect(page.text.contains("aria-current=\"true\">90 days"))
        #expect(page.text.matches(of: /<li data-key="2026-/).count == 28)
    }

    @Test(
        "A choice that makes no sense is said beside its field",
        arguments: [
            ("year=abc", "Enter a year from 1900 to 2026; 2026 is shown."),
            ("year=99999999999999999999", "Enter a year from 1900 to 2026; 2026 is shown."),
            ("year=2027", "Enter a year from 1900 to 2026; 2026 is shown."),
            ("subject=x", "There is no such metric or type any more"),
            ("subject=%3Cscript%3E", "There is no such metric or type any more"),
            ("with=x", "There is no such metric or type to compare with."),
            ("span=-1", "This span of time is not one of those below; 30 days are shown."),
            ("days=-5&span=30&year=1900", "Steps in 1900"),
            ("days=9223372036854775807", "Steps in 2026"),
        ]
    )
    func badChoices(_ query: String, _ sentence: String) async throws {
        let site = try Site()
        try await steps(0..<3, in: site)
        try await record(.bodyMass, days: 0..<3, in: site) { _ in .number(JSONNumber(Int64(70))) }

        let page = try await site.get("/insights?\(query)")

        #expect(page.status == .ok)
        #expect(page.words.contains(sentence))
        #expect(!page.text.contains("<script>"))
    }

    @Test("Two subjects have a number of days, an interval and one honest sentence")
    func comparison() async throws {
        let site = try Site()
        try await steps(0..<62, in: site)
        // Follows the steps in some days, and not at all in others.
        try await record(.bodyMass, days: 0..<62, in: site) { ago in
            .number(JSONNumber(Int64(5000 + ago * 2477 % 4001 + ago % 3)))
        }
        try await record(.water, days: 0..<62, in: site) { ago in
            .number(JSONNumber(Int64(500 + ago * ago * 17 % 61)))
        }
        try await record(.heartRate, days: 0..<10, in: site) { _ in .number(JSONNumber(Int64(60))) }
        func words(with metric: HealthMetric) async throws -> String {
            try await site.get("/insights?with=\(metric.eventTypeID)").words
        }

        let related = try await words(with: .bodyMass)
        #expect(related.contains("A relation was found"))
        #expect(
            related.contains(
                "tended to fall on the same days, over 61 days. This does not say why."
            )
        )
        #expect(related.contains("Days with both 61"))
        #expect(related.contains("95 % interval"))
        let unrelated = try await words(with: .water)
        #expect(unrelated.contains("No relation found between Steps and Water on 61 days."))
        let few = try await words(with: .heartRate)
        #expect(few.contains("Nothing can be said yet"))
        #expect(
            few.contains("9 days of 2026 have both Steps and Heart Rate; a comparison needs 25.")
        )
        #expect(!few.contains("95 % interval"))
    }

    @Test("Places are listed by the time at them in the chosen span")
    func places() async throws {
        let site = try Site()
        try await steps(0..<3, in: site)
        try await visit("Home", from: 48, hours: 20, in: site)
        try await visit("<b>Café</b>", from: 20, hours: 2, in: site)
        try await visit("Cabin", from: 24 * 60, hours: 100, in: site)

        let month = try await site.get("/insights")
        let quarter = try await site.get("/insights?span=90")

        #expect(month.words.contains("Home 20 h 1 visit"))
        #expect(month.text.contains("&lt;b&gt;Café&lt;/b&gt;"))
        #expect(!month.words.contains("Cabin 100 h"))
        #expect(quarter.words.contains("Cabin 100 h 1 visit"))
    }

    @Test("Sleep regularity appears with enough nights, and says how many are missing before")
    func sleep() async throws {
        let site = try Site()
        #expect(try await site.get("/insights").words.contains("Nothing recorded yet."))
        try await record(.sleep, days: 0..<5, in: site) { _ in .duration(seconds: 28_800) }

        let few = try await site.get("/insights").words
        #expect(few.contains("5 nights in this time, 4 pairs of nights in a row."))
        #expect(few.contains("The index needs 7"))
        #expect(few.contains("No visits in this time."))
        #expect(!few.contains("Sleep Regularity Index Asleep"))

        try await record(.sleep, days: 5..<20, in: site) { _ in .duration(seconds: 28_800) }
        let enough = try await site.get("/insights").words
        #expect(enough.contains("100 Sleep Regularity Index"))
        #expect(enough.contains("100 % of the time, over 19 pairs of nights in a row."))
        #expect(enough.contains("Usual night 23:00–7:00"))
        #expect(enough.contains("Middle of the night 3:00"))
    }

    @Test("The rhythm has a ribbon for each day, and its parts in words")
    func rhythm() async throws {
        let site = try Site()
        try await record(.sleep, days: 0..<3, in: site) { _ in .duration(seconds: 28_800) }

        let page = try await site.get("/insights")

        #expect(page.text.matches(of: /<svg class="ribbon"/).count == 4)
        #expect(page.words.contains("Today Sleep, 23:00–7:00"))
        #expect(page.words.contains("Nothing known"))
        #expect(page.text.contains("days=28#rhythm"))
        let all = try await site.get("/insights?days=140")
        #expect(!all.words.contains("Earlier days"))
    }

    @Test("A name that a person chose is text everywhere")
    func escaping() async throws {
        let site = try Site()
        let name = "<img src=x onerror=alert(1)>\"'"
        _ = try await site.engine.recordManualEvent(.init(typeName: name))
        try await steps(0..<3, in: site)
        let type = try #require(
            try await site.engine.store.read {
                try $0.entities.fetch(kind: .eventType, named: name)
            }
        )

        for query in ["subject=\(type.id)", "with=\(type.id)"] {
            let page = try await site.get("/insights?\(query)")
            #expect(page.words.contains(name))
            #expect(!page.text.contains("<img"))
        }
    }
}
