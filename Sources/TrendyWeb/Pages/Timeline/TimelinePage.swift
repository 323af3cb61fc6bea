import TrendyAppSupport
import TrendyKit
import TrendyLocalization
import TrendyModel

/// The page of the timeline: a search, and the events by day, newest first.
@MainActor
struct TimelinePage {
    /// The number of events of a page.
    static let pageSize = 60

    private let context: PageContext
    private let query: TimelineQuery
    private let timeline: EventStore
    private let filter: TimelineFilterViewModel

    static func response(_ context: PageContext) async throws -> WebResponse {
        let page = try TimelinePage(context, TimelineQuery(context.query))
        return try await page.response()
    }

    private init(_ context: PageContext, _ query: TimelineQuery) {
        self.context = context
        self.query = query
        timeline = EventStore(
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats,
            after: query.before,
            pageSize: Self.pageSize
        )
        filter = TimelineFilterViewModel(
            timeline: timeline,
            store: context.store,
            dependencies: context.dependencies,
            formats: context.formats
        )
    }

    private func response() async throws -> WebResponse {
        await filter.refresh()
        query.select(in: filter)
        await filter.apply()
        // Without a filter, nothing has been read yet.
        await timeline.refresh()
        let note = try await TimelineNote.banner(context, back: path)
        let isFirst = query.before == nil
        var quickLog: HTML?
        if isFirst, !filter.isActive, query.text.isEmpty {
            quickLog = await QuickLog.section(context, back: query.path())
        }
        var ribbon: HTML?
        if let day = query.day {
            ribbon = try await DayRibbon.section(
                context,
                day,
                map: await DayMap.html(of: day, in: context)
            )
        }
        return await context.page(title: title, area: .timeline, hasMap: ribbon != nil) {
            heading
            note
            for problem in [timeline.problem, filter.problem].compactMap(\.self) {
                tag(.div, .class("banner warning"), .role("status")) { tag(.p) { problem } }
            }
            quickLog
            TimelineSearch(query: query, filter: filter).html
            summary
            ribbon
            sections
            pager
        }
    }

    private var title: String {
        query.day.map { context.formats.day($0, today: context.today) } ?? PageArea.timeline.name
    }

    /// The date of a day whose title is a word, such as today.
    private var date: String? {
        guard let day = query.day else { return nil }
        let date = context.formats.date(day, today: context.today)
        return date == title ? nil : date
    }

    private var heading: HTML {
        tag(.div, .class("row between page-head")) {
            tag(.div) {
                tag(.h1) { title }
                if let date { tag(.p, .class("quiet")) { date } }
            }
            tag(.div, .class("row")) {
                if let day = query.day {
                    tag(.a, .class("button"), .href(TimelineQuery.path(of: day.advanced(by: -1)))) {
                        Strings.WebTimeline.dayBefore()
                    }
                    if day < context.today {
                        tag(
                            .a,
                            .class("button"),
                            .href(TimelineQuery.path(of: day.advanced(by: 1)))
                        ) { Strings.WebTimeline.dayAfter() }
                    }
                }
                tag(.a, .class("button"), .href(WebPath("/types"))) { Strings.WebTimeline.types() }
                tag(.a, .class("button primary"), .href(WebPath("/timeline/new"))) {
                    Strings.Editor.newEvent()
                }
            }
        }
    }

    /// Whether more than a day was chosen.
    private var isFiltered: Bool {
        !query.text.isEmpty
            || query.path() != (query.day.map(TimelineQuery.path) ?? TimelineQuery().path())
    }

    @HTMLBuilder private var summary: HTML {
        if query.hasUnknownChoices(in: filter) {
            tag(.div, .class("banner warning")) {
                tag(.p) { Strings.WebTimeline.unknownChoice() }
            }
        }
        if isFiltered {
            tag(.div, .class("banner row between")) {
                tag(.p) {
                    let words = query.text.isEmpty ? nil : "“\(query.text)”"
                    [words, filter.summary].compactMap(\.self).joined(separator: ", ")
                }
                tag(.a, .class("button"), .href(WebPath("/timeline"))) {
                    Strings.WebTimeline.showAll()
                }
            }
        }
    }

    @HTMLBuilder private var sections: HTML {
        if let text = timeline.emptyText {
            tag(.p, .class("empty card")) { text }
        }
        for section in timeline.sections {
            tag(
                .section,
                .class("day card"),
                .data("key", section.day.description),
                .aria("labelledby", "day-\(section.day)")
            ) {
                tag(.h2, .id("day-\(section.day)")) {
                    if section.day == query.day {
                        Strings.WebTimeline.entries()
                    } else {
                        tag(.a, .href(TimelineQuery.path(of: section.day))) { section.title }
                    }
                }
                tag(.ul, .class("events")) {
                    for row in section.rows { EventRow.html(row, day: section.title, back: path) }
                }
            }
        }
    }

    /// The address of the page, without notes.
    private var path: WebPath { query.path(before: query.before) }

    @HTMLBuilder private var pager: HTML {
        if timeline.hasMore || query.before != nil {
            tag(.nav, .class("row between pager"), .aria("label", Strings.WebTimeline.pages())) {
                if query.before != nil {
                    tag(.a, .class("button"), .href(query.path())) {
                        Strings.WebTimeline.newest()
                    }
                }
                if let end = timeline.end {
                    tag(.a, .class("button"), .href(query.path(before: end))) {
                        Strings.WebTimeline.older()
                    }
                }
            }
        }
    }
}
